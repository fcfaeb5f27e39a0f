// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarWire
import Testing

@testable import NightjarCommandLine

@Suite struct `The activity` {
  private let plain = Paint(isTerminal: false, environment: [:])

  private func lines(
    _ item: ActivityInterface.Item,
    columns: Int,
    pace: ActivityPace.Reading? = ActivityPace.Reading(rate: "52.0/s", timeLeft: "12 s left")
  ) -> [String] {
    ActivityLines(paint: plain, columns: columns).lines(item, pace: pace, isSelected: true)
  }

  @Test func `a bar, the rate and the time left fit 80 columns`() {
    let lines = lines(Samples.items[0], columns: 80)
    #expect(lines[0] == "> Exporting · Summer by the sea")
    #expect(
      lines[1] == "    " + String(repeating: "━", count: 20) + String(repeating: "─", count: 29)
        + "   42 %  12 s left  52.0/s"
    )
  }

  @Test(arguments: [10, 20, 30, 40, 60, 80, 120, 200])
  func `no line is wider than the screen`(columns: Int) {
    for item in Samples.items + Samples.itemsAfterwards + [Samples.item("pending")] {
      for line in lines(item, columns: columns) {
        #expect(Printable.columns(of: line) <= columns, "\(line)")
      }
    }
  }

  @Test func `on a narrow screen the rate gives way before the time left`() {
    #expect(lines(Samples.items[0], columns: 34)[1].hasSuffix("42 %  12 s left"))
    #expect(lines(Samples.items[0], columns: 24)[1].hasSuffix("42 %"))
  }

  @Test func `an app that died has failed, and shows no bar`() {
    #expect(lines(Samples.itemsAfterwards[0], columns: 80)[1] == "    failed: the app died")
    var stopped = Samples.item("expired")
    stopped.expirationReason = "user"
    #expect(lines(stopped, columns: 80)[1] == "    stopped: cancelled by the user")
  }

  @Test func `rate and time left follow from the last ten seconds`() throws {
    var pace = ActivityPace()
    func at(_ seconds: Int64) -> WallTime { WallTime(nanoseconds: 0) + .seconds(seconds) }
    pace.note([Samples.item("running", fraction: 0.1, completed: 100)], at: at(0))
    #expect(pace.reading(of: Samples.items[0]) == nil)
    pace.note([Samples.item("running", fraction: 0.2, completed: 200)], at: at(20))
    pace.note([Samples.item("running", fraction: 0.4, completed: 400)], at: at(24))
    let reading = try #require(pace.reading(of: Samples.items[0]))
    #expect(reading == ActivityPace.Reading(rate: "50.0/s", timeLeft: "12 s left"))
  }

  @Test func `without a terminal each change is a plain line`() {
    let result = run(["activity"])
    #expect(
      result.text == """
        com.example.album.export: running, 42 % (Exporting · Summer by the sea)
        com.example.album.export: failed: the app died, 42 % (Exporting · Summer by the sea)

        """
    )
    #expect(run(["activity", "--once"]).text.split(separator: "\n").count == 1)
  }

  @Test func `as JSON each update is one line with every key`() {
    let lines = run(["activity", "--json"]).text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first == """
        {"items":[{"app":"com.example.album","task":"com.example.album.export",\
        "state":"running","title":"Exporting","subtitle":"Summer by the sea","run":4,\
        "completed":420,"total":1000,"fraction":0.42,"startedAt":null,"endedAt":null,\
        "outcome":null,"expirationReason":null}]}
        """
    )
  }

  @Test func `a terminal shows bars on its second screen and gets the last ones back`() {
    let result = run(["activity"], output: CapturedOutput(isTerminal: true))
    #expect(result.text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H"))
    #expect(result.text.contains("━"))
    #expect(result.text.contains("c: cancel"))
    let end = result.text.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(end.contains("Exporting · Summer by the sea\n"))
  }
}
