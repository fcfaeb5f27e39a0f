// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension AppsInterface {
  /// One thing that an attached app is told.
  package enum AttachEvent: Hashable, Sendable {
    /// The app is known now.
    case attached

    /// It is handed a task.
    case deliver(Delivery)

    /// It is asked to give a task back.
    case expire(Expiry)

    /// The task of this run was taken from it without a callback.
    case withdraw(run: Int)

    /// The device is different.
    case environment(Environment)
  }
}

extension AppsInterface.Attach.Reply {
  /// Spells an event.
  package init(_ event: AppsInterface.AttachEvent) {
    switch event {
    case .attached: self.init(attached: true)
    case .deliver(let delivery): self.init(deliver: delivery)
    case .expire(let expiry): self.init(expire: expiry)
    case .withdraw(let run): self.init(withdraw: run)
    case .environment(let environment): self.init(environment: environment)
    }
  }

  /// The event; `nil` for one that only a newer daemon knows.
  package var event: AppsInterface.AttachEvent? {
    if attached ?? false { return .attached }
    if let deliver { return .deliver(deliver) }
    if let expire { return .expire(expire) }
    if let withdraw { return .withdraw(run: withdraw) }
    if let environment { return .environment(environment) }
    return nil
  }
}
