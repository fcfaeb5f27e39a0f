// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The completions of fish(1), made from the grammar's table.
package enum FishCompletions {
  /// The script.
  package static var text: String {
    let head = """
      # fish completion of nightjar, made by `nightjar completions fish`.
      complete -c nightjar -f

      """
    return head + CompletionWords.places.map(lines).joined()
  }

  private static func lines(_ place: CompletionWords.Place) -> String {
    let condition = condition(place)
    let command = place.command
    var lines = command.actions.map { action in
      line(condition, "-a \(quoted(action.name)) -d \(quoted(action.summary))")
    }
    if place.path.isEmpty {
      lines += place.options.map { line(nil, arguments(of: $0)) }
    } else {
      let ofDefault = command.actions.first { $0.name == command.defaultAction }?.options ?? []
      lines += (command.options + ofDefault).map { line(condition, arguments(of: $0)) }
    }
    lines += command.positionals.map { line(condition, values(of: $0.form)) }
    return lines.joined()
  }

  private static func condition(_ place: CompletionWords.Place) -> String {
    guard let verb = place.path.first else { return "__fish_use_subcommand" }
    var parts = ["__fish_seen_subcommand_from \(verb.name)"]
    if place.path.count > 1 {
      parts.append("__fish_seen_subcommand_from \(place.command.name)")
    } else if !verb.actions.isEmpty {
      let names = verb.actions.map(\.name).joined(separator: " ")
      parts.append("not __fish_seen_subcommand_from \(names)")
    }
    return parts.joined(separator: "; and ")
  }

  private static func arguments(of option: Option) -> String {
    let letter = option.letter.map { "-s \($0) " } ?? ""
    let name = "\(letter)-l \(option.name) -d \(quoted(option.help))"
    return switch option.argument {
    case .none: name
    case .one(let form): "\(name) -x \(values(of: form))"
    case .rest: "\(name) -r"
    }
  }

  private static func values(of form: ValueForm) -> String {
    if let command = CompletionWords.command(for: form) { return "-a \(quoted("(\(command))"))" }
    return switch form {
    case .file: "-F"
    case .folder: "-a \(quoted("(__fish_complete_directories)"))"
    case .words, .setting, .settingKey, .text, .count, .moment, .app, .task:
      "-a \(quoted(CompletionWords.words(of: form).joined(separator: " ")))"
    }
  }

  private static func line(_ condition: String?, _ rest: String) -> String {
    let when = condition.map { "-n \(quoted($0)) " } ?? ""
    return "complete -c nightjar \(when)\(rest)\n"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
