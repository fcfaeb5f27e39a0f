// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine
package import NightjarModel

/// Engines with much to do, for measurements: the same numbers give the same engine.
package struct Workload: Sendable {
  /// How many requests are pending in all.
  package var pending: Int

  /// How many of them each app has.
  package var perApp: Int

  /// Makes a workload.
  package init(pending: Int, perApp: Int) {
    self.pending = pending
    self.perApp = max(1, perApp)
  }

  /// When the engine is made.
  package static let begins = Instant(nanoseconds: 1_000_000_000)

  /// The app of an index from 0.
  package static func app(_ index: Int) -> AppIdentifier {
    AppIdentifier("org.example.app\(index)")
  }

  /// The request of an index from 0; it is eligible in an hour, later ones later.
  package func request(_ index: Int) -> TaskRequest {
    let task = TaskIdentifier("org.example.task\(index % perApp)")
    let floor = TimeSpan.hours(1) + .milliseconds(Int64(index))
    return TaskRequest(
      key: RequestKey(app: Self.app(index / perApp), task: task),
      kind: .processing,
      earliestBegin: WallTime(nanoseconds: Self.begins.nanoseconds) + floor,
      conditions: [.network]
    )
  }

  /// Installs the apps and submits the requests, one event each.
  ///
  /// - Returns: The engine, in which all of them are pending.
  package func engine() -> Engine {
    var policy = Policy(preset: .mains)
    policy.pendingProcessing = perApp
    let snapshot = Snapshot(device: DeviceState(), wallOffset: WallOffset(nanoseconds: 0))
    var engine = Engine(policy: policy, snapshot: snapshot, at: Self.begins)
    let permitted = (0..<perApp).map { "org.example.task\($0)" }
    for index in 0..<pending {
      if index.isMultiple(of: perApp) {
        let facts = AppFacts(
          identifier: Self.app(index / perApp),
          permittedIdentifiers: permitted,
          backgroundModes: ["processing"]
        )
        _ = engine.handle(.appInstalled(facts), at: Self.begins)
      }
      let event = Event.submitted(request(index), Ticket(rawValue: Int64(index)))
      _ = engine.handle(event, at: Self.begins)
    }
    return engine
  }
}
