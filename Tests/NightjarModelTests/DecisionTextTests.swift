// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

/// Decisions as lines: they are kept on disk, so their spelling is pinned here.
@Suite struct DecisionTextTests {
  private let key = RequestKey(app: AppIdentifier("com.x"), task: TaskIdentifier("a"))
  private let process = ProcessIdentity(pid: 12, startTicks: 345)

  private var run: Run {
    let request = TaskRequest(key: key, kind: .refresh, earliestBegin: WallTime(nanoseconds: 5))
    let pending = PendingRequest(
      request: request,
      number: SubmissionNumber(rawValue: 3),
      submittedAt: WallTime(nanoseconds: 4)
    )
    return Run(
      number: RunNumber(rawValue: 7),
      consumed: pending,
      process: process,
      startedAt: Instant(nanoseconds: 8),
      startedWall: WallTime(nanoseconds: 9),
      deadline: Instant(nanoseconds: 10),
      isSimulated: true
    )
  }

  @Test func `a delivery is spelt with all that it rests on`() {
    let text =
      "deliver run=7 process=12@345 started=8 wall=9 deadline=10 simulated "
      + "#3 submitted=4 refresh \"com.x\"/\"a\" conditions=0 floor=5"
    #expect(Effect.deliver(run).decisionText == text)
  }

  @Test func `short effects are pinned`() {
    let app = AppIdentifier("com.x")
    #expect(Effect.wake(at: .distantFuture).decisionText == "wake never")
    #expect(Effect.launch(app, inForeground: true).decisionText == "launch \"com.x\" foreground")
    #expect(Effect.kill(app, process).decisionText == "kill \"com.x\" 12@345")
    let error = SubmissionError(.unavailable, "no", facts: ["b": .number(1), "a": .texts(["x"])])
    let refusal = Effect.refuse(Ticket(rawValue: 2), error).decisionText
    #expect(refusal == "refuse ticket=2 code=1 \"no\" \"a\"=[\"x\"] \"b\"=1")
  }

  @Test func `a hostile text stays on one line and inside its quotes`() {
    let details = ContinuedDetails(title: "a\"\n\\b\u{2028}", subtitle: "\u{0}")
    let request = TaskRequest(key: key, kind: .continued, continued: details)
    let text = Event.submitted(request, Ticket(rawValue: 1)).decisionText
    #expect(text.contains(#"title="a\"\u{a}\\b\u{2028}" subtitle="\u{0}""#))
    #expect(!text.contains("\n"))
  }

  @Test func `an event is spelt with its kind first`() {
    #expect(Event.timePassed.decisionText == "timePassed")
    let exit = Event.appExited(AppIdentifier("com.x"), process, .signaled(9)).decisionText
    #expect(exit == "appExited \"com.x\" 12@345 signaled 9")
    #expect(Event.deviceChanged(.battery(3)).decisionText == "deviceChanged battery 3")
  }
}
