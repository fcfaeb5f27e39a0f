// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel

@testable import NightjarEngine

// Processes of the random world, which start, attach, come, go and die as they please.

extension World {
  /// The daemon's answer to a launch that the engine asked for.
  mutating func answerLaunch() {
    guard !launches.isEmpty else { return feed(process()) }
    let app = launches.removeFirst()
    guard engine.apps[app] != nil else { return }
    guard !random.chance(10) else { return feed(.launchFailed(app, "random")) }
    feed(.appLaunched(app, newProcess(of: app, isDaemonStarted: true)))
  }

  mutating func process() -> Event {
    let known = processes.keys.sorted { $0.pid < $1.pid }
    guard !known.isEmpty, !random.chance(known.count < 12 ? 15 : 2) else {
      let app = Self.apps[random.below(Self.apps.count)]
      return attach(newProcess(of: app, isDaemonStarted: false))
    }
    let identity = known[random.below(known.count)]
    guard let process = processes[identity] else { return .timePassed }
    switch random.below(22) {
    case 20..<22:
      // Now and then a counter that begins anew.
      let cpu = random.chance(95) ? now - .zero : .zero
      return .processMeasured(process.app, identity, ResourceUse(cpu: cpu))
    case 0..<3: return exit(identity, process)
    case 3: return detach(identity, process)
    case 4..<8: return attach(identity)
    case 8..<15 where process.isAttached: return .appFinishedLaunching(process.app, identity)
    case 15..<17 where process.isAttached: return .appEnteredForeground(process.app, identity)
    case 17..<20 where process.isAttached: return .appEnteredBackground(process.app, identity)
    default: return attach(identity)
    }
  }

  private mutating func exit(_ identity: ProcessIdentity, _ process: Process) -> Event {
    processes[identity] = nil
    return .appExited(process.app, identity, random.chance(50) ? .exited(0) : .signaled(9))
  }

  private mutating func detach(_ identity: ProcessIdentity, _ process: Process) -> Event {
    processes[identity]?.isAttached = false
    return .appDetached(process.app, identity)
  }

  private mutating func attach(_ identity: ProcessIdentity) -> Event {
    guard let process = processes[identity] else { return .timePassed }
    processes[identity]?.isAttached = true
    let attachment = AppAttachment(
      facts: facts(process.app, build: builds),
      process: identity,
      isDaemonStarted: process.isDaemonStarted,
      isForeground: !process.isDaemonStarted && random.chance(70),
      runs: process.runs.sorted()
    )
    return .appAttached(attachment)
  }
}
