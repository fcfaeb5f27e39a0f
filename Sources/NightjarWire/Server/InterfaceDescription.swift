// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// An interface in Varlink's own language, and the names that are in it.
package struct InterfaceDescription: Hashable, Sendable {
  /// The interface's name.
  package let name: String

  /// The text that `GetInterfaceDescription` answers with.
  package let text: String

  /// The full names of the methods.
  package let methods: Set<String>

  /// Takes over a description, which must have an `interface` line.
  ///
  /// - Parameter text: The text; each member stands at the beginning of a line.
  package init(text: String) {
    let words = text.split(separator: "\n").map { $0.split(whereSeparator: { " (".contains($0) }) }
    let head = words.first { $0.first == "interface" && $0.count > 1 }
    guard let name = head.map({ String($0[1]) }) else {
      preconditionFailure("an interface description needs a line \"interface <name>\"")
    }
    self.name = name
    self.text = text
    methods = Set(
      words.filter { $0.first == "method" && $0.count > 1 }.map { "\(name).\($0[1])" }
    )
  }

  /// `io.nightjar.Scheduler`.
  package static let scheduler = Self(bytes: PackageResources.io_nightjar_Scheduler_varlink)

  /// `io.nightjar.Apps`.
  package static let apps = Self(bytes: PackageResources.io_nightjar_Apps_varlink)

  /// `io.nightjar.Device`.
  package static let device = Self(bytes: PackageResources.io_nightjar_Device_varlink)

  /// `io.nightjar.Daemon`.
  package static let daemon = Self(bytes: PackageResources.io_nightjar_Daemon_varlink)

  /// `io.nightjar.Activity`.
  package static let activity = Self(bytes: PackageResources.io_nightjar_Activity_varlink)

  /// `org.varlink.service`.
  package static let service = Self(bytes: PackageResources.org_varlink_service_varlink)

  private init(bytes: [UInt8]) {
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }
}
