// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Where events wait until the shell takes them; the one thing that all sources of events know.
package final class Inbox {
  private var events: [Event] = []

  /// Called when something was posted.
  var onPost: (() -> Void)?

  /// Makes an empty inbox.
  package init() {}

  /// Adds an event behind the others.
  package func post(_ event: Event) {
    events.append(event)
    onPost?()
  }

  /// Adds an event in front of the others, without telling anyone.
  func prepend(_ event: Event) {
    events.insert(event, at: 0)
  }

  /// Adds an event behind the others, without telling anyone.
  func append(_ event: Event) {
    events.append(event)
  }

  /// Takes the first event.
  func next() -> Event? {
    events.isEmpty ? nil : events.removeFirst()
  }
}
