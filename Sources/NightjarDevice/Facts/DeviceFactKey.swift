// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// The names of what the daemon believes of the machine, as `nightjar device` spells them.
///
/// The words are those of the design, section 8, which scripts may rely on.
package enum DeviceFactKey: String, CaseIterable, Hashable, Sendable {
  /// Where power comes from.
  case power

  /// The charge in percent.
  case battery

  /// What the network is good for.
  case network

  /// Whether nobody uses the machine.
  case idle

  /// Low Power Mode.
  case lowPower

  /// The Background App Refresh switch of the device.
  case refresh

  /// The continued processing switch of the device.
  case continued

  /// How hot the machine is.
  case thermal

  /// How busy the machine is, in percent of its cores.
  case load

  /// What the hardware offers to continued tasks.
  case resources

  /// The words that a value may be, in the order in which help shows them.
  package var allowedValues: [String] {
    switch self {
    case .power: PowerSource.allCases.map(\.rawValue)
    case .battery, .load: ["0…100"]
    case .network: NetworkState.allCases.map(\.rawValue)
    case .idle, .lowPower, .refresh, .continued: ["true", "false"]
    case .thermal: ThermalState.allCases.map(\.rawValue)
    case .resources: ["none", "gpu"]
    }
  }

  /// Reads a key as a user wrote it.
  ///
  /// - Parameter text: The key, exactly as it is spelled.
  /// - Returns: The key.
  /// - Throws: `DeviceFactError` with the code `unknownKey`.
  package static func parse(_ text: String) throws(DeviceFactError) -> Self {
    guard let key = Self(rawValue: text) else { throw .unknownKey(text) }
    return key
  }

  /// Reads a value of this key as a user wrote it.
  ///
  /// - Parameter text: The value, exactly as it is spelled.
  /// - Returns: The fact.
  /// - Throws: `DeviceFactError` with the code `badValue`.
  package func fact(_ text: String) throws(DeviceFactError) -> DeviceChange {
    let fact: DeviceChange? =
      switch self {
      case .power: PowerSource(rawValue: text).map { .power($0) }
      case .battery: Self.percent(text).map { .battery($0) }
      case .network: NetworkState(rawValue: text).map { .network($0) }
      case .idle: Bool(text).map { .idle($0) }
      case .lowPower: Bool(text).map { .lowPower($0) }
      case .refresh: Bool(text).map { .refresh($0) }
      case .continued: Bool(text).map { .continued($0) }
      case .thermal: ThermalState(rawValue: text).map { .thermal($0) }
      case .load: Self.percent(text).map { .quiet(1000 - 10 * $0) }
      case .resources: Self.resources(text).map { .resources($0) }
      }
    guard let fact else { throw .badValue(text, of: self) }
    return fact
  }

  /// A whole number from 0 to 100 without sign, zeros in front or anything around it.
  private static func percent(_ text: String) -> Int? {
    guard let number = Int(text), (0...100).contains(number), String(number) == text else {
      return nil
    }
    return number
  }

  /// `gpu` is bit 0 of `BGContinuedProcessingTaskRequest.Resources`, spec section 1.3.
  private static func resources(_ text: String) -> Int? {
    switch text {
    case "none": 0
    case "gpu": 1
    default: nil
    }
  }
}

extension DeviceChange {
  /// Which fact this is about.
  package var key: DeviceFactKey {
    switch self {
    case .power: .power
    case .battery: .battery
    case .network: .network
    case .idle: .idle
    case .lowPower: .lowPower
    case .refresh: .refresh
    case .continued: .continued
    case .thermal: .thermal
    case .quiet: .load
    case .resources: .resources
    }
  }

  /// The value as `nightjar device set` takes it.
  package var text: String {
    switch self {
    case .power(let value): value.rawValue
    case .battery(let value): String(value)
    case .network(let value): value.rawValue
    case .idle(let value), .lowPower(let value), .refresh(let value), .continued(let value):
      String(value)
    case .thermal(let value): value.rawValue
    case .quiet(let value): String((1000 - value) / 10)
    case .resources(let value): value & 1 == 0 ? "none" : "gpu"
    }
  }
}

extension DeviceState {
  /// The facts that make up the state, in the order of the keys.
  package var facts: [DeviceChange] {
    [
      .power(power), .battery(battery), .network(network), .idle(isIdle), .lowPower(isLowPower),
      .refresh(isRefreshOn), .continued(isContinuedOn), .thermal(thermal), .quiet(quiet),
      .resources(resources),
    ]
  }
}
