// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension BGTask {
  /// Why a running task was asked back: an open set, since later versions may know more reasons.
  public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
    /// The reason as one word, as the log and the command line print it.
    public var rawValue: String

    /// Makes a reason from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The user stopped it, or a developer did with `nightjar simulate expire`.
    public static let user = Self(rawValue: "user")

    /// The time for its kind is used up.
    public static let timeExhausted = Self(rawValue: "timeExhausted")

    /// It reported no progress.
    public static let stalled = Self(rawValue: "stalled")

    /// The machine needs the resources for something else.
    public static let pressure = Self(rawValue: "pressure")

    /// The user switched this kind of work off.
    public static let switchedOff = Self(rawValue: "switchedOff")

    /// A condition that it needs no longer holds.
    public static func conditionLost(_ condition: Condition) -> Self {
      Self(rawValue: prefix + condition.rawValue)
    }

    /// The condition that was lost; `nil` for other reasons.
    public var lostCondition: Condition? {
      guard rawValue.hasPrefix(Self.prefix) else { return nil }
      return Condition(rawValue: String(rawValue.dropFirst(Self.prefix.count)))
    }

    private static let prefix = "conditionLost."

    /// A condition whose loss ends a task: an open set.
    public struct Condition: RawRepresentable, Hashable, Sendable {
      /// The condition as one word.
      public var rawValue: String

      /// Makes a condition from its word.
      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      /// The charger was pulled, and the request needs external power.
      public static let externalPower = Self(rawValue: "externalPower")

      /// The network went, and the request needs it.
      public static let network = Self(rawValue: "network")

      /// The user came back, and processing needs an idle device.
      public static let idle = Self(rawValue: "idle")
    }
  }
}
