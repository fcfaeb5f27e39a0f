// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension SchedulerInterface {
  /// Asks for background time.
  package enum Submit: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.Submit"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// The request's identifier.
      package var identifier: String

      /// One of `refresh`, `processing`, `healthResearch` and `continued`.
      package var kind: String

      /// The earliest start, RFC 3339; `nil` means no floor.
      package var earliestBeginDate: String?

      /// Whether it must not start offline.
      package var requiresNetworkConnectivity: Bool?

      /// Whether it must not start on battery.
      package var requiresExternalPower: Bool?

      /// The headline of a continued task.
      package var title: String?

      /// The line below the headline.
      package var subtitle: String?

      /// What to do when it cannot start at once: `fail` or `queue`.
      package var strategy: String?

      /// Bits of `BGContinuedProcessingTaskRequest.Resources`.
      package var requiredResources: Int?

      /// The protection class of a health research request.
      package var protectionType: String?

      /// Makes the message.
      package init(
        app: String,
        identifier: String,
        kind: String,
        earliestBeginDate: String? = nil,
        requiresNetworkConnectivity: Bool? = nil,
        requiresExternalPower: Bool? = nil,
        title: String? = nil,
        subtitle: String? = nil,
        strategy: String? = nil,
        requiredResources: Int? = nil,
        protectionType: String? = nil
      ) {
        self.app = app
        self.identifier = identifier
        self.kind = kind
        self.earliestBeginDate = earliestBeginDate
        self.requiresNetworkConnectivity = requiresNetworkConnectivity
        self.requiresExternalPower = requiresExternalPower
        self.title = title
        self.subtitle = subtitle
        self.strategy = strategy
        self.requiredResources = requiredResources
        self.protectionType = protectionType
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// Whether a pending request of the same name was replaced.
      package var replaced: Bool

      /// Makes the message.
      package init(replaced: Bool) {
        self.replaced = replaced
      }
    }
  }

  /// Withdraws a pending request; 0 when there was none.
  package enum Cancel: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.Cancel"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// The request's identifier.
      package var identifier: String

      /// Makes the message.
      package init(app: String, identifier: String) {
        self.app = app
        self.identifier = identifier
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// How many requests were withdrawn.
      package var cancelled: Int

      /// Makes the message.
      package init(cancelled: Int) {
        self.cancelled = cancelled
      }
    }
  }

  /// Withdraws all pending requests of an app.
  package enum CancelAll: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.CancelAll"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// Makes the message.
      package init(app: String) {
        self.app = app
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// How many requests were withdrawn.
      package var cancelled: Int

      /// Makes the message.
      package init(cancelled: Int) {
        self.cancelled = cancelled
      }
    }
  }

  /// The pending requests of an app in the order of submission.
  package enum Pending: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.Pending"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String

      /// Makes the message.
      package init(app: String) {
        self.app = app
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The requests, in the order of submission.
      package var requests: [Request]

      /// Makes the message.
      package init(requests: [Request]) {
        self.requests = requests
      }
    }
  }

  /// What waits, runs and, if asked for, has ended.
  package enum Tasks: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.Tasks"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String?

      /// Whether to list what has ended, too.
      package var history: Bool?

      /// Makes the message.
      package init(app: String? = nil, history: Bool? = nil) {
        self.app = app
        self.history = history
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The tasks.
      package var tasks: [Task]

      /// Makes the message.
      package init(tasks: [Task]) {
        self.tasks = tasks
      }
    }
  }

  /// Everything that holds a task, and what would free it.
  package enum Why: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.Why"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The request's identifier.
      package var identifier: String

      /// The app's identifier.
      package var app: String?

      /// Makes the message.
      package init(identifier: String, app: String? = nil) {
        self.identifier = identifier
        self.app = app
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The task.
      package var task: Task

      /// Makes the message.
      package init(task: Task) {
        self.task = task
      }
    }
  }
}
