// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import NightjarClient
internal import NightjarSystem
internal import Synchronization

/// The time in which an app may end what it began before it left the front.
///
/// All work together has 30 seconds. With five left, the expiration handlers are called on the main
/// actor; who does not end its work then is named in the log, and a process that the daemon started
/// is ended. One that the user started lives on.
public final class BackgroundTime: Sendable {
  private struct State {
    var assertions = BackgroundAssertions()
    var handlers: [Int: @MainActor @Sendable () -> Void] = [:]

    /// When the next look is planned.
    var planned: Double?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "org.nightjar.NightjarApp.backgroundTime")
  private let isEndable: Bool
  private let log: @Sendable (String) -> Void

  init(runtime: AppRuntime) {
    isEndable = runtime.hasStartedProcess
    log = runtime.settings.log
  }

  /// Takes up a piece of work.
  ///
  /// - Parameters:
  ///   - name: For the log.
  ///   - expiration: Called once when time is nearly up.
  /// - Returns: The number to end it by, from 1.
  public func begin(_ name: String, expiration: (@MainActor @Sendable () -> Void)?) -> Int {
    let number = state.withLock { state in
      let number = state.assertions.begin(name, at: Self.now)
      state.handlers[number] = expiration
      return number
    }
    queue.async { self.check() }
    return number
  }

  /// Ends a piece of work; safe on any thread.
  public func end(_ number: Int) {
    let (wasOpen, handler) = state.withLock { state in
      (state.assertions.end(number), state.handlers.removeValue(forKey: number))
    }
    // Released here, outside the lock: it may be the last reference to something of the app's.
    withExtendedLifetime(handler) {}
    if !wasOpen {
      log("[UIKit:BackgroundTask] background task \(number) is not open; ending it does nothing")
    }
  }

  /// The seconds that are left; the greatest number in front.
  public var remaining: Double { state.withLock { $0.assertions.remaining(at: Self.now) } }

  func enterBackground() {
    state.withLock { $0.assertions.enterBackground(at: Self.now) }
    queue.async { self.check() }
  }

  func enterForeground() { state.withLock { $0.assertions.enterForeground() } }

  private static var now: Double { Double(Clocks.boot) / 1e9 }

  private func check() {
    let now = Self.now
    let (duties, handlers, next) = state.withLock { state in
      // A look that comes a second late or more was held up: the process stood still meanwhile, and
      // must not be ended for that as soon as it is thawed for its next task.
      if let planned = state.planned, now - planned > 1 {
        state.assertions.leaveOut(now - planned)
      }
      let duties = state.assertions.duties(at: now)
      state.planned = state.assertions.nextDuty(after: now)
      return (duties, state.handlers, state.planned)
    }
    for duty in duties {
      switch duty {
      case .expire(let number):
        guard let handler = handlers[number] else { continue }
        DispatchQueue.main.async { MainActor.assumeIsolated { handler() } }
      case .noteAge(let work): log("\(Self.title(work)) is older than 30 s")
      case .overdue(let work):
        log("\(Self.title(work)) was not ended after its expiration handler")
      }
    }
    let isOverdue = duties.contains {
      switch $0 {
      case .overdue: true
      case .expire, .noteAge: false
      }
    }
    if isOverdue, isEndable { endProcess() }
    if let next {
      // A little late rather than early, when nothing would be due yet.
      queue.asyncAfter(deadline: .now() + (next - now) + 0.001) { self.check() }
    }
  }

  /// Ends the process as spec 3.3.4 has it.
  private func endProcess() {
    kill(getpid(), SIGTERM)
    queue.asyncAfter(deadline: .now() + 2) { kill(getpid(), SIGKILL) }
  }

  private static func title(_ work: BackgroundAssertions.Assertion) -> String {
    "[UIKit:BackgroundTask] background task \(work.number) (\"\(work.name)\")"
  }
}
