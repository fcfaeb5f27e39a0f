// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// One condition of the machine, the app or the scheduler that must hold before work starts.
///
/// The numbers are those of spec 5.3. A closed gate means "not now", never "never".
package enum Gate: String, CaseIterable, Hashable, Sendable {
  /// G1: not before `earliestBeginDate`.
  case floor

  /// G2: a network, when the request requires one.
  case network

  /// G3: external power, when the request requires it.
  case power

  /// G4: nobody uses the machine.
  case idle

  /// G5: Background App Refresh is on, for the device and the app.
  case refreshSwitch

  /// G6: Low Power Mode is off.
  case lowPower

  /// G7: the battery is not critically low, or power is external.
  case criticalBattery

  /// G8: the user did not swipe the app away.
  case forceQuit

  /// G9: the user opened the app of late.
  case recentUse

  /// G10: the app's budget is not spent.
  case budget

  /// G11: the app's last launch of the kind is long enough ago.
  case spacing

  /// G12: fewer tasks run than may run together.
  case slots

  /// G13: the machine is not too hot.
  case heat

  /// G14: the network costs nothing.
  case metered
}

/// The gates that apply to each kind of work: the rows of spec 5.3 as data.
package struct GateTable: Hashable, Sendable {
  /// For each kind of work, in their order, one bit for each gate: this is asked all the time.
  private var rows: [UInt16]

  /// Makes a table; a kind of work without an entry meets no gate.
  package init(_ gates: [Work: Set<Gate>]) {
    rows = Work.all.map { work in Self.bits(gates[work] ?? []) }
  }

  /// Whether a gate applies to a kind of task.
  package func applies(_ gate: Gate, to kind: TaskKind) -> Bool {
    applies(gate, to: .task(kind))
  }

  /// Whether a gate applies to a kind of work.
  package func applies(_ gate: Gate, to work: Work) -> Bool {
    rows[work.ordinal] & gate.bit != 0
  }

  private static func bits(_ gates: Set<Gate>) -> UInt16 {
    gates.reduce(0) { $0 | $1.bit }
  }

  /// The gates of the preset `phone`.
  package static let phone = Self([
    .task(.refresh): [
      .floor, .refreshSwitch, .lowPower, .criticalBattery, .forceQuit, .budget, .spacing, .slots,
      .heat,
    ],
    .task(.processing): processing,
    .task(.healthResearch): processing,
    .task(.continued): [.slots],
    .push: [
      .network, .refreshSwitch, .lowPower, .criticalBattery, .forceQuit, .budget, .spacing,
    ],
    .discretionaryTransfer: [
      .floor, .network, .power, .lowPower, .criticalBattery, .forceQuit, .heat, .metered,
      .budget,
    ],
  ])

  /// The gates of the preset `portable`: those of a phone without recent use.
  package static let portable = phone.without([.recentUse])

  /// The gates of the preset `mains`: no budgets, no spacing, no saving of battery.
  package static let mains = phone.without([
    .recentUse, .budget, .spacing, .lowPower, .criticalBattery,
  ])

  private static let processing: Set<Gate> = [
    .floor, .network, .power, .idle, .refreshSwitch, .lowPower, .criticalBattery, .recentUse,
    .slots, .heat,
  ]

  /// The table without some gates.
  package func without(_ removed: Set<Gate>) -> Self {
    var table = self
    table.rows = rows.map { $0 & ~Self.bits(removed) }
    return table
  }
}

extension Gate {
  fileprivate var bit: UInt16 {
    switch self {
    case .floor: 1 << 0
    case .network: 1 << 1
    case .power: 1 << 2
    case .idle: 1 << 3
    case .refreshSwitch: 1 << 4
    case .lowPower: 1 << 5
    case .criticalBattery: 1 << 6
    case .forceQuit: 1 << 7
    case .recentUse: 1 << 8
    case .budget: 1 << 9
    case .spacing: 1 << 10
    case .slots: 1 << 11
    case .heat: 1 << 12
    case .metered: 1 << 13
    }
  }
}
