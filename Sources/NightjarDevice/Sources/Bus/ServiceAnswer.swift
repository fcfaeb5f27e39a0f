// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus

/// Why a service is not believed, or has nothing to say.
struct Doubt: Error, Hashable {
  /// Why, for people.
  var why: String

  /// Whether the service said something that cannot be.
  var isLie: Bool

  /// The service said something that cannot be.
  static func lie(_ why: String) -> Self { Self(why: why, isLie: true) }

  /// The service does not know, which may be right.
  static func silence(_ why: String) -> Self { Self(why: why, isLie: false) }
}

/// What a service says of one fact.
struct ServiceAnswer {
  var key: DeviceFactKey
  var said: Result<Finding, Doubt>

  /// Reads one fact; what the reading throws is the answer.
  init(_ key: DeviceFactKey, _ read: () throws(Doubt) -> Finding) {
    self.key = key
    do throws(Doubt) {
      said = .success(try read())
    } catch {
      said = .failure(error)
    }
  }
}

/// The properties of one object, read with suspicion.
struct ServiceProperties {
  private let properties: Result<[String: BusValue], BusError>

  /// Takes what a service said of an object.
  init(_ service: BusService, _ object: BusObject) {
    properties =
      service.properties[object] ?? .failure(BusError(name: "no answer", message: object.path))
  }

  /// A property of type `b`.
  func boolean(_ name: String) throws(Doubt) -> Bool {
    guard case .boolean(let value) = try value(name) else { throw wrongType(name, "a boolean") }
    return value
  }

  /// A property of an unsigned type that is one of a few numbers.
  func number(_ name: String, among allowed: [UInt64]) throws(Doubt) -> UInt64 {
    let value = try unsigned(name)
    guard allowed.contains(value) else { throw .lie("\(name) is \(value), which means nothing") }
    return value
  }

  /// A property of an unsigned type.
  func unsigned(_ name: String) throws(Doubt) -> UInt64 {
    guard case .unsigned(let value) = try value(name) else {
      throw wrongType(name, "an unsigned number")
    }
    return value
  }

  /// A property of type `d` within bounds.
  func real(_ name: String, in bounds: ClosedRange<Double>) throws(Doubt) -> Double {
    guard case .real(let value) = try value(name) else { throw wrongType(name, "a real number") }
    guard bounds.contains(value) else {
      let limits = "\(bounds.lowerBound)…\(bounds.upperBound)"
      throw .lie("\(name) is \(value), which is not within \(limits)")
    }
    return value
  }

  /// A property of type `s` that is one of a few words.
  func word(_ name: String, among allowed: [String]) throws(Doubt) -> String {
    guard case .text(let value) = try value(name) else { throw wrongType(name, "text") }
    guard allowed.contains(value) else {
      throw .lie("\(name) is \"\(value.prefix(40))\", which is none of its words")
    }
    return value
  }

  private func value(_ name: String) throws(Doubt) -> BusValue {
    switch properties {
    case .success(let all):
      guard let value = all[name] else { throw .lie("\(name) is not there") }
      return value
    case .failure(let error):
      throw .lie("it answers with \(error)")
    }
  }

  private func wrongType(_ name: String, _ right: String) -> Doubt {
    .lie("\(name) is not \(right)")
  }
}
