// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSimulator

/// `nightjar replay`.
enum ReplayVerb: Verb {
  static let whatIf = Option(
    name: "what-if",
    argument: .one(.setting),
    help: "A fact of the device that is to hold all the time; may be given more than once."
  )

  static let command = Command(
    name: "replay",
    summary: "Decide a recorded day again, or with another fact.",
    discussion: [
      "JOURNAL is what `nightjar log --journal` printed. The scheduler of this program is told what "
        + "the daemon's was told, by the same numbers, and must decide the same; else the first "
        + "event is shown at which it does not. No daemon is needed.",
      "With --what-if the day is played with that fact, and what tasks start earlier, later or "
        + "never is told. What users did is taken as recorded; what an app's task does follows "
        + "when the task starts. The facts are those of `nightjar device set`.",
      "Exit code 0 means that nothing is different, 1 that something is, 2 that the journal cannot "
        + "be read. With --json the answer is {\"same\", \"from\", \"through\", \"events\", "
        + "\"difference\"}, with --what-if {\"same\", \"from\", \"through\", \"beginnings\", "
        + "\"tasks\"}.",
    ],
    positionals: [Positional(form: .file, help: "The journal.")],
    options: [whatIf],
    examples: [
      Example(line: "nightjar replay day.jsonl", meaning: "See whether it is decided the same."),
      Example(
        line: "nightjar replay day.jsonl --what-if power=battery --what-if battery=15",
        meaning: "See what a nearly empty battery would have held back."
      ),
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let recording = try Recording(path: session.invocation.words[0])
    let settings = session.invocation.values(of: whatIf)
    guard settings.isEmpty else { return try play(recording, settings, session) }
    guard let outcome = ReplayOutcome(recording) else { return .usage }
    if session.isJSON {
      try session.write(JSONText(outcome))
    } else {
      try session.write(ReplayText(session).sentence(for: outcome))
    }
    return outcome.difference == nil ? .done : .findings
  }

  private static func play(
    _ recording: Recording,
    _ settings: [String],
    _ session: Session
  ) throws -> ExitCode {
    let keys = settings.compactMap { $0.split(separator: "=").first.map(String.init) }
    if let twice = keys.first(where: { key in keys.count { $0 == key } > 1 }) {
      throw Failure(.usage, "--what-if names \(twice) more than once")
    }
    let changes = settings.compactMap(DeviceWords.change)
    guard let answer = WhatIf(recording, changes: changes) else { return .usage }
    if session.isJSON {
      try session.write(JSONText(answer))
    } else {
      try ReplayText(session).write(answer, settings)
    }
    return answer.isSame ? .done : .findings
  }
}
