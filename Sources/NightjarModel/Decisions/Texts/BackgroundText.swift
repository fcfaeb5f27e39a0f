// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension SilentPush {
  var decisionText: String {
    "\(app.decisionText) id=\(quoted(identifier)) payload=\(quoted(payload))"
  }
}

extension TransferKey {
  var decisionText: String {
    "\(app.decisionText) session=\(quoted(session)) id=\(quoted(identifier))"
  }
}

extension Transfer {
  var decisionText: String {
    var words = [key.decisionText]
    if isDiscretionary { words.append("discretionary") }
    if isFromBackground { words.append("background") }
    if let earliestBegin { words.append("floor=\(earliestBegin.nanoseconds)") }
    return words.joined(separator: " ")
  }
}

extension TaskProgress {
  var decisionText: String { "\(completed)/\(total) \(millionths)" }
}
