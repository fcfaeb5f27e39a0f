// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Work that the user started and watches.
///
/// The interface `io.nightjar.Activity`.
package enum ActivityInterface {
  /// A continued task, how far it is, and how it ended.
  package struct Item: Codable, Hashable, Sendable {
    /// The app's identifier.
    package var app: String

    /// The request's identifier.
    package var task: String

    /// Where it stands, as one word; a reader must expect further words.
    package var state: String

    /// The headline.
    package var title: String

    /// The line below the headline.
    package var subtitle: String

    /// The run's number, once there is one.
    package var run: Int?

    /// Units that are done; `nil` before the app has reported progress.
    package var completed: Int?

    /// All units.
    package var total: Int?

    /// How far it is, from 0 to 1, child progresses included.
    package var fraction: Double?

    /// When its run began, RFC 3339.
    package var startedAt: String?

    /// When its run ended, RFC 3339.
    package var endedAt: String?

    /// How it ended, as one word.
    package var outcome: String?

    /// Why it was taken back, as one word.
    package var expirationReason: String?

    /// Makes the message.
    package init(
      app: String,
      task: String,
      state: String,
      title: String,
      subtitle: String,
      run: Int? = nil,
      completed: Int? = nil,
      total: Int? = nil,
      fraction: Double? = nil,
      startedAt: String? = nil,
      endedAt: String? = nil,
      outcome: String? = nil,
      expirationReason: String? = nil
    ) {
      self.app = app
      self.task = task
      self.state = state
      self.title = title
      self.subtitle = subtitle
      self.run = run
      self.completed = completed
      self.total = total
      self.fraction = fraction
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.outcome = outcome
      self.expirationReason = expirationReason
    }
  }

  /// What waits, runs, and has ended of late.
  package enum Watch: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Activity.Watch"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// Whose tasks; `nil` means everyone's.
      package var app: String?

      /// Makes the message.
      package init(app: String? = nil) {
        self.app = app
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The tasks, those that ended first, then in the order of submission.
      package var items: [Item]

      /// Makes the message.
      package init(items: [Item]) {
        self.items = items
      }
    }
  }

  /// The user does not want a task any more.
  package enum Cancel: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Activity.Cancel"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// The request's identifier.
      package var task: String

      /// Makes the message.
      package init(app: String, task: String) {
        self.app = app
        self.task = task
      }
    }

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// No continued task of that name waits or runs.
  package struct NotActive: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Activity.NotActive"

    /// The app's identifier.
    package var app: String

    /// The request's identifier.
    package var task: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(app: String, task: String, message: String) {
      self.app = app
      self.task = task
      self.message = message
    }
  }
}
