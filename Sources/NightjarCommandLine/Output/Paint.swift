// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Colours, when a person looks at a terminal and has not asked for none.
struct Paint: Hashable {
  enum Tone: String, Hashable {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  var isOn: Bool

  /// Decides by no-color.org's rule: any value of `NO_COLOR` that is not empty switches off.
  init(isTerminal: Bool, environment: [String: String]) {
    let refused = !(environment["NO_COLOR"] ?? "").isEmpty
    isOn = isTerminal && !refused && environment["TERM"] != "dumb"
  }

  func callAsFunction(_ tone: Tone, _ text: String) -> String {
    guard isOn, tone != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m"
  }

  /// The tone of a state of a task, an app or a check; an unknown word stays plain.
  static func tone(ofState state: String) -> Tone {
    switch state {
    case "running", "foreground", "completed", "ok": .green
    case "launching", "expiring", "expired", "missing", "background": .yellow
    case "failed", "crashed", "quarantined": .red
    case "cancelled", "notRunning", "suspended": .dim
    default: .plain
    }
  }
}
