// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import NightjarWire
import Testing

struct RenderingTests {
  @Test func `tasks at 80 columns`() {
    #expect(
      run(["tasks"]).text == """
          TASK                      KIND        STATE    WHEN
        com.example.feed
          com.example.feed.refresh  refresh     pending  submitted 5 min ago
              waits for 10:30:00 or later, clears in 25 min
              waits for external power (now: on battery, 40 %)
          com.example.feed.reindex  processing  pending  submitted 65 min ago
              would start at once
        org.other
          org.other.clean           processing  expired  ended 3 s ago
              expiredWithoutHandler, taken back: timeExhausted

        """
    )
  }

  @Test func `tasks at 120 columns are as at 80, since nothing has to give way`() {
    #expect(
      run(["tasks"], output: CapturedOutput(columns: 120)).text == run(["tasks"]).text
    )
  }

  @Test func `tasks at 40 columns stand below one another`() {
    #expect(
      run(["tasks"], output: CapturedOutput(columns: 40)).text == """
        com.example.feed
          com.example.feed.refresh
            refresh · pending · submitted 5 min
            ago
              waits for 10:30:00 or later,
                clears in 25 min
              waits for external power (now:
                on battery, 40 %)
          com.example.feed.reindex
            processing · pending · submitted 65
            min ago
              would start at once
        org.other
          org.other.clean
            processing · expired · ended 3 s ago
              expiredWithoutHandler, taken
                back: timeExhausted

        """
    )
  }

  @Test func `why tells each reason with what is seen and needed`() {
    #expect(
      run(["why", "com.example.feed.refresh"]).text == """
        com.example.feed.refresh, refresh of com.example.feed, is pending.
        Submitted at 10:00:00 (5 min ago). Not before at 10:30:00 (in 25 min).

        It waits for 2 things:
          notBefore
            Needed: 10:30:00 or later. Seen: 10:05:00. Clears by itself at 10:30:00 (in
            25 min).
          waitingForExternalPower
            Needed: external power. Seen: on battery, 40 %. Does not clear by itself.

        """
    )
  }

  @Test func `why of a free task says that it would start at once`() {
    let daemon = FakeDaemon(tasks: [Samples.tasks[1]])
    #expect(run(["why", "x"], daemon: daemon).text.contains("it would start at once"))
  }

  @Test func `words from a newer daemon are printed as they are`() {
    var task = Samples.tasks[0]
    task.state = "hibernating"
    task.kind = "dreaming"
    task.submittedAt = "yesterday"
    task.reasons[0] = SchedulerInterface.Reason(reason: "moonPhase", seen: "new", needed: "full")
    let text = run(["tasks"], daemon: FakeDaemon(tasks: [task])).text
    #expect(text.contains("dreaming  hibernating  submitted yesterday"))
    #expect(text.contains("waits for full (now: new)"))
    #expect(run(["why", "x"], daemon: FakeDaemon(tasks: [task])).text.contains("moonPhase"))
  }

  @Test func `no name can steer the terminal`() {
    var task = Samples.tasks[0]
    task.app = "a\u{1B}]0;x\u{7}"
    task.task = "b\u{202E}c"
    task.reasons[0].needed = "\u{1B}[2J"
    for line in [["tasks"], ["why", "b"], ["tasks", "--names"]] {
      let text = run(line, daemon: FakeDaemon(tasks: [task])).text
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    #expect(run(["log"]).text.contains("bad \\u{1b}[31mname"))
  }

  @Test func `wide and combining letters keep the columns aligned`() throws {
    var task = Samples.tasks[0]
    task.task = "日本e\u{301}"
    task.reasons = []
    var other = task
    other.task = "abcde"
    let text = run(["tasks"], daemon: FakeDaemon(tasks: [task, other])).text
    #expect(text.contains("  日本e\u{301}  refresh"))
    #expect(text.contains("  abcde  refresh"))
  }

  @Test func `colours come only to a terminal that wants them`() {
    let terminal = { CapturedOutput(isTerminal: true) }
    #expect(!run(["tasks"]).text.contains("\u{1B}"))
    #expect(run(["tasks"], output: terminal()).text.contains("\u{1B}[33m"))
    let refused = ["NO_COLOR": "1"]
    #expect(!run(["tasks"], output: terminal(), environment: refused).text.contains("\u{1B}"))
    #expect(
      run(["tasks"], output: terminal(), environment: ["NO_COLOR": ""]).text.contains("\u{1B}")
    )
  }

  @Test func `an override shows what it hides`() {
    #expect(
      run(["device"]).text == """
        FACT     VALUE     SOURCE    TRUST
        power    external  mains     measured
        battery  15        override  set
            hides 80

        """
    )
  }

  @Test func `apps are listed with their processes`() {
    #expect(
      run(["apps"]).text == """
        APP               STATE            PENDING  RUNNING  OPENED
        com.example.feed  background (99)  2        1        5 min ago

        """
    )
  }

  @Test func `a watched list is drawn on the second screen and left on the first`() {
    let output = CapturedOutput(isTerminal: true)
    let result = run(["tasks", "--watch"], output: output, environment: ["NO_COLOR": "1"])
    #expect(result.code == .noDaemon)
    #expect(result.text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H"))
    #expect(result.text.components("\u{1B}[H") == 3)
    let end = "\u{1B}[?25h\u{1B}[?1049lnightjar tasks · 10:05:00 · Ctrl-C ends\n\nNo tasks.\n"
    #expect(result.text.hasSuffix(end))
  }

  @Test func `a watched list is cut to the screen's height`() {
    let output = CapturedOutput(rows: 6, isTerminal: true)
    let text = run(["tasks", "--watch"], output: output, environment: ["NO_COLOR": "1"]).text
    #expect(text.contains("… 8 more lines"))
  }

  @Test func `a watched history keeps its end, where the news is`() {
    let output = CapturedOutput(rows: 8, isTerminal: true)
    let arguments = ["tasks", "--watch", "--history"]
    let text = run(arguments, output: output, environment: ["NO_COLOR": "1"]).text
    let frame = text.split(separator: "\u{1B}[H").first { $0.contains("TASK") } ?? ""
    #expect(frame.contains("lines before"))
    #expect(frame.contains("org.other.clean"))
    #expect(!frame.contains("com.example.feed.refresh"))
    #expect(frame.split(separator: "\r\n").count <= 8)
  }

  @Test func `a narrow list of apps says what its numbers are`() {
    let text = run(["apps"], output: CapturedOutput(columns: 40)).text
    #expect(
      text == """
        com.example.feed
          background (99) · 2 pending · 1
          running · opened 5 min ago

        """
    )
  }

  @Test func `a watched list elsewhere is not repeated when nothing in it changed`() {
    let daemon = FakeDaemon(tasks: [])
    #expect(run(["tasks", "--watch"], daemon: daemon).text == "No tasks.\n")
  }

  @Test func `thousands of tasks are printed line by line`() {
    let tasks = (0..<5000).map { number in
      var task = Samples.tasks[0]
      task.task = "task.\(number)"
      return task
    }
    let text = run(["tasks"], daemon: FakeDaemon(tasks: tasks)).text
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == 15_002)
  }

  @Test func `a watched list elsewhere is plain`() {
    let text = run(["tasks", "--watch"]).text
    #expect(text == run(["tasks"]).text + "No tasks.\n")
  }
}

extension String {
  /// How many parts a separator makes.
  fileprivate func components(_ separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }

  @Test func `the numbers of a policy with what overrides them`() {
    #expect(
      run(["doctor", "--policy"]).text == """
        NUMBER  VALUE  FROM                                           SOURCE
        slots   2      preset phone                                   5.3 G12, ours
            Scheduled tasks that may run together.
        grace   10s    /home/me/.config/nightjar/policy.json, not 5s  3.3.4, ours
            How long an app has after it was asked to stop.

        Overrides are read from /home/me/.config/nightjar/policy.json.

        """
    )
  }

  @Test func `the week of an app's use`() {
    #expect(
      run(["apps", "usage", "com.example.feed"]).text == """
             0     6     12    18
        Mon  ·······█················
        Tue  ························
        Wed  ························
        Thu  ························
        Fri  ························
        Sat  ························
        Sun  ·······················▂

        Since 2026-04-01 07:00:00; a taller bar is an hour in which it is opened more often.

        """
    )
  }
}
