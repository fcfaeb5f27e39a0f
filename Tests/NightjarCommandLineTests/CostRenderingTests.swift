// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import NightjarWire
import Testing

/// What runs used and apps spent, for people and for scripts.
struct CostRenderingTests {
  private static func daemon(_ use: SchedulerInterface.Use) -> FakeDaemon {
    var task = Samples.tasks[Samples.tasks.count - 1]
    task.use = use
    return FakeDaemon(tasks: [task])
  }

  private static let all = SchedulerInterface.Use(
    cpuSeconds: 12.345,
    readBytes: 999,
    writtenBytes: 1_234_567,
    networkBytesAtMost: 2_000,
    energyJoules: 0.5,
    energySource: "battery"
  )

  @Test func `a list tells the processor time of what ran`() {
    let text = run(["tasks", "--history"], daemon: Self.daemon(Self.all)).text
    #expect(text.contains("taken back: timeExhausted, 12.35 s of CPU\n"), "\(text)")
  }

  @Test func `why tells all that is known`() {
    let output = CapturedOutput(columns: 400)
    let text = run(["why", "t"], daemon: Self.daemon(Self.all), output: output).text
    #expect(
      text.contains(
        "Used 12.35 s of CPU, 999 B read, 1 MB written, at most 2 kB over networks, "
          + "0.50 J (battery)."
      ),
      "\(text)"
    )
    let little = Self.daemon(SchedulerInterface.Use(cpuSeconds: 0.05))
    let short = run(["why", "t"], daemon: little, output: CapturedOutput(columns: 400)).text
    #expect(short.contains("Used 0.05 s of CPU.\n"), "\(short)")
  }

  @Test func `scripts get each number, and null for what nobody knows`() {
    let text = run(["tasks", "--json"], daemon: Self.daemon(Self.all)).text
    #expect(
      text.hasSuffix(
        #""use":{"cpuSeconds":12.345,"readBytes":999,"writtenBytes":1234567,"#
          + #""networkBytesAtMost":2000,"energyJoules":0.5,"energySource":"battery"}}]}"# + "\n"
      ),
      "\(text)"
    )
    let little = Self.daemon(SchedulerInterface.Use(cpuSeconds: 1))
    #expect(
      run(["tasks", "--json"], daemon: little).text.hasSuffix(
        #""use":{"cpuSeconds":1.0,"readBytes":null,"writtenBytes":null,"#
          + #""networkBytesAtMost":null,"energyJoules":null,"energySource":"cpuTime"}}]}"# + "\n"
      )
    )
  }

  @Test(arguments: [Double.infinity, -1, .nan, 1e300])
  func `a number that cannot be is printed all the same`(seconds: Double) {
    let daemon = Self.daemon(SchedulerInterface.Use(cpuSeconds: seconds))
    let wide = CapturedOutput(columns: 400)
    #expect(run(["tasks"], daemon: daemon, output: wide).text.contains(" s of CPU\n"))
  }

  @Test func `apps show what they have spent, and when a spent budget refills`() {
    let daemon = FakeDaemon(budgets: [
      AppsInterface.Budget(budget: "refresh", spent: 3, limit: 12),
      AppsInterface.Budget(
        budget: "meteredData",
        spent: 20,
        limit: 20,
        refillsAt: "2026-05-01T10:30:00Z"
      ),
    ])
    let text = run(["apps"], daemon: daemon).text
    #expect(text.contains("3 of 12 refresh launches spent\n"), "\(text)")
    #expect(text.contains("20 of 20 MB on metered networks spent, refills in 25 min\n"), "\(text)")
    let json = run(["apps", "--json"], daemon: daemon).text
    #expect(
      json.contains(
        #""budgets":[{"budget":"refresh","spent":3,"limit":12,"refillsAt":null},"#
          + #"{"budget":"meteredData","spent":20,"limit":20,"refillsAt":"2026-05-01T10:30:00Z"}]"#
      ),
      "\(json)"
    )
  }
}
