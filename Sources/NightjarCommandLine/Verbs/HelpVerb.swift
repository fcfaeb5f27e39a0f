// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// `nightjar help`, and `--help` everywhere.
enum HelpVerb: Verb {
  static let man = Option(name: "man", help: "Print the manual page, for man(1).")

  static let command = Command(
    name: "help",
    summary: "Explain a command, or list them all.",
    positionals: [
      Positional(form: .text("COMMAND"), arity: .any, help: "A command and its action.")
    ],
    options: [man],
    examples: [
      Example(line: "nightjar help --man | man -l -", meaning: "Read the manual page.")
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    if session.invocation.has(man) {
      try session.write(ManPage.text)
      return .done
    }
    var path: [Command] = []
    for word in session.invocation.words {
      let actions = (path.last ?? Grammar.root).actions
      guard let command = actions.first(where: { $0.name == word }) else {
        let hint = Suggestion.phrase(for: word, among: actions.map(\.name))
        throw Failure(.usage, "there is no help for \"\(Printable.text(word))\"\(hint)")
      }
      path.append(command)
    }
    try session.writeHelp(path)
    return .done
  }
}

extension Session {
  /// Prints the help of what a path leads to.
  func writeHelp(_ path: [Command]) throws(OutputError) {
    if isJSON {
      try write(JSONText(path.last ?? Grammar.root))
    } else {
      let page = HelpPage(path: path, width: min(100, output.size.columns), paint: paint)
      try write(page.text)
    }
  }
}

extension JSONText {
  init(_ command: Command) {
    self = [
      "name": .text(command.name),
      "summary": .text(command.summary),
      "positionals": .list(command.positionals.map { .text($0.usage) }),
      "options": .list(
        (command.options + Grammar.everywhere).map { option in
          ["name": .text(option.name), "usage": .text(option.usage), "help": .text(option.help)]
        }
      ),
      "actions": .list(command.actions.map(Self.init)),
    ]
  }
}
