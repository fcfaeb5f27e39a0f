// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Rows in aligned columns, or one below the other where the screen is too narrow for that.
///
/// Nothing is cut off: an identifier that is shortened could not be copied.
struct Table {
  struct Cell {
    var text: String
    var tone = Paint.Tone.plain

    /// What is written where no heading stands above.
    var alone: String

    init(_ text: String, _ tone: Paint.Tone = .plain, alone: String? = nil) {
      self.text = Printable.text(text)
      self.tone = tone
      self.alone = alone ?? self.text
    }
  }

  struct Row {
    var cells: [Cell]

    /// Makes the sentences below the row; they are not needed while rows are measured.
    var notes: () -> [Cell] = { [] }

    /// A line above the row, when it differs from the row's before.
    var group: String?
  }

  var headings: [String]
  var width: Int
  var paint: Paint
  var indent = 0
  private var widths: [Int]

  init(headings: [String], width: Int, paint: Paint, indent: Int = 0) {
    self.headings = headings
    self.width = width
    self.paint = paint
    self.indent = indent
    widths = headings.map { Printable.columns(of: $0) }
  }

  /// Makes room for a row; all rows are measured before one is written.
  mutating func measure(_ cells: [Cell]) {
    for (index, cell) in cells.enumerated() {
      widths[index] = max(widths[index], Printable.columns(of: cell.text))
    }
  }

  /// Whether the columns fit beside one another, the last one wrapped if need be.
  private var isAligned: Bool {
    let last = min(widths.last ?? 0, 24)
    return indent + widths.dropLast().reduce(0) { $0 + $1 + 2 } + last <= width
  }

  private var margin: String { String(repeating: " ", count: indent) }

  /// The line of headings; empty where the rows are not aligned.
  var head: String {
    isAligned ? aligned(headings.map { Cell($0, .dim) }) : ""
  }

  func text(of row: Row) -> String {
    let body = isAligned ? aligned(row.cells) : stacked(row.cells)
    let notes = row.notes().flatMap { note in
      Wrap.paragraph(note.text, width: width, indent: indent + 4, hanging: 2)
        .split(separator: "\n").map { paint(note.tone, String($0)) + "\n" }
    }
    return body + notes.joined()
  }

  private func aligned(_ cells: [Cell]) -> String {
    let taken = indent + widths.dropLast().reduce(0) { $0 + $1 + 2 }
    let front = zip(cells.dropLast(), widths)
      .map { cell, width in
        paint(cell.tone, cell.text)
          + String(repeating: " ", count: width + 2 - Printable.columns(of: cell.text))
      }.joined()
    guard let last = cells.last else { return "\n" }
    let lines = Wrap.lines(last.text, width: max(16, width - taken))
    var text = margin + front + paint(last.tone, lines.first ?? "")
    for line in lines.dropFirst() {
      text += "\n" + String(repeating: " ", count: taken) + paint(last.tone, line)
    }
    return trimmed(text) + "\n"
  }

  private func stacked(_ cells: [Cell]) -> String {
    guard let first = cells.first else { return "" }
    let rest = cells.dropFirst().map(\.alone).filter { !$0.isEmpty }.joined(separator: " · ")
    return margin + paint(first.tone, first.text) + "\n"
      + Wrap.paragraph(rest, width: width, indent: indent + 2)
  }

  private func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
