// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

/// The clock of a ``TestDevice``: a sleep on it ends when the test has let enough time pass.
public struct TestClock: Clock {
  /// A moment on the clock, counted from the device's beginning.
  public struct Instant: InstantProtocol {
    /// The time since the device was made.
    public var offset: Duration

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from here to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let core: DeviceCore
  let start: NightjarModel.Instant

  /// The present.
  public var now: Instant {
    let passed = core.state.withLock { $0.device.now } - start
    return Instant(offset: .nanoseconds(passed.nanoseconds))
  }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the test has let time pass up to a moment; the tolerance is not used.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await core.sleep(until: start + TimeSpan(deadline.offset))
  }
}
