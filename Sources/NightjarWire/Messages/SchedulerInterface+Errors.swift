// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension SchedulerInterface {
  /// The submission was refused with Apple's code.
  package struct SubmissionRefused: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Scheduler.SubmissionRefused"

    /// Apple's number.
    package var code: Int

    /// The sentence for `NSDebugDescriptionErrorKey`.
    package var message: String

    /// The further keys of the error, spelt as spec 12.4 does.
    package var facts: [String: FactValue]

    /// Makes the message.
    package init(code: Int, message: String, facts: [String: FactValue]) {
      self.code = code
      self.message = message
      self.facts = facts
    }
  }

  /// No request or run of that name is known.
  package struct TaskNotFound: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Scheduler.TaskNotFound"

    /// The name that was asked for.
    package var identifier: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(identifier: String, message: String) {
      self.identifier = identifier
      self.message = message
    }
  }

  /// Several apps have a request of that name; `app` must be given.
  package struct AmbiguousTask: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Scheduler.AmbiguousTask"

    /// The request's identifier.
    package var identifier: String

    /// The apps that have a request of that name.
    package var apps: [String]

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(identifier: String, apps: [String], message: String) {
      self.identifier = identifier
      self.apps = apps
      self.message = message
    }
  }

  /// A simulation cannot be done.
  package struct SimulationRefused: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Scheduler.SimulationRefused"

    /// The request's identifier.
    package var identifier: String

    /// `notPending`, `running` or `notRunning`.
    package var reason: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(identifier: String, reason: String, message: String) {
      self.identifier = identifier
      self.reason = reason
      self.message = message
    }
  }

  /// An app named another app.
  package struct NotYours: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Scheduler.NotYours"

    /// The app's identifier.
    package var app: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(app: String, message: String) {
      self.app = app
      self.message = message
    }
  }

  /// A parameter has a value that cannot be used.
  package struct BadValue: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Scheduler.BadValue"

    /// The name of the parameter.
    package var parameter: String

    /// The value, as the caller spelt it.
    package var value: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(parameter: String, value: String, message: String) {
      self.parameter = parameter
      self.value = value
      self.message = message
    }
  }
}
