// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarWire

// What the engine knows, spelt for the wire.

extension AppsInterface.App {
  init(_ overview: AppOverview, in engine: Engine, at instant: Instant) {
    self.init(
      overview.record,
      state: overview.state,
      pid: overview.process.map { Int($0.pid) },
      pending: overview.pending,
      running: overview.running
    )
    let wall = engine.wallOffset.wall(at: instant)
    budgets = engine.budgetLevels(of: overview.record.facts.identifier, at: instant)
      .map { AppsInterface.Budget($0, at: wall) }
  }
}

extension AppsInterface.Environment {
  /// The device as one app may know it.
  init(of app: AppIdentifier, in engine: Engine) {
    let record = engine.overview(of: app)?.record
    let isRefreshOn = engine.device.isRefreshOn && record?.isRefreshOn ?? true
    let hasGPU = record?.facts.entitlements.contains(AppFacts.gpuEntitlement) ?? false
    self.init(
      lowPowerMode: engine.device.isLowPower,
      backgroundRefresh: isRefreshOn ? "available" : "denied",
      thermalState: engine.device.thermal.rawValue,
      resources: hasGPU ? engine.device.resources : 0
    )
  }
}

extension PolicyChoice {
  /// The numbers as the wire says them.
  func reply(file: String?) -> DaemonInterface.Policy.Reply {
    let usual = Policy(preset: policy.preset)
    let numbers = PolicyNumber.all.compactMap { number -> DaemonInterface.Number? in
      guard let value = number.value(in: policy), let preset = number.value(in: usual)
      else { return nil }
      return DaemonInterface.Number(
        name: number.name,
        value: number.text(of: value),
        preset: number.text(of: preset),
        origin: origins[number.name] ?? "",
        meaning: number.meaning,
        source: number.source
      )
    }
    return DaemonInterface.Policy.Reply(
      preset: policy.preset.rawValue,
      file: file,
      numbers: numbers
    )
  }
}
