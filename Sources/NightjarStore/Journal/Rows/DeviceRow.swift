// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

struct DeviceRow: Codable {
  var power: String
  var battery: Int
  var network: String
  var isIdle: Bool
  var isLowPower: Bool
  var isRefreshOn: Bool
  var isContinuedOn: Bool
  var thermal: String

  /// Journals that were written before the score have none.
  var quiet: Int?
  var resources: Int

  init(_ device: DeviceState) {
    power = device.power.rawValue
    battery = device.battery
    network = device.network.rawValue
    isIdle = device.isIdle
    isLowPower = device.isLowPower
    isRefreshOn = device.isRefreshOn
    isContinuedOn = device.isContinuedOn
    thermal = device.thermal.rawValue
    quiet = device.quiet
    resources = device.resources
  }

  func model() throws(StoreError) -> DeviceState {
    DeviceState(
      power: try knownWord(power),
      battery: battery,
      network: try knownWord(network),
      isIdle: isIdle,
      isLowPower: isLowPower,
      isRefreshOn: isRefreshOn,
      isContinuedOn: isContinuedOn,
      thermal: try knownWord(thermal),
      quiet: quiet ?? 1000,
      resources: resources
    )
  }
}

struct DeviceChangeRow: Codable {
  var type: String
  var word: String?
  var number: Int?
  var isOn: Bool?

  init(_ change: DeviceChange) {
    switch change {
    case .power(let value): (type, word) = ("power", value.rawValue)
    case .battery(let value): (type, number) = ("battery", value)
    case .network(let value): (type, word) = ("network", value.rawValue)
    case .idle(let value): (type, isOn) = ("idle", value)
    case .lowPower(let value): (type, isOn) = ("lowPower", value)
    case .refresh(let value): (type, isOn) = ("refresh", value)
    case .continued(let value): (type, isOn) = ("continued", value)
    case .thermal(let value): (type, word) = ("thermal", value.rawValue)
    case .quiet(let value): (type, number) = ("quiet", value)
    case .resources(let value): (type, number) = ("resources", value)
    }
  }

  func model() throws(StoreError) -> DeviceChange {
    switch type {
    case "power": .power(try knownWord(try demand(word, "word", of: type)))
    case "battery": .battery(try demand(number, "number", of: type))
    case "network": .network(try knownWord(try demand(word, "word", of: type)))
    case "idle": .idle(try demand(isOn, "isOn", of: type))
    case "lowPower": .lowPower(try demand(isOn, "isOn", of: type))
    case "refresh": .refresh(try demand(isOn, "isOn", of: type))
    case "continued": .continued(try demand(isOn, "isOn", of: type))
    case "thermal": .thermal(try knownWord(try demand(word, "word", of: type)))
    case "quiet": .quiet(try demand(number, "number", of: type))
    case "resources": .resources(try demand(number, "number", of: type))
    default: throw unknownWord(type, for: "device change")
    }
  }
}
