// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// Continued tasks that say nothing, and machines that are short: spec 4.6.
@Suite struct ContinuedTests {
  @Test func `compatibility 42: without progress for 30 s in the background a task is stalled`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser()
    device.submit(.continued, "a")
    device.advance(.hours(1))
    #expect(device.expiries.isEmpty)
    device.send(.appEnteredBackground(.reader, process))
    device.advance(.seconds(29))
    #expect(device.expiries.isEmpty)
    device.advance(.seconds(1))
    #expect(device.expiries.map(\.reason) == [.stalled])
  }

  @Test func `compatibility 42: any sign of progress starts the 30 s anew`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser()
    device.submit(.continued, "a")
    device.send(.appEnteredBackground(.reader, process))
    for step in 1...10 {
      device.advance(.seconds(25))
      device.report("a", millionths: step)
    }
    #expect(device.expiries.isEmpty)
    // The same report again is no sign of life.
    device.advance(.seconds(25))
    device.report("a", millionths: 10)
    device.advance(.seconds(5))
    #expect(device.expiries.map(\.reason) == [.stalled])
  }

  @Test func `coming back to the front ends the wait for a sign`() {
    var device = VirtualDevice.furnished()
    let process = device.openByUser()
    device.submit(.continued, "a")
    device.send(.appEnteredBackground(.reader, process))
    device.advance(.seconds(20))
    device.send(.appEnteredForeground(.reader, process))
    device.advance(.minutes(5))
    #expect(device.expiries.isEmpty)
  }

  @Test func `compatibility 43: under pressure the lowest fraction goes first`() {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    device.submit(.continued, "a")
    device.submit(.continued, "b")
    device.report("a", millionths: 700_000)
    device.report("b", millionths: 300_000)
    device.send(.pressureRose)
    #expect(device.expiries.map(\.task) == ["b"])
    #expect(device.expiries.map(\.reason) == [.pressure])
    device.send(.pressureRose)
    #expect(device.expiries.map(\.task) == ["b", "a"])
  }

  @Test func `a reboot ends runs without holding it against the app`() {
    var device = VirtualDevice.furnished()
    device.submit(.processing, "a")
    device.restart(rebooted: true)
    device.send(.rebooted)
    #expect(device.endings == ["a crashed"])
    device.submit(.processing, "a")
    #expect(device.delivered == ["a", "a"])
  }
}

extension VirtualDevice {
  mutating func report(_ task: String, millionths: Int) {
    guard let run = run(task) else { return }
    let progress = TaskProgress(completed: 0, total: 0, millionths: millionths)
    send(.progressReported(run, progress))
  }
}
