// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The completions of bash(1), made from the grammar's table.
package enum BashCompletions {
  /// The script.
  package static var text: String {
    """
    # bash completion of nightjar, made by `nightjar completions bash`.

    # The names come from apps, so they are quoted and never expanded, as compgen -W would do.
    _nightjar_names() {
      local name
      while IFS= read -r name; do
        if [[ $name == "$current"* ]]; then COMPREPLY+=("$(printf '%q' "$name")"); fi
      done
    }

    _nightjar() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
      local place="" count=0 word i
      COMPREPLY=()
      for ((i = 1; i < COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        case "$word" in
    \(skipping)
          -*|=) ;;
          *)
            case "$place/$word" in
    \(steps)
              *) count=$((count + 1)) ;;
            esac ;;
        esac
      done
      # bash gives --name=value as three words.
      if [[ $current == = ]]; then
        current="" previous="$previous="
      elif [[ $previous == = ]]; then
        previous="${COMP_WORDS[COMP_CWORD-2]}="
      fi
      case "$previous" in
    \(values)
      esac
      if [[ $current == -* ]]; then
        case "$place" in
    \(options)
        esac
        return
      fi
      case "$place" in
    \(words)
      esac
    }
    complete -F _nightjar nightjar

    """
  }

  private static var allOptions: [Option] {
    var seen: Set<String> = []
    return CompletionWords.places.flatMap(\.options).filter { seen.insert($0.name).inserted }
  }

  private static var skipping: String {
    let names = allOptions.filter { form(of: $0) != nil }.map { "--\($0.name)" }
    return "      \(names.joined(separator: "|")))"
      + "\n        if [[ ${COMP_WORDS[i+1]} == = ]]; then i=$((i + 2)); else i=$((i + 1)); fi ;;"
  }

  private static var steps: String {
    CompletionWords.places.filter { !$0.path.isEmpty }.map { place in
      let above = place.path.dropLast().map(\.name).joined(separator: " ")
      return "          \"\(above)/\(place.command.name)\") place=\"\(place.name)\" ;;"
    }.joined(separator: "\n")
  }

  private static var values: String {
    let options = allOptions.compactMap { option in
      form(of: option).map { "    --\(option.name)|--\(option.name)=) \(reply($0)); return ;;" }
    }
    let settings = DeviceWords.all.map { fact in
      let words = matching("-W '\(fact.values.joined(separator: " "))'")
      return "    \(fact.key)=) \(words); return ;;"
    }
    return (options + settings).joined(separator: "\n")
  }

  private static var options: String {
    CompletionWords.places.map { place in
      let names = place.options.map { "--\($0.name)" }.joined(separator: " ")
      return "      \"\(place.name)\") \(matching("-W '\(names)'")) ;;"
    }.joined(separator: "\n")
  }

  private static var words: String {
    CompletionWords.places.compactMap { place -> String? in
      let command = place.command
      if !command.actions.isEmpty {
        let names = command.actions.map(\.name).joined(separator: " ")
        return "    \"\(place.name)\") \(matching("-W '\(names)'")) ;;"
      }
      guard !command.positionals.isEmpty else { return nil }
      let cases = command.positionals.enumerated().map { index, positional in
        let isOpen = positional.arity == .any || positional.arity == .oneOrMore
        return "\(isOpen ? "*" : String(index))) \(reply(positional.form)) ;;"
      }
      return "    \"\(place.name)\") case $count in \(cases.joined(separator: " ")) esac ;;"
    }.joined(separator: "\n")
  }

  private static func form(of option: Option) -> ValueForm? {
    switch option.argument {
    case .one(let form): form
    case .none, .rest: nil
    }
  }

  private static func reply(_ form: ValueForm) -> String {
    if let command = CompletionWords.command(for: form) {
      return "_nightjar_names < <(\(command))"
    }
    return switch form {
    case .file: "compopt -o filenames; " + matching("-f")
    case .folder: "compopt -o filenames; " + matching("-d")
    case .setting:
      "compopt -o nospace; "
        + matching("-W '\(DeviceWords.all.map { "\($0.key)=" }.joined(separator: " "))'")
    case .words, .settingKey, .text, .count, .moment, .app, .task:
      matching("-W '\(CompletionWords.words(of: form).joined(separator: " "))'")
    }
  }

  private static func matching(_ source: String) -> String {
    "mapfile -t COMPREPLY < <(compgen \(source) -- \"$current\")"
  }
}
