// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The life of one task in an app's hands (spec 3.3 and 3.4), as a pure value.
///
/// What is taken out of it is returned rather than released, because releasing a closure can run
/// code of the app, which must not happen while the value is locked.
struct TaskLife {
  /// How far the task is.
  private enum Phase {
    /// Handed over; the launch handler has not been entered.
    case waiting
    case running
    /// Its expiration handler was called; it may still be completed.
    case expiring
    /// Completed, or expired without a handler, which counts as completed with `false`.
    case ended
    /// Taken away without a callback (4.9); what the app still does with it has no effect.
    case withdrawn
  }

  /// What a completion amounts to.
  enum Completion {
    case first
    case again
    case ignored
  }

  /// What an expiration asks for.
  enum Expiration {
    case call(ExpirationHandler)
    case withoutHandler
    case nothing
  }

  private var phase = Phase.waiting
  private(set) var handler: ExpirationHandler?

  /// Why it was asked back, as one word; `nil` until then.
  private(set) var reason: String?

  /// The task object of the framework, kept until the task ends (3.1.6).
  private var holder: (any AnyObject & Sendable)?

  /// Whether the app may still do something with the task.
  var isOpen: Bool {
    switch phase {
    case .waiting, .running, .expiring: true
    case .ended, .withdrawn: false
    }
  }

  /// Begins the run with the object that stands for it.
  ///
  /// - Returns: Whether it may begin; a task that expired before it began is over.
  mutating func begin(holder: any AnyObject & Sendable) -> Bool {
    switch phase {
    case .waiting:
      phase = .running
      self.holder = holder
      return true
    case .running, .expiring, .ended, .withdrawn: return false
    }
  }

  /// Sets the expiration handler, unless the task has expired or ended (3.3.7).
  ///
  /// - Returns: The handler that is no longer needed.
  mutating func set(_ new: ExpirationHandler?) -> ExpirationHandler? {
    switch phase {
    case .waiting, .running:
      defer { handler = new }
      return handler
    case .expiring, .ended, .withdrawn: return new
    }
  }

  /// Asks the task back; only the first time has an effect (3.3.1).
  mutating func expire(reason: String) -> (answer: Expiration, released: Remains) {
    switch phase {
    case .waiting, .running:
      self.reason = reason
      if let handler {
        phase = .expiring
        self.handler = nil
        return (.call(handler), Remains())
      }
      phase = .ended
      return (.withoutHandler, remains())
    case .expiring, .ended, .withdrawn: return (.nothing, Remains())
    }
  }

  /// Completes the task; the first call wins (3.4.2).
  mutating func complete() -> (answer: Completion, released: Remains) {
    switch phase {
    case .waiting, .running, .expiring:
      phase = .ended
      return (.first, remains())
    case .ended: return (.again, Remains())
    case .withdrawn: return (.ignored, Remains())
    }
  }

  /// Takes the task away without a callback.
  mutating func withdraw() -> Remains {
    switch phase {
    case .waiting, .running, .expiring:
      phase = .withdrawn
      return remains()
    case .ended, .withdrawn: return Remains()
    }
  }

  private mutating func remains() -> Remains {
    defer {
      handler = nil
      holder = nil
    }
    return Remains(handler: handler, holder: holder)
  }

  /// What a task held and no longer needs.
  struct Remains {
    var handler: ExpirationHandler?
    var holder: (any AnyObject & Sendable)?
  }
}
