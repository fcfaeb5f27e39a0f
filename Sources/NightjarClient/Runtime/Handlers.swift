// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import Dispatch

/// A launch handler and the queue that it runs on.
// Invariant for @unchecked: `body` comes from the app, is never copied apart from this value, and
// is called on `queue` only, which is where the app asked for it.
package struct LaunchHandler: @unchecked Sendable {
  /// The queue that the app named, or one of its own for each identifier (2.2.8).
  let queue: DispatchQueue

  /// Makes the object of the task and calls the app with it.
  let body: (TaskHandle) -> Void

  /// Takes a handler.
  ///
  /// - Parameters:
  ///   - identifier: The identifier; it names the queue when the app named none.
  ///   - queue: The queue that the app named.
  ///   - body: Makes the object of the task and calls the app with it.
  package init(
    identifier: String,
    queue: DispatchQueue?,
    body: @escaping (TaskHandle) -> Void
  ) {
    self.queue =
      queue ?? DispatchQueue(label: "com.apple.BGTaskScheduler (\(identifier))", qos: .background)
    self.body = body
  }
}

/// An expiration handler of the app.
// Invariant for @unchecked: called at most once, by the framework's expiration queue; otherwise
// only handed back to the app that set it.
package struct ExpirationHandler: @unchecked Sendable {
  /// The closure.
  package let body: () -> Void

  /// Takes a closure.
  package init(_ body: @escaping () -> Void) {
    self.body = body
  }
}
