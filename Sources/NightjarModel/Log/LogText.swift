// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Makes one line of the log of any text.
///
/// Names and paths come from apps: a line end in one would forge a second line, and a control
/// character would speak to the reader's terminal.
package enum LogText {
  /// The most bytes that a line's text has; with its head it is written to a pipe in one piece,
  /// pipe(7).
  package static let limit = 3000

  /// Writes control characters, line ends and marks that turn the direction as `\u{…}`.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text, cut to ``limit`` bytes; a cut one ends in `…`.
  package static func line(_ text: String) -> String {
    if isPlain(text) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if line.utf8.count >= limit { return line + "…" }
      if isHarmless(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return line
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= limit && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1; LINE and PARAGRAPH SEPARATOR; the directional controls of UAX #9.
    case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: false
    default: true
    }
  }
}
