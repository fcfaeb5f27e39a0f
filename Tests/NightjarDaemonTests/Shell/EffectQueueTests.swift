// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

@testable import NightjarDaemon

@Suite
struct EffectQueueTests {
  private func change(_ name: String) -> StateChange {
    .appRemoved(AppIdentifier(name))
  }

  @Test
  func `groups leave in the order in which they came`() {
    var queue = EffectQueue()
    let first = queue.append([], waitingFor: [], isOpen: false)
    let second = queue.append([], waitingFor: [], isOpen: true)
    #expect(queue.popOpen() == nil)
    queue.open(first)
    #expect(queue.popOpen()?.number == first)
    #expect(queue.popOpen()?.number == second)
    #expect(queue.popOpen() == nil && queue.isEmpty)
  }

  @Test
  func `numbers go on after the queue was empty`() {
    var queue = EffectQueue()
    queue.open(queue.append([], waitingFor: [], isOpen: false))
    _ = queue.popOpen()
    let next = queue.append([], waitingFor: [], isOpen: false)
    queue.open(next)
    #expect(queue.popOpen()?.number == next)
  }

  @Test
  func `a failure fails all that wait, and gives their changes back newest first`() {
    var queue = EffectQueue()
    _ = queue.append([], waitingFor: [change("a"), change("b")], isOpen: false)
    _ = queue.append([], waitingFor: [], isOpen: true)
    let last = queue.append([], waitingFor: [change("c")], isOpen: false)
    #expect(queue.isWaiting(last))
    #expect(queue.failWaiting() == [change("c"), change("b"), change("a")])
    #expect(!queue.isWaiting(last), "the second report of the same failure")
    #expect(
      [queue.popOpen(), queue.popOpen(), queue.popOpen()].map { $0?.hasFailed } == [
        true, false, true,
      ]
    )
  }

  @Test
  func `a queue that is never empty holds only what waits, and finds it`() {
    var queue = EffectQueue()
    var waiting = queue.append([], waitingFor: [], isOpen: false)
    for _ in 0..<10_000 {
      let next = queue.append([], waitingFor: [], isOpen: false)
      queue.open(waiting)
      #expect(queue.popOpen()?.number == waiting)
      waiting = next
    }
    let groups = Mirror(reflecting: queue).children.first { $0.label == "groups" }?.value
    #expect((groups as? [EffectQueue.Group]).map { $0.count < 1000 } == true)
    #expect(queue.isWaiting(waiting))
  }

  @Test
  func `opening a number that has left changes nothing`() {
    var queue = EffectQueue()
    let number = queue.append([], waitingFor: [], isOpen: true)
    _ = queue.popOpen()
    queue.open(number)
    #expect(queue.isEmpty)
  }
}
