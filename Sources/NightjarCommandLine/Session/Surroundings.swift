// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Everything outside the program that a line's outcome depends on; tests give their own.
package struct Surroundings: Sendable {
  /// The environment variables.
  package var environment: [String: String]

  /// Where the program speaks.
  package var output: any Output

  /// What the wall clock shows.
  package var now: @Sendable () -> WallTime

  /// Seconds east of UTC on the local clock at a moment.
  package var utcOffset: @Sendable (WallTime) -> Int64

  /// Connects to the daemon that listens at a path; throws `WireError` or `Failure`.
  package var connect: @Sendable (String) throws -> any Daemon

  /// Becomes another program with these arguments; returns only the reason why it could not.
  package var become: @Sendable (String, [String]) -> String

  /// The folder of the running program; `nil` when the system does not say.
  package var programFolder: String?

  /// The folder that counts as `/` when the machine is examined.
  package var root: String

  /// Tells what to do from now on when the user interrupts or the window has another size.
  package var interruptible: @Sendable (Interruption) -> Void

  /// Hands over each key that the user presses, on another thread and without waiting for a line,
  /// until the closure that it returns is called; that one puts the terminal back as it was.
  package var keys: @Sendable (@escaping @Sendable (UInt8) -> Void) -> @Sendable () -> Void

  /// Makes surroundings in which nothing can be reached but what is given.
  package init(
    environment: [String: String],
    output: any Output,
    now: @escaping @Sendable () -> WallTime,
    utcOffset: @escaping @Sendable (WallTime) -> Int64 = { _ in 0 },
    connect: @escaping @Sendable (String) throws -> any Daemon,
    become: @escaping @Sendable (String, [String]) -> String = { _, _ in "not here" },
    programFolder: String? = nil,
    root: String = "/",
    interruptible: @escaping @Sendable (Interruption) -> Void = { _ in },
    keys: @escaping @Sendable (@escaping @Sendable (UInt8) -> Void) -> @Sendable () -> Void = {
      _ in {}
    }
  ) {
    self.environment = environment
    self.output = output
    self.now = now
    self.utcOffset = utcOffset
    self.connect = connect
    self.become = become
    self.programFolder = programFolder
    self.root = root
    self.interruptible = interruptible
    self.keys = keys
  }
}

/// What happens while a line goes on and on; both are called on another thread.
package struct Interruption: Sendable {
  /// Called once when the user interrupts; the process exits with 0 afterwards.
  package var onInterrupt: @Sendable () -> Void

  /// Called when the window has another size.
  package var onResize: @Sendable () -> Void

  /// Makes an interruption that does nothing more than end the process.
  package init(
    onInterrupt: @escaping @Sendable () -> Void = {},
    onResize: @escaping @Sendable () -> Void = {}
  ) {
    self.onInterrupt = onInterrupt
    self.onResize = onResize
  }
}
