// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The facts that `device set` overrides, with their values (design section 8).
enum DeviceWords {
  struct Fact: Hashable {
    var key: String

    /// The values; empty means a whole number from 0 to 100.
    var values: [String]
    var help: String
  }

  static let all = [
    Fact(
      key: "power",
      values: PowerSource.allCases.map(\.rawValue),
      help: "where power comes from"
    ),
    Fact(key: "battery", values: [], help: "its charge in percent, 0 to 100"),
    Fact(
      key: "network",
      values: NetworkState.allCases.map(\.rawValue),
      help: "what it is good for"
    ),
    Fact(key: "idle", values: truth, help: "whether nobody uses the machine"),
    Fact(key: "lowPower", values: truth, help: "Low Power Mode"),
    Fact(key: "refresh", values: truth, help: "Background App Refresh for the device"),
    Fact(key: "continued", values: truth, help: "continued processing for the device"),
    Fact(key: "thermal", values: ThermalState.allCases.map(\.rawValue), help: "how hot it is"),
    Fact(key: "resources", values: ["none", "gpu"], help: "what continued tasks may use"),
  ]

  private static let truth = ["true", "false"]

  /// What `KEY=VALUE` says of the device; `nil` for what ``objection(toSetting:)`` objects to.
  static func change(_ setting: String) -> DeviceChange? {
    guard objection(toSetting: setting) == nil else { return nil }
    let parts = setting.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let value = String(parts[1])
    return switch parts[0] {
    case "power": PowerSource(rawValue: value).map { .power($0) }
    case "battery": Int(value).map { .battery($0) }
    case "network": NetworkState(rawValue: value).map { .network($0) }
    case "idle": Bool(value).map { .idle($0) }
    case "lowPower": Bool(value).map { .lowPower($0) }
    case "refresh": Bool(value).map { .refresh($0) }
    case "continued": Bool(value).map { .continued($0) }
    case "thermal": ThermalState(rawValue: value).map { .thermal($0) }
    case "resources": .resources(value == "gpu" ? 1 : 0)
    default: nil
    }
  }

  /// What is wrong with `KEY=VALUE`; `nil` when it can be sent.
  static func objection(toSetting text: String) -> String? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "is not KEY=VALUE" }
    let (key, value) = (String(parts[0]), String(parts[1]))
    guard let fact = all.first(where: { $0.key == key }) else {
      return "names an unknown fact; known are \(all.map(\.key).joined(separator: ", "))"
        + Suggestion.phrase(for: key, among: all.map(\.key))
    }
    if fact.values.isEmpty {
      let isPercent = Int(value).map { (0...100).contains($0) } ?? false
      return isPercent ? nil : "needs a whole number from 0 to 100"
    }
    guard !fact.values.contains(value) else { return nil }
    return "needs one of \(fact.values.joined(separator: ", "))"
      + Suggestion.phrase(for: value, among: fact.values)
  }
}
