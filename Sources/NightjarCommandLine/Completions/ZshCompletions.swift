// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The completions of zsh(1), made from the grammar's table.
package enum ZshCompletions {
  /// The script.
  package static var text: String {
    """
    #compdef nightjar
    # zsh completion of nightjar, made by `nightjar completions zsh`.

    _nightjar_words() { local -a words; words=("${(@f)$(eval "$1")}"); compadd -a words }

    \(CompletionWords.places.map(function).joined(separator: "\n\n"))

    if [ "$funcstack[1]" = "_nightjar" ]; then
      _nightjar "$@"
    else
      compdef _nightjar nightjar
    fi

    """
  }

  private static func name(of path: [Command]) -> String {
    (["_nightjar"] + path.map(\.name)).joined(separator: "_")
  }

  private static func function(_ place: CompletionWords.Place) -> String {
    var specs = place.options.map(spec)
    let command = place.command
    guard command.actions.isEmpty else {
      specs += ["'1: :->action'", "'*:: :->rest'"]
      let actions = command.actions.map { "'\(quoted("\($0.name):\($0.summary)"))'" }
      let cases = command.actions.map { action in
        "      \(action.name)) \(name(of: place.path + [action])) ;;"
      }
      return """
        \(name(of: place.path))() {
          local context state state_descr line
          typeset -A opt_args
          local -a actions
          actions=(\(actions.joined(separator: " ")))
          _arguments -C \(specs.joined(separator: " "))
          case $state in
            action) _describe action actions ;;
            rest) case $line[1] in
        \(cases.joined(separator: "\n"))
            esac ;;
          esac
        }
        """
    }
    for (index, positional) in command.positionals.enumerated() {
      let isOpen = positional.arity == .any || positional.arity == .oneOrMore
      let position = isOpen ? "*" : String(index + 1)
      specs.append("'\(position):\(quoted(message(positional.form))):\(action(positional.form))'")
    }
    return """
      \(name(of: place.path))() {
        _arguments \(specs.joined(separator: " "))
      }
      """
  }

  private static func spec(_ option: Option) -> String {
    let help = "[\(quoted(option.help))]"
    let names = option.letter.map { "{-\($0),--\(option.name)}" } ?? "--\(option.name)"
    let tail =
      switch option.argument {
      case .none: ""
      case .one(let form): ":\(quoted(message(form))):\(action(form))"
      case .rest(let form): ":*:\(quoted(message(form))):_default"
      }
    let isOne = if case .one = option.argument { true } else { false }
    return option.letter == nil
      ? "'\(names)\(isOne ? "=" : "")\(help)\(tail)'" : "\(names)'\(help)\(tail)'"
  }

  private static func message(_ form: ValueForm) -> String {
    CompletionWords.words(of: form).isEmpty ? form.placeholder : "value"
  }

  private static func action(_ form: ValueForm) -> String {
    if let command = CompletionWords.command(for: form) {
      return "{_nightjar_words \"\(command)\"}"
    }
    let words = CompletionWords.words(of: form)
    return switch form {
    case .file: "_files"
    case .folder: "_files -/"
    case .words, .setting, .settingKey, .text, .count, .moment, .app, .task:
      words.isEmpty ? " " : "(\(words.joined(separator: " ")))"
    }
  }

  /// A text inside the single quotes of a specification, where colons and brackets have a meaning.
  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "'\\''")
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
  }
}
