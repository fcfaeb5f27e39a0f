// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A verb, or an action below a verb: the one table that parsing, help and completions read.
package struct Command: Hashable, Sendable {
  /// The word that names it.
  package var name: String

  /// What it does, in one line.
  package var summary: String

  /// What a reader of its help needs beyond the summary; paragraphs.
  package var discussion: [String] = []

  /// What stands without a dash, in order.
  package var positionals: [Positional] = []

  /// What stands with dashes; `--json`, `--socket` and `--help` are everywhere.
  package var options: [Option] = []

  /// The actions below it.
  package var actions: [Command] = []

  /// The action that is meant when none is named.
  package var defaultAction: String?

  /// Lines that show its use.
  package var examples: [Example] = []
}

/// What stands in a certain place of the line, without a dash.
package struct Positional: Hashable, Sendable {
  /// How many may be given.
  package enum Arity: Hashable, Sendable {
    /// Exactly one.
    case one

    /// One or none.
    case optional

    /// At least one.
    case oneOrMore

    /// Any number.
    case any
  }

  /// What may be given.
  package var form: ValueForm

  /// How many.
  package var arity = Arity.one

  /// What it means, in one line.
  package var help: String

  /// How help writes it, such as `[TASK-ID]`.
  package var usage: String {
    switch arity {
    case .one: form.placeholder
    case .optional: "[\(form.placeholder)]"
    case .oneOrMore: "\(form.placeholder)…"
    case .any: "[\(form.placeholder)…]"
    }
  }
}

/// What is named with two dashes.
package struct Option: Hashable, Sendable {
  /// What follows the name.
  package enum Argument: Hashable, Sendable {
    /// Nothing: the name alone says it.
    case none

    /// One value.
    case one(ValueForm)

    /// Every word up to the end of the line, whatever it looks like.
    case rest(ValueForm)
  }

  /// The name without its dashes.
  package var name: String

  /// A one-letter name, if it has one.
  package var letter: Character?

  /// What follows.
  package var argument = Argument.none

  /// What it does, in one line.
  package var help: String

  /// How help writes it, such as `--app APP-ID`.
  package var usage: String {
    let short = letter.map { "-\($0), " } ?? ""
    return switch argument {
    case .none: "\(short)--\(name)"
    case .one(let form): "\(short)--\(name) \(form.placeholder)"
    case .rest(let form): "\(short)--\(name) \(form.placeholder)…"
    }
  }
}

/// A line that shows how a verb is used.
package struct Example: Hashable, Sendable {
  /// What is typed, without the prompt.
  package var line: String

  /// What it does.
  package var meaning: String
}
