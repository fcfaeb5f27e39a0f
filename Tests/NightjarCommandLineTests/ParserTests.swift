// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import Testing

struct ParserTests {
  @Test(arguments: [
    (["tasks", "--app", "a.b", "--history"], "tasks a.b true"),
    (["tasks", "--history", "--app=a.b"], "tasks a.b true"),
    (["--json", "tasks", "--app=a.b"], "tasks a.b false"),
    (["why", "--app", "a.b", "t"], "why t a.b"),
    (["why", "t", "--app", "a.b"], "why t a.b"),
    (["why", "--", "-t"], "why -t -"),
    (["why", "-t" + "x", "--help"], ""),
    (["simulate", "--app", "x", "launch", "t"], "simulate launch t"),
    (["device"], "device"),
    (["device", "show"], "device"),
    (["device", "set", "power=battery", "battery=0"], "set battery=0 power=battery"),
    (["device", "reset"], "reset all"),
    (["device", "reset", "power", "idle"], "reset power idle"),
    (["apps"], "apps"),
    (["apps", "--names"], "apps"),
    (["apps", "settings", "--background-refresh", "off", "a.b"], "settings a.b false"),
    (["apps", "--background-refresh=on", "settings", "a.b"], "settings a.b true"),
    (["log", "-f", "--app", "a"], "follow a"),
    (["log", "--limit", "5", "--limit=6"], "log - 6"),
  ])
  func `a line reaches the daemon as what it means`(arguments: [String], call: String) {
    let result = run(arguments)
    #expect(result.calls.first ?? "" == call || result.code == .usage && call.isEmpty)
  }

  @Test(arguments: [
    ([], "a command is needed"),
    (["tsks"], "did you mean tasks?"),
    (["tasks", "--histroy"], "did you mean --history?"),
    (["apps", "instal", "x"], "did you mean install?"),
    (["apps", "list", "--background-refresh", "on"], "does not belong to `nightjar apps list`"),
    (["why"], "TASK-ID is missing"),
    (["why", "a", "b"], "\"b\" is one word too many"),
    (["why", ""], "cannot name a task"),
    (["why", "a\u{7}b"], "\\u{7}"),
    (["why", "-x", "t"], "options have two dashes"),
    (["tasks", "--app"], "needs a value"),
    (["tasks", "--app", "--json"], "needs a value"),
    (["tasks", "--json=yes"], "takes no value"),
    (["log", "--limit", "0"], "whole number from 1"),
    (["log", "--output"], "needs --app"),
    (["simulate"], "an action is needed: launch, expire"),
    (["device", "set"], "KEY=VALUE is missing"),
    (["device", "set", "powr=battery"], "did you mean power?"),
    (["device", "set", "battery=101"], "from 0 to 100"),
    (["device", "set", "idle=true", "idle=false"], "set twice"),
    (["device", "reset", "powre"], "did you mean power?"),
    (["submit", "a", "t", "--kind", "refesh"], "did you mean refresh?"),
    (["submit", "a", "t", "--earliest", "tomorrow"], "+30m"),
    (["submit", "a", "t", "--earliest", "+5"], "+30m"),
    (["submit", "a", "t", "--power"], "has no --power"),
    (["submit", "a", "t", "--title", "x"], "has no --title"),
    (["submit", "a", "t", "--kind", "continued"], "needs a --title"),
    (["completions", "tcsh"], "is none of bash, zsh, fish"),
    (["daemon", "--preset", "mans"], "is none of phone, portable, mains; did you mean mains?"),
    (["help", "tsks"], "did you mean tasks?"),
  ])
  func `a wrong line is refused with the word at fault`(arguments: [String], part: String) {
    let result = run(arguments)
    #expect(result.code == .usage)
    #expect(result.errors.contains(part))
    #expect(result.text.isEmpty)
  }

  @Test func `a complaint in JSON has a code and a message`() {
    let result = run(["why", "--json"])
    #expect(
      result.errors == "{\"error\":{\"code\":\"usage\",\"message\":\"TASK-ID is missing. "
        + "See `nightjar why --help`.\"}}\n"
    )
  }

  @Test(arguments: [
    ("tsks", "tasks"), ("taskss", "tasks"), ("atsks", "tasks"), ("TASKS", "tasks"),
    ("dev", "device"), ("compl", "completions"), ("zzz", nil), ("", nil), ("t", nil),
  ])
  func `a suggestion comes only for a word that is near`(word: String, meant: String?) {
    #expect(Suggestion.nearest(to: word, among: Grammar.root.actions.map(\.name)) == meant)
  }

  @Test func `a very long word is compared in bounded time`() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(Suggestion.nearest(to: word, among: ["tasks", "why"]) == nil)
  }
}
