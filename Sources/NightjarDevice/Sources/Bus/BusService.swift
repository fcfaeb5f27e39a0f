// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus

/// One interface of one object of a service.
struct BusObject: Hashable {
  var path: String
  var interface: String
}

/// A service on the bus: whether it is there, and what its objects say.
///
/// It is never started for our sake. Its signals are heard only from the connection that owns its
/// name, so that nobody else can speak for it.
final class BusService {
  /// Whether the service is there.
  enum Presence: Equatable {
    /// Nobody was asked yet, or there is no bus.
    case unknown

    /// Nobody has the name.
    case absent

    /// The connection of this unique name has it.
    case present(owner: String)
  }

  /// The name on the bus.
  let name: String

  private(set) var presence = Presence.unknown

  /// What each object said of its properties, or why it did not.
  private(set) var properties: [BusObject: Result<[String: BusValue], BusError>] = [:]

  /// Why the service fell away after it had been there; nil while it is there or never was.
  private(set) var loss: String?

  /// Told after the presence or any property became different.
  var onChange: () -> Void = {}

  /// Told of the signals that were asked for, with their names.
  var onSignal: (BusSignal) -> Void = { _ in }

  private let objects: [BusObject]
  private let signals: [BusObject]
  private weak var bus: SystemBus?

  /// Tells answers to questions of another time from those that count.
  private var generation = 0

  /// Makes a service that nobody asked for yet.
  ///
  /// - Parameters:
  ///   - name: The name on the bus.
  ///   - objects: The interfaces whose properties count.
  ///   - signals: The interfaces whose signals count.
  init(name: String, objects: [BusObject], signals: [BusObject] = []) {
    self.name = name
    self.objects = objects
    self.signals = signals
  }

  /// Whether the first questions are answered.
  var isSettled: Bool {
    switch presence {
    case .unknown: false
    case .absent: true
    case .present: objects.allSatisfy { properties[$0] != nil }
    }
  }

  /// Begins to listen on a bus that was just connected to.
  func attach(to bus: SystemBus) {
    self.bus = bus
    generation += 1
    for rule in rules { bus.send(.addMatch(rule)) }
    let generation = generation
    bus.send(.owner(of: name)) { [weak self] answer in
      guard let self, generation == self.generation else { return }
      switch answer {
      case .success(let body):
        guard case .text(let owner)? = body.first else { return leave(because: nil) }
        arrive(owner)
      case .failure: leave(because: nil)
      }
    }
  }

  /// Forgets everything, because the bus is gone.
  func detach(because why: String) {
    generation += 1
    leave(because: why)
    presence = .unknown
  }

  /// Takes a signal, if it is from here.
  func hear(_ signal: BusSignal) {
    if signal.sender == BusCall.busName { return hearOwner(signal) }
    guard presence == .present(owner: signal.sender) else { return }
    if signal.interface == "org.freedesktop.DBus.Properties" {
      hearProperties(signal)
    } else if signals.contains(BusObject(path: signal.path, interface: signal.interface)) {
      onSignal(signal)
    }
  }

  /// Calls a method of the service.
  func call(
    _ member: String,
    of object: BusObject,
    _ arguments: [String],
    answer: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    let call = BusCall(
      service: name,
      path: object.path,
      interface: object.interface,
      member: member,
      arguments: arguments
    )
    let generation = generation
    bus?.send(call) { [weak self] result in
      guard generation == self?.generation else { return }
      answer(result)
    }
  }

  // MARK: - Coming and going

  private var rules: [String] {
    let bus = BusCall.busName
    let owner =
      "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(name)'"
    let changes = objects.map { object in
      "type='signal',sender='\(name)',path='\(object.path)',member='PropertiesChanged',"
        + "interface='org.freedesktop.DBus.Properties',arg0='\(object.interface)'"
    }
    let others = signals.map { object in
      "type='signal',sender='\(name)',path='\(object.path)',interface='\(object.interface)'"
    }
    return [owner] + changes + others
  }

  private func hearOwner(_ signal: BusSignal) {
    guard signal.member == "NameOwnerChanged", signal.body.count == 3,
      signal.body[0] == .text(name), case .text(let owner) = signal.body[2]
    else { return }
    generation += 1
    owner.isEmpty ? leave(because: "\(name) went away") : arrive(owner)
  }

  private func arrive(_ owner: String) {
    // Whoever has the name now need not know what the one before it said.
    if case .present = presence { leave(because: "\(name) was replaced") }
    presence = .present(owner: owner)
    loss = nil
    properties = [:]
    for object in objects { ask(object) }
    if objects.isEmpty { onChange() }
  }

  private func leave(because why: String?) {
    if case .present = presence { loss = why }
    presence = .absent
    properties = [:]
    onChange()
  }

  // MARK: - Properties

  private func ask(_ object: BusObject) {
    let call = BusCall.properties(of: name, path: object.path, interface: object.interface)
    let generation = generation
    bus?.send(call) { [weak self] answer in
      guard let self, generation == self.generation else { return }
      properties[object] = answer.map { $0.first?.properties ?? [:] }
      if isSettled { onChange() }
    }
  }

  private func hearProperties(_ signal: BusSignal) {
    guard signal.member == "PropertiesChanged", signal.body.count == 3,
      case .text(let interface) = signal.body[0]
    else { return }
    let object = BusObject(path: signal.path, interface: interface)
    // Before the first answer nothing needs to be kept: the answer is younger.
    guard case .success(var known)? = properties[object] else { return }
    if case .list(let invalidated) = signal.body[2], !invalidated.isEmpty { return ask(object) }
    known.merge(signal.body[1].properties) { _, new in new }
    properties[object] = .success(known)
    onChange()
  }
}
