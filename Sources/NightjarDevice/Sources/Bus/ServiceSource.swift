// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus

/// What a source on the bus tells the device.
enum ServiceReport {
  /// What a service found.
  case found([Finding], Precedence)

  /// A service has nothing to say of a fact, with words for people when that is remarkable.
  case withdrawn(DeviceFactKey, Precedence, String?)

  /// Something that belongs into the log.
  case notice(String, isTrouble: Bool)
}

/// Knows a few facts from the properties of one service.
final class ServiceSource {
  /// What people call the service, such as `UPower`.
  let title: String

  /// The service on the bus.
  let service: BusService

  private let keys: [DeviceFactKey]
  private let precedence: Precedence
  private let read: (BusService) -> [ServiceAnswer]
  private var report: (ServiceReport) -> Void = { _ in }
  private var lies: [DeviceFactKey: String] = [:]
  private var silences: [String] = []
  private var wasPresent = false

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - title: What people call the service.
  ///   - service: The service.
  ///   - keys: The facts that it knows.
  ///   - precedence: Whether another service is believed before it.
  ///   - read: Reads the facts from the properties of the service.
  init(
    title: String,
    service: BusService,
    keys: [DeviceFactKey],
    precedence: Precedence = .service,
    read: @escaping (BusService) -> [ServiceAnswer]
  ) {
    self.title = title
    self.service = service
    self.keys = keys
    self.precedence = precedence
    self.read = read
  }

  /// Says from now on what the service says.
  func start(report: @escaping (ServiceReport) -> Void) {
    self.report = report
    service.onChange = { [weak self] in self?.update() }
  }

  /// How the service fares.
  var check: DeviceCheck {
    guard case .present = service.presence else {
      let why = service.loss ?? "\(service.name) is not on the bus"
      return DeviceCheck(
        name: title,
        state: .missing,
        detail: why + replaced,
        remedy: "Nothing, unless this machine should have it: then start it."
      )
    }
    guard service.isSettled else {
      return DeviceCheck(
        name: title,
        state: .failed,
        detail: "\(service.name) is on the bus and does not answer; the next source is used",
        remedy: "Restart the service \(service.name)."
      )
    }
    guard lies.isEmpty else {
      let what = lies.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
      return DeviceCheck(
        name: title,
        state: .failed,
        detail: "\(what.joined(separator: ", ")); the next source is used",
        remedy: "Restart the service \(service.name), and report it to its makers."
      )
    }
    let notes = silences.map { "; \($0)" }.joined()
    return DeviceCheck(name: title, state: .ok, detail: "says \(facts)\(notes)")
  }

  private var facts: String { keys.map(\.rawValue).joined(separator: ", ") }

  /// What follows from the absence of the service.
  private var replaced: String { keys.isEmpty ? "" : "; \(facts): the next source is used" }

  private func update() {
    guard case .present = service.presence else { return leave() }
    if !wasPresent {
      wasPresent = true
      report(.notice("\(title) is there", isTrouble: false))
    }
    silences = []
    for answer in read(service) {
      switch answer.said {
      case .success(let finding):
        if lies.removeValue(forKey: answer.key) != nil {
          report(.notice("\(title) is believed again: \(answer.key.rawValue)", isTrouble: false))
        }
        report(.found([finding], precedence))
      case .failure(let doubt): hear(doubt, of: answer.key)
      }
    }
  }

  private func hear(_ doubt: Doubt, of key: DeviceFactKey) {
    let text = "\(title) is not believed: \(doubt.why)"
    // One line for a service that goes on to say nonsense, however much of it.
    if doubt.isLie, lies.updateValue(doubt.why, forKey: key) == nil {
      report(.notice("\(text); \(key.rawValue): the next source is used", isTrouble: true))
    }
    if !doubt.isLie {
      lies[key] = nil
      silences.append(doubt.why)
    }
    report(.withdrawn(key, precedence, doubt.isLie ? text : "\(title): \(doubt.why)"))
  }

  private func leave() {
    lies = [:]
    silences = []
    if wasPresent, let loss = service.loss {
      wasPresent = false
      report(.notice(loss + replaced, isTrouble: true))
    }
    for key in keys { report(.withdrawn(key, precedence, service.loss)) }
  }
}
