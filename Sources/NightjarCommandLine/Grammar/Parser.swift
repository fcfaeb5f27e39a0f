// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Reads a line by the grammar's table.
///
/// Options may stand anywhere, `--name value` and `--name=value` are the same, and `--` ends them.
package struct Parser {
  private let root: Command
  private var invocation = Invocation()
  private var given: [Option] = []

  private init(root: Command) {
    self.root = root
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - root: The table.
  /// - Returns: What the line says. With `--help` nothing beyond the words is checked.
  /// - Throws: `Failure` with the code `usage` that names the word at fault.
  package static func parse(
    _ arguments: [String],
    by root: Command
  ) throws(Failure) -> Invocation {
    var parser = Parser(root: root)
    try parser.read(arguments)
    if !parser.invocation.has(Grammar.help) && !parser.invocation.has(Grammar.version) {
      try parser.check()
    }
    return parser.invocation
  }

  private var command: Command { invocation.path.last ?? root }

  private mutating func read(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { try take(word) }
        break
      }
      if word.hasPrefix("--") {
        try takeLong(word, &rest)
      } else if word.hasPrefix("-"), word.count > 1 {
        try takeLetters(word)
      } else {
        try take(word)
      }
    }
    if let name = command.defaultAction, !invocation.has(Grammar.help),
      let action = command.actions.first(where: { $0.name == name })
    {
      invocation.path.append(action)
    }
  }

  private mutating func take(_ word: String) throws(Failure) {
    guard !command.actions.isEmpty else {
      invocation.words.append(word)
      return
    }
    if let action = command.actions.first(where: { $0.name == word }) {
      invocation.path.append(action)
      return
    }
    let names = command.actions.map(\.name)
    let what = invocation.path.isEmpty ? "command" : "action of `nightjar \(invocation.name)`"
    throw usage("\(quoted(word)) is no \(what)\(Suggestion.phrase(for: word, among: names))")
  }

  private mutating func takeLong(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) {
    let parts = word.dropFirst(2).split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let name = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    let known = Self.options(below: invocation.path.first ?? root)
    guard let option = known.first(where: { $0.name == name }) else {
      let hint = Suggestion.nearest(to: name, among: known.map(\.name))
      throw usage(
        "the option \(quoted("--" + name)) is not known"
          + (hint.map { "; did you mean --\($0)?" } ?? "")
      )
    }
    given.append(option)
    switch option.argument {
    case .none:
      guard attached == nil else { throw usage("the option --\(name) takes no value") }
      invocation.note(option, [])
    case .one(let form):
      invocation.note(option, [try value(of: option, form, attached, &rest)])
    case .rest:
      invocation.note(option, (attached.map { [$0] } ?? []) + rest)
      rest = []
    }
  }

  private func value(
    of option: Option,
    _ form: ValueForm,
    _ attached: String?,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    if let attached { return attached }
    // A word with two dashes is another option far more often than a value; --name=--value still
    // says the rare thing.
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw usage("the option --\(option.name) needs a value: \(option.usage)")
    }
    rest.removeFirst()
    return next
  }

  private mutating func takeLetters(_ word: String) throws(Failure) {
    for letter in word.dropFirst() {
      guard
        let option = Self.options(below: invocation.path.first ?? root)
          .first(where: { $0.letter == letter })
      else {
        throw usage("the option \(quoted(word)) is not known; options have two dashes")
      }
      given.append(option)
      invocation.note(option, [])
    }
  }

  /// The options of a verb and of all its actions, since they may stand before the action.
  private static func options(below command: Command) -> [Option] {
    Grammar.everywhere + (command.name == Grammar.root.name ? [Grammar.version] : [])
      + command.options + command.actions.flatMap(\.options)
  }
}

// MARK: - Checks of the whole line

extension Parser {
  private func check() throws(Failure) {
    guard !invocation.path.isEmpty else {
      throw Failure(.usage, "a command is needed; `nightjar help` lists them")
    }
    guard command.actions.isEmpty else {
      let names = command.actions.map(\.name).joined(separator: ", ")
      throw usage("an action is needed: \(names)")
    }
    try checkOptions()
    try checkWords()
  }

  private func checkOptions() throws(Failure) {
    let allowed = Set((Grammar.everywhere + invocation.path.flatMap(\.options)).map(\.name))
    for option in given {
      guard allowed.contains(option.name) else {
        throw usage("the option --\(option.name) does not belong to `nightjar \(invocation.name)`")
      }
      guard case .one(let form) = option.argument else { continue }
      for value in invocation.values(of: option) {
        guard let objection = form.objection(to: value) else { continue }
        throw usage("--\(option.name): \(quoted(value)) \(objection)")
      }
    }
  }

  private func checkWords() throws(Failure) {
    var rest = invocation.words[...]
    for positional in command.positionals {
      let name = positional.form.placeholder
      switch positional.arity {
      case .one:
        guard let word = rest.popFirst() else { throw usage("\(name) is missing") }
        try check(word, positional)
      case .optional:
        if let word = rest.popFirst() { try check(word, positional) }
      case .oneOrMore, .any:
        if positional.arity == .oneOrMore, rest.isEmpty { throw usage("\(name) is missing") }
        while let word = rest.popFirst() { try check(word, positional) }
      }
    }
    if let word = rest.first {
      throw usage("\(quoted(word)) is one word too many")
    }
  }

  private func check(_ word: String, _ positional: Positional) throws(Failure) {
    guard let objection = positional.form.objection(to: word) else { return }
    throw usage("\(positional.form.placeholder): \(quoted(word)) \(objection)")
  }

  private func usage(_ message: String) -> Failure {
    let verb = invocation.name.isEmpty ? "" : " \(invocation.name)"
    return Failure(.usage, message, remedy: "See `nightjar\(verb) --help`.")
  }

  private func quoted(_ word: String) -> String { "\"\(Printable.text(word))\"" }
}
