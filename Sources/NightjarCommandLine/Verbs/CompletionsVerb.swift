// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// `nightjar completions`.
enum CompletionsVerb: Verb {
  private static let shells = [
    ValueForm.Word("bash", "for bash(1)"), ValueForm.Word("zsh", "for zsh(1)"),
    ValueForm.Word("fish", "for fish(1)"),
  ]

  static let command = Command(
    name: "completions",
    summary: "Print the completions of a shell.",
    discussion: [
      "Scripts/install puts them where the shells look. By hand: bash sources the text, zsh reads "
        + "it as _nightjar in a folder of $fpath, fish as completions/nightjar.fish."
    ],
    positionals: [Positional(form: .words(shells), help: "The shell.")],
    examples: [
      Example(line: "source <(nightjar completions bash)", meaning: "Complete in this bash.")
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let shell = session.invocation.words[0]
    let text =
      switch shell {
      case "bash": BashCompletions.text
      case "zsh": ZshCompletions.text
      default: FishCompletions.text
      }
    if session.isJSON {
      try session.write(["shell": .text(shell), "script": .text(text)])
    } else {
      try session.write(text)
    }
    return .done
  }
}
