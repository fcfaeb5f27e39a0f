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

  /// G9: the user opened the app of late. Needs measured use; open until that is kept.
  case recentUse

  /// G10: the app's budget is not spent. Needs measured cost; open until that is kept.
  case budget

  /// G11: the app's last launch of the kind is long enough ago. Open until that is kept.
  case spacing

  /// G12: fewer tasks run than may run together.
  case slots

  /// G13: the machine is not too hot.
  case heat
}

/// The gates that apply to each kind of work: the rows of spec 5.3 as data.
package struct GateTable: Hashable, Sendable {
  private var gates: [TaskKind: Set<Gate>]

  /// Makes a table; a kind without an entry meets no gate.
  package init(_ gates: [TaskKind: Set<Gate>]) {
    self.gates = gates
  }

  /// Whether a gate applies to a kind of work.
  package func applies(_ gate: Gate, to kind: TaskKind) -> Bool {
    gates[kind]?.contains(gate) ?? false
  }

  /// The gates of the preset `phone`.
  package static let phone = Self([
    .refresh: [
      .floor, .refreshSwitch, .lowPower, .criticalBattery, .forceQuit, .budget, .spacing, .slots,
      .heat,
    ],
    .processing: processing,
    .healthResearch: processing,
    .continued: [.slots],
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

  private func without(_ removed: Set<Gate>) -> Self {
    Self(gates.mapValues { $0.subtracting(removed) })
  }
}
