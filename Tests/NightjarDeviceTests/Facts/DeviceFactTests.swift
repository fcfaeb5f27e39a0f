// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

@testable import NightjarDevice

@Suite struct DeviceFactTests {
  @Test(arguments: [
    ("power", "battery", DeviceChange.power(.battery)),
    ("power", "external", .power(.external)),
    ("battery", "0", .battery(0)),
    ("battery", "100", .battery(100)),
    ("network", "none", .network(.none)),
    ("network", "metered", .network(.metered)),
    ("network", "unmetered", .network(.unmetered)),
    ("idle", "true", .idle(true)),
    ("idle", "false", .idle(false)),
    ("lowPower", "true", .lowPower(true)),
    ("refresh", "false", .refresh(false)),
    ("continued", "false", .continued(false)),
    ("thermal", "nominal", .thermal(.nominal)),
    ("thermal", "fair", .thermal(.fair)),
    ("thermal", "serious", .thermal(.serious)),
    ("thermal", "critical", .thermal(.critical)),
    ("resources", "none", .resources(0)),
    ("resources", "gpu", .resources(1)),
  ])
  func `each word that scripts may rely on is understood, and written back the same`(
    key: String,
    value: String,
    fact: DeviceChange
  ) throws {
    #expect(try DeviceFactKey.parse(key).fact(value) == fact)
    #expect(fact.key.rawValue == key)
    #expect(fact.text == value)
  }

  @Test(arguments: [
    ("power", "mains", nil), ("power", "Battery", "battery"), ("power", "extrenal", "external"),
    ("battery", "101", nil), ("battery", "-1", nil), ("battery", "50%", "50"),
    ("battery", "+5", "5"), ("battery", "007", "7"), ("battery", "", nil),
    ("battery", "99999999999999999999999", nil), ("battery", "5.5", nil),
    ("network", "unmeterd", "unmetered"), ("network", "wifi", nil),
    ("idle", "yes", nil), ("idle", "True", "true"), ("lowPower", "1", nil),
    ("refresh", "flase", "false"), ("continued", " true", "true"),
    ("thermal", "crtical", "critical"), ("resources", "GPU", "gpu"), ("resources", "1", nil),
  ])
  func `a wrong value is refused with what may stand there and what was meant`(
    key: String,
    value: String,
    suggestion: String?
  ) throws {
    let key = try DeviceFactKey.parse(key)
    let error = try #require(throws: DeviceFactError.self) { try key.fact(value) }
    #expect(error.code == .badValue)
    #expect(error.value == value)
    #expect(error.allowed == key.allowedValues)
    #expect(error.suggestion == suggestion)
    #expect(error.description.contains(value.debugDescription))
  }

  @Test(arguments: [
    ("pwer", "power"), ("lowpower", "lowPower"), ("netwrok", "network"), ("thermals", "thermal"),
    ("colour", nil), ("", nil),
  ])
  func `a wrong key is refused with the key that was meant`(
    text: String,
    suggestion: String?
  ) throws {
    let error = try #require(throws: DeviceFactError.self) { try DeviceFactKey.parse(text) }
    #expect(error.code == .unknownKey)
    #expect(error.key == text)
    #expect(error.suggestion == suggestion)
    #expect(error.allowed.count == DeviceFactKey.allCases.count)
  }

  @Test func `what is refused is quoted shortly and harmlessly`() throws {
    let hostile = "\u{1B}[2J" + String(repeating: "x", count: 100_000)
    let error = try #require(throws: DeviceFactError.self) { try DeviceFactKey.parse(hostile) }
    #expect(error.description.count < 300)
    #expect(!error.description.contains("\u{1B}"))
  }
}

@Suite struct FactTableTests {
  private let onBattery = Finding(fact: .power(.battery), source: "test", trust: .measured)

  @Test func `without sources everything is a default that says so`() {
    let table = FactTable()
    #expect(table.state == DeviceState())
    #expect(table.readings.map(\.key) == DeviceFactKey.allCases)
    #expect(table.readings.allSatisfy { $0.trust == .default && $0.source == "default" })
  }

  @Test func `only what becomes different is a change`() {
    var table = FactTable()
    #expect(table.measure([onBattery]) == [.power(.battery)])
    #expect(table.measure([onBattery]) == [])
  }

  @Test func `an override hides a source, and shows it in the reading`() {
    var table = FactTable()
    _ = table.measure([onBattery])
    #expect(table.override(with: [.power(.external)]) == [.power(.external)])
    #expect(
      table.readings.first
        == DeviceReading(
          key: .power,
          value: "external",
          source: "override",
          trust: .override,
          overridden: "battery"
        )
    )
  }

  @Test func `what a source finds under an override counts when the override is lifted`() {
    var table = FactTable()
    _ = table.override(with: [.power(.external)])
    #expect(table.measure([onBattery]) == [])
    #expect(table.lift([.power]) == [.power(.battery)])
    #expect(table.readings.first?.overridden == nil)
  }

  @Test func `an override with the value that holds anyway changes nothing`() {
    var table = FactTable()
    #expect(table.override(with: [.battery(100)]) == [])
    #expect(table.readings[1].trust == .override)
    #expect(table.lift([.battery]) == [])
  }
}
