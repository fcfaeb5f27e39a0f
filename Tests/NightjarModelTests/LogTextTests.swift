// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

/// What an app calls itself must not forge lines of the log or speak to a terminal.
@Suite struct LogTextTests {
  private func message(_ text: String) -> String {
    LogRecord(at: WallTime(nanoseconds: 0), level: .notice, category: "c", message: text).message
  }

  @Test func `a line end or a control character is written out`() {
    #expect(message("a\nb\u{1b}[31m\u{85}") == #"a\u{a}b\u{1b}[31m\u{85}"#)
    #expect(message("\u{202e}moc\u{2028}") == #"\u{202e}moc\u{2028}"#)
  }

  @Test(arguments: ["", "starting \"com.x.refresh\"", "café – \u{65e5}\u{672c}"])
  func `a text of one line stays as it is`(text: String) {
    #expect(message(text) == text)
  }

  @Test func `a text that is too long is cut`() {
    let line = message(String(repeating: "é", count: 1_000_000))
    #expect(line.utf8.count < LogText.limit + 8)
    #expect(line.hasSuffix("é…"))
  }
}
