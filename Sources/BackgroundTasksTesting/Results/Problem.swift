// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
internal import NightjarModel

/// Something that an app did wrong with a task, whatever its test asked about.
public struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes that a device notices by itself.
  public enum Kind: String, Hashable, Sendable {
    /// `setTaskCompleted` was called again for a task that had ended.
    case completedTwice

    /// The task was asked back while it had no `expirationHandler`.
    case noExpirationHandler

    /// The task was asked back and not completed in time; the process was ended for it.
    case notCompletedAfterExpiration

    /// Work that was begun in the handler went on after the task had ended.
    case workAfterEnd

    /// The task was neither completed nor asleep on the device's clock for as long as the device
    /// is patient, so that time moved on without it.
    case stillAtWork

    /// The task ended, and nothing has submitted it again although its app repeats it.
    case notSubmittedAgain
  }

  /// What kind of mistake it is.
  public var kind: Kind

  /// The identifier of the task.
  public var identifier: String

  /// When it was noticed, on the device's clock.
  public var date: Date

  /// What happened, and what to do about it.
  public var description: String

  init(_ kind: Kind, _ task: TaskIdentifier, at wall: WallTime, _ text: String) {
    self.kind = kind
    identifier = task.rawValue
    date = Date(wall)
    description = "\(kind.rawValue): \"\(identifier)\" at \(wall.rfc3339): \(text)"
  }
}

/// What a test wanted did not come about; its description holds the device's timeline.
public struct TestFailure: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// What is wrong, and below it everything that happened on the device.
  public var description: String

  /// The same, for XCTest, which prints this.
  public var errorDescription: String? { description }

  init(_ what: String, timeline: String) {
    description = "\(what)\n\ntimeline:\n\(timeline)"
  }
}
