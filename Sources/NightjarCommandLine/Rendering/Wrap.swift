// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Breaks a sentence into lines at its spaces; a word that is too long stays whole.
enum Wrap {
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let columns = Printable.columns(of: String(word))
      if used > 0, used + 1 + columns > width {
        lines.append(line)
        line = ""
        used = 0
      }
      line += used > 0 ? " \(word)" : String(word)
      used += columns + (used > 0 ? 1 : 0)
    }
    return used > 0 ? lines + [line] : lines
  }

  /// The lines of a paragraph, with the first one and the others indented.
  static func paragraph(_ text: String, width: Int, indent: Int, hanging: Int = 0) -> String {
    let body = lines(text, width: max(16, width - indent - hanging))
    return body.enumerated().map { index, line in
      String(repeating: " ", count: indent + (index > 0 ? hanging : 0)) + line + "\n"
    }.joined()
  }
}
