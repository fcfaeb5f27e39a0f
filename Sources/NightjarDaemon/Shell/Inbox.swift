// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Where events wait until the shell takes them; the one thing that all sources of events know.
package final class Inbox {
  /// An event, and who wants to know what became of it.
  struct Letter {
    let event: Event

    /// Called when the engine knows of it.
    var whenHandled: (() -> Void)?

    /// Called when the store has written what changed, or will when it can.
    var whenWritten: (() -> Void)?
  }

  private var letters: [Letter] = []

  /// Called when something was posted.
  var onPost: (() -> Void)?

  /// Makes an empty inbox.
  package init() {}

  /// Adds an event behind the others.
  package func post(_ event: Event) {
    post(Letter(event: event))
  }

  func post(_ letter: Letter) {
    letters.append(letter)
    onPost?()
  }

  /// Adds an event in front of the others, without telling anyone.
  func prepend(_ event: Event) {
    letters.insert(Letter(event: event), at: 0)
  }

  /// Adds an event behind the others, without telling anyone.
  func append(_ event: Event) {
    letters.append(Letter(event: event))
  }

  /// Takes the first event.
  func next() -> Letter? {
    letters.isEmpty ? nil : letters.removeFirst()
  }
}
