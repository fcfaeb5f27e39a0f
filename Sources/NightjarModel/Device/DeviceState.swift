// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Where the machine's power comes from.
package enum PowerSource: String, CaseIterable, Hashable, Sendable {
  /// The battery discharges.
  case battery

  /// A charger or the mains.
  case external
}

/// What the network is good for.
package enum NetworkState: String, CaseIterable, Hashable, Sendable {
  /// No route to anywhere.
  case none

  /// A route whose bytes cost money.
  case metered

  /// A route whose bytes are free.
  case unmetered
}

/// How hot the machine is, in Apple's four steps.
package enum ThermalState: String, CaseIterable, Hashable, Comparable, Sendable {
  /// As it should be.
  case nominal

  /// Warm; nothing is held back yet.
  case fair

  /// Hot; background work is held back.
  case serious

  /// Too hot; everything that can wait waits.
  case critical

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .nominal: 0
    case .fair: 1
    case .serious: 2
    case .critical: 3
    }
  }
}

/// Everything that the scheduler believes of the machine.
package struct DeviceState: Hashable, Sendable {
  /// Where power comes from.
  package var power: PowerSource

  /// Charge in percent, 0…100; 100 when there is no battery.
  package var battery: Int

  /// What the network is good for.
  package var network: NetworkState

  /// Whether nobody uses the machine now.
  package var isIdle: Bool

  /// Whether the user asked to save power.
  package var isLowPower: Bool

  /// The Background App Refresh switch of the whole device.
  package var isRefreshOn: Bool

  /// Whether continued processing is switched on.
  package var isContinuedOn: Bool

  /// How hot it is.
  package var thermal: ThermalState

  /// How quiet the machine is: 1000 without load, 0 when every core is busy.
  package var quiet: Int

  /// Bits of `BGContinuedProcessingTaskRequest.Resources` that the hardware offers.
  package var resources: Int

  /// Makes a state; the defaults are a machine on the mains that nobody uses.
  package init(
    power: PowerSource = .external,
    battery: Int = 100,
    network: NetworkState = .unmetered,
    isIdle: Bool = true,
    isLowPower: Bool = false,
    isRefreshOn: Bool = true,
    isContinuedOn: Bool = true,
    thermal: ThermalState = .nominal,
    quiet: Int = 1000,
    resources: Int = 0
  ) {
    self.power = power
    self.battery = battery
    self.network = network
    self.isIdle = isIdle
    self.isLowPower = isLowPower
    self.isRefreshOn = isRefreshOn
    self.isContinuedOn = isContinuedOn
    self.thermal = thermal
    self.quiet = quiet
    self.resources = resources
  }
}

/// One thing about the machine that became different.
package enum DeviceChange: Hashable, Sendable {
  /// Power comes from elsewhere.
  case power(PowerSource)

  /// The charge is now so many percent.
  case battery(Int)

  /// The network is now good for something else.
  case network(NetworkState)

  /// Whether nobody uses the machine.
  case idle(Bool)

  /// Low Power Mode.
  case lowPower(Bool)

  /// The Background App Refresh switch of the device.
  case refresh(Bool)

  /// The continued processing switch of the device.
  case continued(Bool)

  /// The heat.
  case thermal(ThermalState)

  /// How quiet it is, 0…1000: one minus the one-minute load on each core, in thousandths.
  case quiet(Int)

  /// What the hardware offers to continued tasks.
  case resources(Int)
}

extension DeviceState {
  /// Takes over one change.
  ///
  /// - Returns: Whether the state is different now.
  package mutating func apply(_ change: DeviceChange) -> Bool {
    let before = self
    switch change {
    case .power(let value): power = value
    case .battery(let value): battery = min(100, max(0, value))
    case .network(let value): network = value
    case .idle(let value): isIdle = value
    case .lowPower(let value): isLowPower = value
    case .refresh(let value): isRefreshOn = value
    case .continued(let value): isContinuedOn = value
    case .thermal(let value): thermal = value
    case .quiet(let value): quiet = min(1000, max(0, value))
    case .resources(let value): resources = value
    }
    return self != before
  }
}
