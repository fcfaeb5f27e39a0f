// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
internal import NightjarEngine
internal import NightjarModel

// Reading a scenario file, from the outside in.

extension Scenario {
  /// Reads a scenario file.
  ///
  /// - Throws: `ScenarioError`, which names the place, what was seen and what to write instead.
  package init(bytes: Data) throws(ScenarioError) {
    let file = try Fields(try JSONValue(bytes: bytes), at: "")
    try Self.checkHead(of: file)
    name = try file.text("name")
    rule = try file.text("rule")
    start = try file.wallTime("start")
    length = try file.moment("until")
    guard length <= .days(3660) else {
      throw file.fault("until", "a scenario lasts ten years at most")
    }
    device = try DeviceSetup(Fields(file.value("device"), at: "device"))
    apps = []
    for (index, value) in try file.list("apps").enumerated() {
      let place = "apps[\(index)]"
      let app = try AppSetup(Fields(value, at: place))
      guard !apps.contains(where: { $0.facts.identifier == app.facts.identifier }) else {
        throw ScenarioError("\(place).id", "\"\(app.facts.identifier.rawValue)\" is there already")
      }
      apps.append(app)
    }
    var reader = TimelineReader(apps: apps)
    timeline = try reader.read(file.list("timeline"))
    expectations = []
    for (index, value) in try file.list("expect").enumerated() {
      let fields = try Fields(value, at: "expect[\(index)]")
      expectations.append(try Expectation(fields, apps: reader.appNames, labels: reader.labels))
    }
  }

  private static func checkHead(of file: Fields) throws(ScenarioError) {
    guard file.has("scenario") else {
      throw ScenarioError("", "the key \"scenario\" is missing; write \"scenario\": 1")
    }
    guard try file.value("scenario") == 1 else {
      let seen = try file.value("scenario").kindName
      throw file.fault("scenario", "unknown version \(seen); this program reads version 1")
    }
    try file.allow([
      "scenario", "name", "rule", "source", "refs", "start", "until", "device", "apps", "timeline",
      "expect",
    ])
    _ = try file.words("source", SourceWord.self)
    if file.has("refs") { _ = try file.texts("refs") }
  }
}

/// Where a scenario's rule comes from.
private enum SourceWord: String, CaseIterable {
  case apple
  case header
  case wwdc
  case field
  case nightjar
}

/// How scenarios call what a network is good for.
enum NetworkWord: String, CaseIterable {
  case none
  case cellular
  case wifi

  var state: NetworkState {
    switch self {
    case .none: .none
    case .cellular: .metered
    case .wifi: .unmetered
    }
  }
}

extension DeviceSetup {
  init(_ fields: Fields) throws(ScenarioError) {
    try fields.allow([
      "preset", "power", "battery", "network", "inUse", "lowPower", "refresh", "continuedSlots",
    ])
    self.init()
    if fields.has("preset") { preset = try fields.word("preset") }
    if fields.has("power") { state.power = try fields.word("power") }
    if fields.has("battery") { state.battery = try fields.percent("battery") }
    if fields.has("network") { state.network = try fields.word("network", NetworkWord.self).state }
    if fields.has("inUse") { state.isIdle = try !fields.flag("inUse") }
    if fields.has("lowPower") { state.isLowPower = try fields.flag("lowPower") }
    if fields.has("refresh") { state.isRefreshOn = try fields.flag("refresh") }
    continuedSlots = try fields.optional("continuedSlots", fields.count)
  }
}

extension Fields {
  func percent(_ key: String) throws(ScenarioError) -> Int {
    let percent = try count(key)
    guard percent <= 100 else { throw fault(key, "percent goes up to 100, not \(percent)") }
    return percent
  }

  func appIdentifier(_ key: String) throws(ScenarioError) -> AppIdentifier {
    let app = AppIdentifier(try text(key))
    guard app.isWellFormed else { throw fault(key, "an identifier of an app is needed") }
    return app
  }
}
