// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension SchedulerInterface {
  /// Starts a pending request now, whatever holds it: the debugger's command of Apple's guide.
  package enum SimulateLaunch: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.SimulateLaunch"

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

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// Takes a running task back now.
  package enum SimulateExpiration: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.SimulateExpiration"

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

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// The task of a run has ended.
  package enum Complete: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.Complete"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The run's number.
      package var run: Int

      /// Whether the app did its work.
      package var success: Bool

      /// Makes the message.
      package init(run: Int, success: Bool) {
        self.run = run
        self.success = success
      }
    }

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// Whether the app had an expiration handler when the run was taken back.
  package enum AnswerExpiration: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Scheduler.AnswerExpiration"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The run's number.
      package var run: Int

      /// Whether an expiration handler was called.
      package var hadHandler: Bool

      /// Makes the message.
      package init(run: Int, hadHandler: Bool) {
        self.run = run
        self.hadHandler = hadHandler
      }
    }

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }
}
