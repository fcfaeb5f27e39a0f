// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Testing

extension ExitTest.Result? {
  /// What stands after `Fatal error: ` on the standard error of a process that trapped.
  var fatalError: String? {
    guard let self else { return nil }
    let text = String(decoding: self.standardErrorContent, as: UTF8.self)
    guard let start = text.firstRange(of: "Fatal error: ")?.upperBound else { return nil }
    return text[start...].split(separator: "\n").first.map(String.init)
  }
}
