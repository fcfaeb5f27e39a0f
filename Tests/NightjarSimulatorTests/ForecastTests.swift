// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import NightjarModel
import NightjarSimulator
import Testing

/// Populations of users and what becomes of tasks in their hands.
struct ForecastTests {
  private static let refresh = TaskIdentifier("com.example.refresh")
  private static let cleaning = TaskIdentifier("com.example.cleaning")

  private static func file(users: String = "", extra: String = "") -> Data {
    Data(
      """
      {"plan": 1, "name": "Example", \(users)\(extra)
       "app": {"id": "com.example", "permitted": ["com.example.refresh", "com.example.cleaning"],
         "modes": ["fetch", "processing"], "tasks": {
           "com.example.refresh": {"kind": "refresh", "next": {"when": "start", "after": "4h"}},
           "com.example.cleaning": {"kind": "processing", "requires": ["power"], "work": "3m"}}}}
      """.utf8
    )
  }

  private static func forecast(
    _ users: Range<Int>,
    days: Int = 14,
    seed: UInt64 = 1
  ) throws
    -> Forecast
  {
    var forecast = Forecast(try ForecastPlan(bytes: file()), days: days)
    forecast.play(users, seed: seed)
    return forecast
  }

  @Test func `the same seed gives the same forecast, another seed another one`() throws {
    let first = try Self.forecast(0..<25)
    let second = try Self.forecast(0..<25)
    #expect(ForecastReport(first, seed: 1).json == ForecastReport(second, seed: 1).json)
    #expect(
      ForecastPicture(ForecastReport(first, seed: 1)).svg
        == ForecastPicture(ForecastReport(second, seed: 1)).svg
    )
    #expect(try first != Self.forecast(0..<25, seed: 2))
  }

  @Test func `a population may be played in pieces`() throws {
    let whole = try Self.forecast(0..<25)
    var sum = try Self.forecast(15..<25)
    sum.add(try Self.forecast(0..<7))
    sum.add(try Self.forecast(7..<15))
    #expect(sum == whole)
  }

  @Test func `the numbers of a tally add up`() throws {
    let forecast = try Self.forecast(0..<50)
    for task in [Self.refresh, Self.cleaning] {
      let all = forecast.tally(of: task)
      #expect(all.users == 50)
      #expect(all.runCounts.values.reduce(0, +) == 50)
      #expect(
        all.hoursOfWeek.reduce(0, +) == all.runCounts.map { $0.key * $0.value }.reduce(0, +)
      )
      #expect(abs(all.reasonShares.map(\.share).reduce(0, +) - 1) < 1e-9)
      #expect(all.runs(percentile: 10) <= all.runs(percentile: 50))
      #expect(all.runs(percentile: 50) <= all.runs(percentile: 90))
      #expect(
        UserKind.allCases.map { forecast.tally(of: task, kind: $0).users } == [10, 10, 10, 10, 10]
      )
    }
  }

  @Test func `each kind of user meets the gates that it stands for`() throws {
    let forecast = try Self.forecast(0..<50, days: 28)
    func refresh(_ kind: UserKind) -> TaskTally { forecast.tally(of: Self.refresh, kind: kind) }
    #expect(refresh(.lowPowerUser).reasons["lowPowerMode"] ?? 0 > 0)
    #expect(refresh(.commuter).reasons["lowPowerMode"] == nil)
    #expect(refresh(.forceQuitter).reasonShares.first?.name == "forceQuit")
    #expect(refresh(.overnightCharger).reasons["forceQuit"] == nil)
    #expect(
      refresh(.lowPowerUser).runs(percentile: 50) < refresh(.overnightCharger).runs(percentile: 50)
    )
    #expect(
      try #require(refresh(.forceQuitter).longestGap(percentile: 50))
        > #require(refresh(.overnightCharger).longestGap(percentile: 50))
    )
    // What needs power runs at night, when the charger is plugged in.
    let cleaning = forecast.tally(of: Self.cleaning, kind: .overnightCharger).hoursOfWeek
    let night = cleaning.enumerated().filter { !(8..<21).contains($0.offset % 24) }.map(\.element)
    #expect(night.reduce(0, +) == cleaning.reduce(0, +))
  }

  @Test func `the picture is well formed and has a cell for each hour of the week`() throws {
    let report = ForecastReport(try Self.forecast(0..<10, days: 7), seed: 1)
    let svg = ForecastPicture(report).svg
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    let cells = svg.components(separatedBy: " rx=\"3\"").count - 1
    #expect(cells == 2 * 168)
  }

  @Test(arguments: [
    (#""users": ["commuters"],"#, "commuter"), (#""users": [],"#, "at least one kind"),
    (#""users": ["commuter", "commuter"],"#, "named twice"), (#""usrs": 1,"#, "usrs"),
    (#""device": {"preset": "pone"},"#, "pone"), (#""device": {"battery": 5},"#, "battery"),
  ])
  func `a plan with a mistake is refused by name`(part: String, named: String) {
    let error = #expect(throws: ScenarioError.self) {
      try ForecastPlan(bytes: Self.file(extra: part))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(named))
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"plan\": 2}", "{\"plan\": 1}", "{\"plan\": 1, \"name\": \"x\", \"app\": {}}",
    "{\"plan\": 1, \"name\": \"x\", \"app\": {\"id\": \"a\", \"tasks\": {}}}", "\u{0}\u{1}",
    String(repeating: "[", count: 100_000),
  ])
  func `what is no plan is refused`(text: String) {
    #expect(throws: ScenarioError.self) { try ForecastPlan(bytes: Data(text.utf8)) }
    #expect(ForecastPlan.isPlan(Data(text.utf8)) == text.contains("plan"))
  }
}
