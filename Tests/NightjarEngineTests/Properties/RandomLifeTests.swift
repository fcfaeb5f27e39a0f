// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import Testing

@testable import NightjarEngine

/// Random lives of a device, with everything checked that must always hold.
///
/// `NIGHTJAR_PROPERTY_EVENTS` sets how many events there are in all.
@Suite struct RandomLifeTests {
  static let eventCount =
    ProcessInfo.processInfo.environment["NIGHTJAR_PROPERTY_EVENTS"].flatMap { Int($0) } ?? 160_000

  @Test(arguments: Array(0..<8)) func `a random life keeps every promise`(life: Int) throws {
    var world = World(seed: UInt64(life) &* 7919 &+ 1, preset: Preset.allCases[life % 3])
    for app in World.apps { world.feed(.appInstalled(world.facts(app))) }
    var twinLeft = 0
    for count in 0..<(Self.eventCount / 8) {
      world.step()
      world.checkAlways()
      if count % 32 == 0 { world.checkThoroughly() }
      if twinLeft > 0 { twinLeft -= 1 } else { world.twin = nil }
      if count % 500 == 250 {
        world.startTwin()
        twinLeft = 200
      }
      if count % 4000 == 3999 { world.restart() }
      if count % 5000 == 4999 { world.lookAhead() }
      guard world.ledger.complaints.isEmpty else { break }
    }
    let story = (world.ledger.complaints + world.recent).joined(separator: "\n")
    try #require(world.ledger.complaints.isEmpty, "\(story)")
    #expect(world.ledger.consumed > 0)
  }

  @Test func `the same seed is the same life`() {
    var (one, other) = (World(seed: 11, preset: .phone), World(seed: 11, preset: .phone))
    for app in World.apps {
      one.feed(.appInstalled(one.facts(app)))
      other.feed(.appInstalled(other.facts(app)))
    }
    for count in 1...4000 {
      one.step()
      other.step()
      guard one.recent == other.recent else { break }
      if count % 1500 == 0 {
        one.restart()
        other.restart()
      }
    }
    #expect(one.recent == other.recent)
    #expect(one.engine.snapshot() == other.engine.snapshot())
    #expect(one.ledger.consumed > 0)
  }
}

extension World {
  /// Plays a copy of this world on through two good days.
  mutating func lookAhead() {
    var future = self
    future.endure()
    for complaint in future.ledger.complaints { ledger.complain("in a good future: \(complaint)") }
  }

  /// Makes a second engine from a checkpoint of the first.
  mutating func startTwin() {
    let snapshot = engine.checkpoint()
    twin = Engine(policy: engine.policy, snapshot: snapshot, at: now)
  }
}
