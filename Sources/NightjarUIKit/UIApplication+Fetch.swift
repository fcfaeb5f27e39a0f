// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

// The fetch of before BackgroundTasks. An app that lists permitted identifiers is never called for
// it, and Nightjar serves no other.
extension UIApplication {
  /// The shortest time between fetches.
  public nonisolated class var backgroundFetchIntervalMinimum: TimeInterval { 0 }

  /// No fetches.
  public nonisolated class var backgroundFetchIntervalNever: TimeInterval {
    .greatestFiniteMagnitude
  }

  /// Does nothing.
  @available(*, deprecated, message: "use a BGAppRefreshTask")
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {}
}
