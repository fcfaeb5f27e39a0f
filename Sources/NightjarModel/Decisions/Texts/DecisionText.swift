// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// The words that decisions are written down with. They are spelt out here rather than taken from
// reflection, since a journal may be replayed by a later version, whose types may look different.
// A text is one line: names and free texts are quoted, with everything special escaped.

func quoted(_ text: String) -> String {
  // Identifiers, which nearly all texts are, have nothing to escape.
  guard !text.utf8.allSatisfy(isPlain) else { return "\"\(text)\"" }
  // The bytes in between, such as a sentence with quotation marks, go over as they are.
  var line = "\""
  var rest = text[...]
  while let place = rest.utf8.firstIndex(where: { !isPlain($0) }) {
    line += rest[..<place]
    let scalar = text.unicodeScalars[place]
    line += escaped(scalar)
    rest = rest[text.unicodeScalars.index(after: place)...]
  }
  return line + rest + "\""
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": "\\\""
  case "\\": "\\\\"
  // The control characters of Unicode, and its two ends of lines.
  case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
    "\\u{\(String(scalar.value, radix: 16))}"
  default: String(scalar)
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

extension AppIdentifier {
  var decisionText: String { quoted(rawValue) }
}

extension TaskIdentifier {
  var decisionText: String { quoted(rawValue) }
}

extension RequestKey {
  var decisionText: String { "\(app.decisionText)/\(task.decisionText)" }
}

extension ProcessIdentity {
  var decisionText: String { "\(pid)@\(startTicks)" }
}

extension ResourceUse {
  var decisionText: String {
    let bytes = [readBytes.map { "read=\($0)" }, writtenBytes.map { "written=\($0)" }]
    let shares = [
      networkBytesAtMost.map { "network=\($0)" },
      energy.map { "energy=\($0.microjoules)/\($0.source.rawValue)" },
      machine?.busy.map { "busy=\($0.nanoseconds)" },
      machine?.networkBytes.map { "machineNetwork=\($0)" },
      machine?.energy.map { "machineEnergy=\($0.microjoules)/\($0.source.rawValue)" },
    ]
    let words = ["cpu=\(cpu.nanoseconds)"] + (bytes + shares).compactMap(\.self)
    return words.joined(separator: " ")
  }
}

extension Instant {
  var decisionText: String { self == .distantFuture ? "never" : "\(nanoseconds)" }
}

extension ExitStatus {
  var decisionText: String {
    switch self {
    case .exited(let code): "exited \(code)"
    case .signaled(let signal): "signaled \(signal)"
    case .unknown: "unknown"
    }
  }
}

extension TaskRequest {
  var decisionText: String {
    var words = [kind.rawValue, key.decisionText, "conditions=\(conditions.rawValue)"]
    if let earliestBegin { words.append("floor=\(earliestBegin.nanoseconds)") }
    if let continued {
      words += [
        "title=\(quoted(continued.title))", "subtitle=\(quoted(continued.subtitle))",
        "strategy=\(continued.strategy.rawValue)", "resources=\(continued.resources)",
      ]
    }
    if let protectionType { words.append("protection=\(quoted(protectionType))") }
    return words.joined(separator: " ")
  }
}

extension PendingRequest {
  var decisionText: String {
    "#\(number.rawValue) submitted=\(submittedAt.nanoseconds) \(request.decisionText)"
  }
}

extension Run {
  var decisionText: String {
    var words = ["run=\(number.rawValue)", "process=\(process.decisionText)"]
    words.append("started=\(startedAt.decisionText) wall=\(startedWall.nanoseconds)")
    if let deadline { words.append("deadline=\(deadline.decisionText)") }
    if isSimulated { words.append("simulated") }
    return (words + [consumed.decisionText]).joined(separator: " ")
  }
}

extension AppFacts {
  var decisionText: String {
    [
      identifier.decisionText, "bundle=\(bundleIdentifier.map(quoted) ?? "none")",
      "executable=\(quoted(executable))", "arguments=\(list(arguments))",
      "folder=\(workingDirectory.map(quoted) ?? "none")",
      "plist=\(infoPlist.map(quoted) ?? "none")", "name=\(quoted(name))", "build=\(quoted(build))",
      "permitted=\(list(permittedIdentifiers))", "modes=\(list(backgroundModes.sorted()))",
      "entitlements=\(list(entitlements.sorted()))",
    ].joined(separator: " ")
  }

  private func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ","))]"
  }
}
