// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The help of a command, made from the grammar's table.
struct HelpPage {
  /// The command and those above it; empty for the program itself.
  let path: [Command]
  let width: Int
  let paint: Paint

  private var command: Command { path.last ?? Grammar.root }

  private var name: String { ([Grammar.root.name] + path.map(\.name)).joined(separator: " ") }

  var text: String {
    let title = path.isEmpty ? "\(name): \(command.summary)" : command.summary
    var parts = [Wrap.paragraph(title, width: width, indent: 0)]
    parts.append(section("Usage", Usage.lines(of: path).map { "  \($0)\n" }.joined()))
    for paragraph in command.discussion {
      parts.append(Wrap.paragraph(paragraph, width: width, indent: 0))
    }
    let actions = command.actions.map { Entry(left: $0.name, right: $0.summary) }
    parts.append(section(path.isEmpty ? "Commands" : "Actions", list(actions)))
    if command.actions.isEmpty || path.isEmpty {
      parts.append(section("Arguments", list(positionals(of: command))))
    }
    for action in command.actions where !path.isEmpty {
      let entries = positionals(of: action) + action.options.map(entry)
      parts.append(section(action.name, discussion(of: action) + list(entries)))
    }
    parts.append(section("Options", list((command.options + everywhere).map(entry))))
    parts.append(section("Examples", examples))
    if path.isEmpty { parts.append(ending) }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var everywhere: [Option] {
    Grammar.everywhere + (path.isEmpty ? [Grammar.version] : [])
  }

  private struct Entry {
    var left: String
    var right: String
  }

  private func positionals(of command: Command) -> [Entry] {
    command.positionals.map { positional in
      let words: [ValueForm.Word] =
        if case .words(let words) = positional.form { words } else { [] }
      let meanings = words.isEmpty ? "" : " " + Usage.meanings(words)
      return Entry(left: positional.usage, right: positional.help + meanings)
    }
  }

  private func entry(_ option: Option) -> Entry {
    let words: [ValueForm.Word] =
      if case .one(.words(let words)) = option.argument { words } else { [] }
    let meanings = words.isEmpty ? "" : " " + Usage.meanings(words)
    return Entry(left: option.usage, right: option.help + meanings)
  }

  private func discussion(of action: Command) -> String {
    action.discussion.map { Wrap.paragraph($0, width: width, indent: 2) }.joined()
  }

  private var examples: String {
    command.examples.map { example in
      "  \(example.line)\n" + Wrap.paragraph(example.meaning, width: width, indent: 6)
    }.joined()
  }

  private var ending: String {
    let codes = ExitCode.allCases.map { Entry(left: String($0.rawValue), right: $0.meaning) }
    let variables = Grammar.variables.map { Entry(left: $0.name, right: $0.help) }
    return section("Environment", list(variables)) + "\n" + section("Exit codes", list(codes))
      + "\n"
      + Wrap.paragraph("`nightjar help COMMAND` tells more of a command.", width: width, indent: 0)
  }

  private func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : paint(.bold, "\(title):") + "\n" + body
  }

  /// Entries with their meanings beside them; a long one has its meaning below.
  private func list(_ entries: [Entry]) -> String {
    let column = min(24, width / 3, (entries.map { $0.left.count }.max() ?? 0) + 4)
    return entries.map { entry in
      let lines = Wrap.lines(entry.right, width: max(16, width - column))
      let margin = String(repeating: " ", count: column)
      let left = "  \(entry.left)"
      let isLong = left.count + 2 > column
      let first = isLong ? "\(left)\n\(margin)" : Printable.padded(left, to: column)
      return first + lines.joined(separator: "\n\(margin)") + "\n"
    }.joined()
  }
}
