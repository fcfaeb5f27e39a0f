// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Something to look at when its instant has come.
///
/// Deadlines are not withdrawn: what has become of the matter is looked up when the instant comes.
struct Deadline: Comparable {
  enum Matter: Hashable {
    /// A run's time or its grace is over.
    case run(RunNumber)

    /// A process is to be given up, frozen or killed.
    case process(AppIdentifier)

    /// An app or one of its tasks may be tried again.
    case retry(AppIdentifier)
  }

  let at: Instant
  let matter: Matter

  static func < (left: Self, right: Self) -> Bool { left.at < right.at }
}
