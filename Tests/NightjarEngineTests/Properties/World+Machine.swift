// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

// What seldom happens in the random world: other numbers, traffic, load, and reboots.

extension World {
  mutating func changeRarely() {
    let app = Self.apps[random.below(Self.apps.count)]
    switch random.below(8) {
    case 0: change(otherPolicy())
    case 1: feed(.appUsageErased(app))
    case 2..<5: feed(.dataMoved(app, bytes: Int64(random.below(4_000_000))))
    default: feed(.deviceChanged(.quiet(random.below(1001))))
    }
  }

  /// Other numbers; slots stay as they are, since what runs keeps its own.
  private mutating func otherPolicy() -> Policy {
    var policy = engine.policy
    policy.refreshBudget.capacity = Int64(1 + random.below(24))
    policy.refreshBudget.interval = .minutes(Int64(1 + random.below(60)))
    policy.pushBudget.capacity = Int64(1 + random.below(6))
    policy.pushBudget.interval = .minutes(Int64(1 + random.below(20)))
    policy.dataBudget.capacity = Int64(1 + random.below(40))
    policy.spacing = .minutes(Int64(random.below(16)))
    policy.transferPatience = .minutes(Int64(1 + random.below(60)))
    policy.resumeSpread = .seconds(Int64(random.below(60)))
    if policy.preset != .mains { policy.score = random.chance(50) ? ScorePolicy() : nil }
    return policy
  }

  /// The daemon goes and comes back, with what was written; perhaps the whole machine, and perhaps
  /// with a clock that lost its time.
  mutating func restart() {
    write(groups.count)
    twin = nil
    launches = []
    var snapshot = engine.snapshot()
    snapshot.processes = []
    snapshot.holds = []
    // Those who keep pushes and transfers tell of them anew.
    let (held, waiting) = (deliveries.pushes, deliveries.waiting)
    snapshot.deliveries = [:]
    deliveries = DeliveryLedger(last: deliveries.last)
    let isBoot = random.chance(50)
    if isBoot, random.chance(30) { snapshot.wallOffset = earlier(snapshot.wallOffset) }
    engine = Engine(policy: engine.policy, snapshot: snapshot, at: now)
    wakesAt = .distantFuture
    for (identity, process) in processes.sorted(by: { $0.key.pid < $1.key.pid }) {
      processes[identity]?.isAttached = false
      guard isBoot || random.chance(40) else { continue }
      processes[identity] = nil
      if !isBoot { feed(.appExited(process.app, identity, .unknown)) }
    }
    feed(isBoot ? .rebooted : .timePassed)
    tell(of: held, and: waiting)
  }

  private mutating func tell(
    of held: [String: AppIdentifier],
    and waiting: [TransferKey: Transfer]
  ) {
    for (identifier, app) in held.sorted(by: { $0.key < $1.key }) where engine.apps[app] != nil {
      deliveries.pushes[identifier] = app
      feed(.pushArrived(SilentPush(app: app, identifier: identifier)))
    }
    for (key, transfer) in waiting.sorted(by: { $0.key < $1.key }) where engine.apps[key.app] != nil
    {
      deliveries.waiting[key] = transfer
      feed(.transferCreated(transfer))
    }
  }

  private mutating func earlier(_ offset: WallOffset) -> WallOffset {
    let days = Int64(1 + random.below(30))
    return WallOffset(nanoseconds: offset.nanoseconds - days * 86_400_000_000_000)
  }
}
