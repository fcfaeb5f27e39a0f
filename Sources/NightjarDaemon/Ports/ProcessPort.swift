// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Who starts, freezes and ends the processes of apps.
package protocol ProcessPort: AnyObject {
  /// Starts a process of an app.
  ///
  /// - Parameters:
  ///   - facts: What to start.
  ///   - inForeground: Whether the user opens it.
  /// - Returns: The process.
  /// - Throws: An error whose description says what is wrong and what to do.
  func launch(_ facts: AppFacts, inForeground: Bool) throws -> ProcessIdentity

  /// Asks a process to end: SIGTERM.
  func terminate(_ app: AppIdentifier, _ process: ProcessIdentity)

  /// Ends a process and what it started: SIGKILL.
  func kill(_ app: AppIdentifier, _ process: ProcessIdentity)

  /// Freezes a process.
  func freeze(_ app: AppIdentifier, _ process: ProcessIdentity)

  /// Lets a frozen process go on.
  func thaw(_ app: AppIdentifier, _ process: ProcessIdentity)

  /// What a process, and what it started, has used so far; `nil` when that is not known.
  func use(of app: AppIdentifier, _ process: ProcessIdentity) -> ResourceUse?
}

/// The lines to connected apps.
package protocol AppLinkPort: AnyObject {
  /// Hands a task over.
  func deliver(_ run: Run)

  /// Asks for a task back within so much time.
  func expire(_ run: Run, reason: ExpirationReason, grace: TimeSpan)

  /// Tells an app that a task was taken from it.
  func withdraw(_ run: Run)
}

/// The clocks and the timer of the machine.
package protocol ClockPort: AnyObject {
  /// The boot clock.
  var now: Instant { get }

  /// The wall clock.
  var wall: WallTime { get }

  /// Whether the machine slept since the last time this was asked.
  func hasSlept() -> Bool

  /// Has the scheduler told when an instant has come; replaces the one asked for before.
  func wake(at instant: Instant)
}
