// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import Testing

struct HelpTests {
  @Test(arguments: Grammar.root.actions)
  func `the help of a verb tells every option, argument and action`(verb: Command) {
    let result = run([verb.name, "--help"])
    #expect(result.code == .done)
    #expect(result.text == run(["help", verb.name]).text)
    for option in verb.options + verb.actions.flatMap(\.options) + Grammar.everywhere {
      #expect(result.text.contains("--\(option.name)"))
    }
    for positional in verb.positionals + verb.actions.flatMap(\.positionals) {
      #expect(result.text.contains(positional.usage))
    }
    for action in verb.actions {
      #expect(result.text.contains("nightjar \(verb.name)"))
      #expect(run([verb.name, action.name, "-h"]).text.contains(action.summary.prefix(40)))
    }
  }

  @Test func `the overview tells every verb, variable and exit code`() {
    let text = run(["help"]).text
    for verb in Grammar.root.actions { #expect(text.contains("\n  \(verb.name) ")) }
    for code in ExitCode.allCases { #expect(text.contains("\n  \(code.rawValue)  ")) }
    #expect(text.contains("NIGHTJAR_SOCKET"))
    #expect(text == run(["--help"]).text)
  }

  @Test(arguments: [40, 80, 120])
  func `help fits the screen`(columns: Int) {
    for verb in Grammar.root.actions {
      let output = CapturedOutput(columns: columns)
      let text = run(["help", verb.name], output: output).text
      for line in text.split(separator: "\n") where line.count > columns {
        // Usage and examples are copied, so they are never broken.
        #expect(line.contains("nightjar") || line.contains("|"), "\(verb.name): \(line)")
      }
    }
  }

  @Test func `help needs no daemon and no further words`() {
    #expect(run(["submit", "--help"], daemon: nil).code == .done)
    #expect(run(["apps", "install", "--help"], daemon: nil).text.contains("--arguments"))
  }

  @Test func `the version is told even when no daemon answers`() {
    #expect(run(["version"], daemon: nil).text.hasPrefix("nightjar "))
    #expect(run(["version"]).text.hasSuffix("nightjard 9.9.9\n"))
    #expect(run(["--version"], daemon: nil).code == .done)
    #expect(run(["version", "--json"], daemon: nil).text.contains("\"daemon\":null"))
  }
}
