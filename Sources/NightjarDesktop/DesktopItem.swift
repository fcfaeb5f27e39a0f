// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Something that gets on, in the words that a desktop shows.
package struct DesktopItem: Hashable, Sendable {
  /// What tells it from all others, for as long as the daemon lives.
  package var key: String

  /// The headline.
  package var title: String

  /// The line below it, or how it ended.
  package var text: String

  /// How far it is, 0 to 100; `nil` when nobody knows.
  package var percent: Int?

  /// Whether it has ended.
  package var isOver: Bool

  /// Makes an item.
  package init(key: String, title: String, text: String, percent: Int?, isOver: Bool) {
    self.key = key
    self.title = title
    self.text = text
    self.percent = percent
    self.isOver = isOver
  }
}
