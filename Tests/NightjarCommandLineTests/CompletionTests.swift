// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarCommandLine
import Testing

struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions tell every verb, action and option`(shell: String) {
    let text = run(["completions", shell]).text
    for verb in Grammar.root.actions {
      #expect(text.contains(verb.name))
      for action in verb.actions { #expect(text.contains(action.name)) }
      for option in verb.options + verb.actions.flatMap(\.options) + Grammar.everywhere {
        #expect(text.contains(shell == "fish" ? "-l \(option.name)" : "--\(option.name)"))
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the shell itself accepts its completions`(shell: String) throws {
    guard Tool.exists(shell) else { return }
    let folder = try TemporaryFolder()
    let file = try folder.file("nightjar", run(["completions", shell]).text)
    let result = try Tool.shell("\(shell) -n \(file)")
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    ("nightjar ta", "tasks"),
    ("nightjar device s", "show set"),
    ("nightjar device set po", "power="),
    ("nightjar device set power = b", "battery"),
    ("nightjar submit a b --kind pro", "processing"),
    ("nightjar submit --kind = pro", "processing"),
    ("nightjar tasks --hi", "--history"),
    ("nightjar --socket /x apps re", "remove"),
    ("nightjar completions ", "bash zsh fish"),
    ("nightjar why com", "com.a com.b"),
    ("nightjar why ev", "ev\\$\\(touch\\ x\\)"),
  ])
  func `bash completes`(line: String, words: String) throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("nightjar.bash", run(["completions", "bash"]).text)
    // A name from an app must never be run, whatever it looks like.
    let result = try Tool.shell(
      """
      cd \(folder.path)
      nightjar() { printf '%s\\n' com.a com.b 'ev$(touch x)'; }
      compopt() { :; }
      source \(script)
      IFS=' ' read -ra COMP_WORDS <<< '\(line)'
      [[ '\(line)' == *' ' ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _nightjar
      echo "${COMPREPLY[*]}"
      ls x 2>/dev/null
      """
    )
    #expect(result.text == words + "\n")
  }

  @Test func `fish completes`() throws {
    guard Tool.exists("fish") else { return }
    let folder = try TemporaryFolder()
    let script = try folder.file("nightjar.fish", run(["completions", "fish"]).text)
    let result = try Tool.shell(
      "fish -c 'source \(script); complete -C \"nightjar simulate l\"'",
      environment: ["HOME": folder.path]
    )
    #expect(result.text.hasPrefix("launch\t"))
  }

  @Test func `the manual page is sound and complete`() throws {
    let text = run(["help", "--man"]).text
    for verb in Grammar.root.actions {
      #expect(text.contains(".Ss nightjar \(verb.name)\n"))
      for option in verb.options + verb.actions.flatMap(\.options) {
        #expect(text.contains("Fl \\-\(option.name.replacing("-", with: "\\-"))"))
      }
    }
    guard Tool.exists("mandoc") else { return }
    let folder = try TemporaryFolder()
    let file = try folder.file("nightjar.1", text)
    let result = try Tool.shell("mandoc -T lint \(file)")
    #expect(result.text.isEmpty)
  }
}
