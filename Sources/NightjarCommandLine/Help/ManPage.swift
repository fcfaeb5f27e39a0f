// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The manual page in mdoc(7), made from the grammar's table.
package enum ManPage {
  /// The page's own date: when the grammar last changed its meaning, not when it was printed.
  private static let date = "December 1, 2026"

  /// The whole page.
  package static var text: String {
    let root = Grammar.root
    var lines = [
      ".Dd \(date)", ".Dt NIGHTJAR 1", ".Os", ".Sh NAME", ".Nm nightjar",
      ".Nd \(escaped(root.summary))", ".Sh SYNOPSIS", ".Nm", ".Op Ar option ...", ".Ar command",
      ".Op Ar argument ...", ".Sh DESCRIPTION",
    ]
    lines += paragraphs(root.discussion)
    lines += [".Pp", "These options may stand anywhere:"]
    lines += list((Grammar.everywhere + [Grammar.version]).map(item))
    lines += [".Sh COMMANDS"]
    for command in root.actions { lines += section(command) }
    lines += [".Sh ENVIRONMENT"]
    lines += list(Grammar.variables.map { Item(head: ".It Ev \($0.name)", body: $0.help) })
    lines += [".Sh EXIT STATUS"]
    lines += list(ExitCode.allCases.map { Item(head: ".It \($0.rawValue)", body: $0.meaning) })
    lines += [".Sh EXAMPLES"]
    for example in root.actions.flatMap(\.examples) {
      lines += body(example.meaning) + [".Dl \(escaped(example.line))", ".Pp"]
    }
    lines.removeLast()
    return lines.map { "\($0)\n" }.joined()
  }

  private struct Item {
    var head: String
    var body: String
  }

  private static func section(_ command: Command) -> [String] {
    var lines = [".Ss nightjar \(command.name)"]
    lines += Usage.lines(of: [command]).enumerated().flatMap { index, line in
      index > 0 ? [".br", ".Ic \(macroWords(line))"] : [".Ic \(macroWords(line))"]
    }
    lines += [".Pp"] + paragraphs([command.summary] + command.discussion)
    let items = command.positionals.map(item) + command.options.map(item)
    lines += list(items)
    for action in command.actions { lines += actionLines(action) }
    return lines
  }

  private static func actionLines(_ action: Command) -> [String] {
    [".Pp", ".Em \(action.name) :"] + body(action.summary) + paragraphs(action.discussion)
      + list(action.positionals.map(item) + action.options.map(item))
  }

  private static func paragraphs(_ texts: [String]) -> [String] {
    texts.enumerated().flatMap { index, text in
      (index > 0 ? [".Pp"] : []) + body(text)
    }
  }

  /// A paragraph as mdoc wants it: each sentence begins a line, and no line is long.
  private static func body(_ text: String) -> [String] {
    var sentences = [""]
    for word in text.split(separator: " ") {
      let isFirst =
        sentences[sentences.count - 1].hasSuffix(".") && word.first?.isUppercase ?? false
      if isFirst { sentences.append("") }
      let gap = sentences[sentences.count - 1].isEmpty ? "" : " "
      sentences[sentences.count - 1] += gap + word
    }
    return sentences.flatMap { Wrap.lines(escaped($0), width: 78) }.map(guarded)
  }

  private static func list(_ items: [Item]) -> [String] {
    guard !items.isEmpty else { return [] }
    return [".Bl -tag -width Ds"] + items.flatMap { [$0.head] + body($0.body) } + [".El"]
  }

  private static func item(_ positional: Positional) -> Item {
    Item(head: ".It Ar \(macroWords(positional.usage))", body: positional.help)
  }

  private static func item(_ option: Option) -> Item {
    let letter = option.letter.map { "Fl \($0) , " } ?? ""
    let (argument, words): (String, [ValueForm.Word]) =
      switch option.argument {
      case .none: ("", [])
      case .one(let form): (form.placeholder, words(of: form))
      case .rest(let form): ("\(form.placeholder)…", [])
      }
    let tail = argument.isEmpty ? "" : " Ar \(macroWords(argument))"
    return Item(
      head: ".It \(letter)Fl \\-\(option.name.replacing("-", with: "\\-"))\(tail)",
      body: option.help + (words.isEmpty ? "" : " " + Usage.meanings(words))
    )
  }

  private static func words(of form: ValueForm) -> [ValueForm.Word] {
    if case .words(let words) = form { words } else { [] }
  }

  /// A text as the arguments of a macro: one that looks like a macro's name is not called.
  private static func macroWords(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }

  /// A text in roff's spelling: no sign of it is an escape.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
  }

  /// A line that does not look like a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
  }
}
