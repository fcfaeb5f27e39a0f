// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What the completions of all shells are made from.
enum CompletionWords {
  /// A command with the words that lead to it.
  struct Place {
    var path: [Command]

    var command: Command { path.last ?? Grammar.root }

    /// The words joined, as the shells' scripts name the place.
    var name: String { path.map(\.name).joined(separator: " ") }

    /// Every option that may stand here.
    var options: [Option] {
      let ofDefault = command.actions.first { $0.name == command.defaultAction }?.options ?? []
      return path.flatMap(\.options) + ofDefault + Grammar.everywhere
        + (path.isEmpty ? [Grammar.version] : [])
    }
  }

  /// The program, its verbs and their actions.
  static var places: [Place] {
    [Place(path: [])]
      + Grammar.root.actions.flatMap { verb in
        [Place(path: [verb])] + verb.actions.map { Place(path: [verb, $0]) }
      }
  }

  /// The words that may stand for a value, as far as the table knows them.
  static func words(of form: ValueForm) -> [String] {
    switch form {
    case .words(let words): words.map(\.name)
    case .setting:
      DeviceWords.all.flatMap { fact in
        fact.values.isEmpty ? ["\(fact.key)="] : fact.values.map { "\(fact.key)=\($0)" }
      }
    case .settingKey: DeviceWords.all.map(\.key)
    case .text("COMMAND"): Grammar.root.actions.map(\.name)
    case .text, .app, .task, .file, .folder, .count, .moment: []
    }
  }

  /// The command that prints the words that only the daemon knows.
  static func command(for form: ValueForm) -> String? {
    switch form {
    case .app: "nightjar apps list --names 2>/dev/null"
    case .task: "nightjar tasks --names 2>/dev/null"
    case .words, .setting, .settingKey, .text, .file, .folder, .count, .moment: nil
    }
  }
}
