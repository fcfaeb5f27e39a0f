// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A message that came over the bus.
package enum BusMessage: Hashable, Sendable {
  /// The answer to a call that was sent with this number.
  case answer(UInt64, [BusValue])

  /// A call that was sent with this number was refused.
  case refusal(UInt64, BusError)

  /// Something was announced.
  case signal(BusSignal)
}

/// An announcement on the bus.
package struct BusSignal: Hashable, Sendable {
  /// The unique name of the connection that sent it.
  package var sender: String

  /// The object that it is about.
  package var path: String

  /// The interface that it belongs to.
  package var interface: String

  /// Its name.
  package var member: String

  /// What it carries.
  package var body: [BusValue]

  /// Makes a signal.
  package init(sender: String, path: String, interface: String, member: String, body: [BusValue]) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.body = body
  }
}

/// A call to a service.
package struct BusCall: Hashable, Sendable {
  /// The name of the service.
  package var service: String

  /// The object.
  package var path: String

  /// The interface that the method belongs to.
  package var interface: String

  /// The method.
  package var member: String

  /// What it is handed.
  package var arguments: [BusArgument]

  /// Makes a call.
  package init(
    service: String,
    path: String,
    interface: String,
    member: String,
    arguments: [String] = []
  ) {
    self.init(
      service: service,
      path: path,
      interface: interface,
      member: member,
      values: arguments.map(BusArgument.text)
    )
  }

  /// Makes a call that is handed more than texts.
  package init(
    service: String,
    path: String,
    interface: String,
    member: String,
    values: [BusArgument]
  ) {
    self.service = service
    self.path = path
    self.interface = interface
    self.member = member
    arguments = values
  }

  /// Asks the bus to send us what a rule matches.
  ///
  /// - Parameter rule: A match rule of the D-Bus specification.
  /// - Returns: The call.
  package static func addMatch(_ rule: String) -> Self {
    bus("AddMatch", rule)
  }

  /// Asks the bus who has a name.
  package static func owner(of name: String) -> Self {
    bus("GetNameOwner", name)
  }

  /// Asks a service for all properties of one interface of an object.
  package static func properties(of service: String, path: String, interface: String) -> Self {
    Self(
      service: service,
      path: path,
      interface: "org.freedesktop.DBus.Properties",
      member: "GetAll",
      arguments: [interface]
    )
  }

  /// The bus's own name, which is also that of its interface.
  package static let busName = "org.freedesktop.DBus"

  private static func bus(_ member: String, _ argument: String) -> Self {
    Self(
      service: busName,
      path: "/org/freedesktop/DBus",
      interface: busName,
      member: member,
      arguments: [argument]
    )
  }
}
