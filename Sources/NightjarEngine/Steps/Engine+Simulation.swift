// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// The debugger's two commands: spec 9.

extension Engine {
  /// Starts a pending request whatever holds it back (9.4).
  mutating func simulateLaunch(_ key: RequestKey, _ ticket: Ticket) {
    if apps[key.app]?.running[key.task] != nil {
      effects.append(.log(.simulatedLaunchRefused(key)))
      effects.append(.answerSimulation(ticket, .running))
      return
    }
    guard let slot = apps[key.app]?.requests[key.task], let entry = entries[slot] else {
      effects.append(.log(.nothingPending(key)))
      effects.append(.answerSimulation(ticket, .notPending))
      return
    }
    effects.append(.answerSimulation(ticket, .done))
    // One that waits for its app's launch goes on waiting, but no longer takes a slot.
    releaseLaunchSlot(entry)
    entries.hold(slot)
    begin(slot, simulated: true)
  }

  /// Takes a running task back as the system would (9.5).
  mutating func simulateExpiration(_ key: RequestKey, _ ticket: Ticket) {
    guard let number = apps[key.app]?.running[key.task], runs[number]?.expiration == nil else {
      effects.append(.log(.simulatedExpirationRefused(key)))
      effects.append(.answerSimulation(ticket, .notRunning))
      return
    }
    expire(number, .user)
    effects.append(.answerSimulation(ticket, .done))
  }
}
