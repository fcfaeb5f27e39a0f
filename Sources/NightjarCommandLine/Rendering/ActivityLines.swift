// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// The words and the bar for one task that the user watches.
struct ActivityLines {
  let paint: Paint
  let columns: Int

  /// The headline and the bar, neither wider than the screen.
  func lines(
    _ item: ActivityInterface.Item,
    pace: ActivityPace.Reading?,
    isSelected: Bool
  ) -> [String] {
    let mark = isSelected ? "> " : "  "
    let title = Self.cut(mark + Self.headline(item), to: columns)
    return [isSelected ? paint(.bold, title) : title, "    " + status(item, pace, columns - 4)]
  }

  /// Title and subtitle as one line.
  static func headline(_ item: ActivityInterface.Item) -> String {
    let words = [item.title, item.subtitle].filter { !$0.isEmpty }.map(Printable.text)
    return words.isEmpty ? Printable.text(item.task) : words.joined(separator: " · ")
  }

  /// How it stands, without a bar: for plain lines, and behind the bar.
  static func state(_ item: ActivityInterface.Item) -> String {
    switch item.state {
    case "running": item.fraction == nil ? "running, no progress reported" : "running"
    case "pending", "launching": "waiting"
    case "expiring": "stopping\(why(item))"
    case "completed": "done"
    case "crashed": "failed: the app died"
    case "expired": item.outcome == "killed" ? "killed\(why(item))" : "stopped\(why(item))"
    default: Printable.text(item.state)
    }
  }

  private static func why(_ item: ActivityInterface.Item) -> String {
    switch item.expirationReason {
    case nil: ""
    case "user": ": cancelled by the user"
    case .some(let reason): ": \(Printable.text(reason))"
    }
  }

  /// How far it is, rounded down, so that 100 % is all of it.
  static func percent(_ item: ActivityInterface.Item) -> Int? {
    item.fraction.map { Int(min(max($0, 0), 1) * 100) }
  }

  private func status(
    _ item: ActivityInterface.Item,
    _ pace: ActivityPace.Reading?,
    _ width: Int
  ) -> String {
    let tone = Paint.tone(ofState: item.state)
    guard item.state == "running", let fraction = item.fraction, let percent = Self.percent(item)
    else { return paint(tone, Self.cut(Self.state(item), to: width)) }
    var words = [String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0)]
    words[0] += "\(percent) %"
    // On a narrow screen the rate gives way first, then the time left, then the bar.
    let more = [pace.map { $0.timeLeft }, pace.map { $0.rate }].compactMap(\.self)
    for word in more where columnsOf(words) + 2 + word.count + 12 <= width { words.append(word) }
    let text = words.joined(separator: "  ")
    let room = min(width - text.count - 3, 60)
    guard room >= 4 else { return Self.cut(text, to: width) }
    let full = Int(Double(room) * min(max(fraction, 0), 1))
    let bar = String(repeating: "━", count: full)
    let rest = String(repeating: "─", count: room - full)
    return paint(.green, bar) + paint(.dim, rest) + "  " + text
  }

  private func columnsOf(_ words: [String]) -> Int {
    words.reduce(-2) { $0 + 2 + $1.count }
  }

  /// The text, with an ellipsis when it is wider than so many columns.
  static func cut(_ text: String, to width: Int) -> String {
    guard Printable.columns(of: text) > width else { return text }
    var short = text
    while !short.isEmpty, Printable.columns(of: short) >= width { short.removeLast() }
    return width > 0 ? short + "…" : ""
  }
}
