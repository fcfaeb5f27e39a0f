// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A piece of work that an app ends after it left the front.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Makes an identifier from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No piece of work.
  public static let invalid = Self(rawValue: 0)
}

/// Whether the system launches the app for refreshes.
public enum UIBackgroundRefreshStatus: Int, Sendable {
  /// An administrator switched it off.
  case restricted

  /// The user switched it off.
  case denied

  /// It does.
  case available
}

/// What became of a fetch.
public enum UIBackgroundFetchResult: UInt, Sendable {
  /// There was something new.
  case newData

  /// There was nothing new.
  case noData

  /// It did not work.
  case failed
}
