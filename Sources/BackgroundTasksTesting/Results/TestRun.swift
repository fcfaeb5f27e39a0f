// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import BackgroundTasks
public import FoundationEssentials
internal import NightjarModel

/// One run of a task on a ``TestDevice``.
public struct TestRun: Hashable, Sendable {
  /// How a run ended: an open set, since later versions may know more.
  public struct Outcome: RawRepresentable, Hashable, Sendable {
    /// The outcome as one word, as the command line prints it.
    public var rawValue: String

    /// Makes an outcome from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The app completed it with `true` before anything was taken back.
    public static let success = Self(rawValue: "success")

    /// The app completed it with `false` before anything was taken back.
    public static let failure = Self(rawValue: "failure")

    /// It was asked back, and the app completed it in time.
    public static let expired = Self(rawValue: "expired")

    /// It was asked back, and no expiration handler was set.
    public static let expiredWithoutHandler = Self(rawValue: "expiredWithoutHandler")

    /// It was asked back, and the app did not complete it in time, so its process was ended.
    public static let killed = Self(rawValue: "killed")

    /// The process went away while it ran, as at a reboot.
    public static let crashed = Self(rawValue: "crashed")

    /// It was taken away without a callback, as by a force quit.
    public static let cancelled = Self(rawValue: "cancelled")
  }

  /// The identifier of the task.
  public var identifier: String

  /// When its handler was called, on the device's clock.
  public var startedAt: Date

  /// When it ended; `nil` while it runs.
  public var endedAt: Date?

  /// How it ended; `nil` while it runs.
  public var outcome: Outcome?

  /// Why it was asked back; `nil` if it was not.
  public var expirationReason: BGTask.ExpirationReason?
}

/// One thing that holds a pending request back.
public struct HoldReason: Hashable, Sendable {
  /// The reason as one word, such as `lowPowerMode`; the words of `nightjar why`.
  public var name: String

  /// What is seen, for people.
  public var seen: String

  /// What is needed instead, for people.
  public var needed: String

  /// When it clears by itself; `nil` if something else has to happen.
  public var clearsAt: Date?

  init(_ reason: Reason) {
    name = reason.name
    seen = reason.seen
    needed = reason.needed
    clearsAt = reason.clearsAt.map(Date.init)
  }
}

extension Date {
  init(_ wall: WallTime) {
    self.init(timeIntervalSince1970: Double(wall.nanoseconds) / 1e9)
  }
}

extension WallTime {
  init(_ date: Date) {
    // A date beyond the years that nanoseconds reach is the furthest one.
    let seconds = min(max(date.timeIntervalSince1970, -9e9), 9e9)
    self.init(nanoseconds: Int64(seconds * 1e9))
  }
}

extension TimeSpan {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(seconds) + TimeSpan(nanoseconds: attoseconds / 1_000_000_000)
  }
}
