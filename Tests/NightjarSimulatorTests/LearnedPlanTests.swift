// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSimulator
import NightjarTestSupport
import Testing

/// A plan that is made from a daemon's journal.
struct LearnedPlanTests {
  private static let refresh = RecordedDay.refresh.task
  private static let index = RecordedDay.index.task

  private func plan(_ change: (inout Recording) -> Void = { _ in }) throws -> ForecastPlan {
    var recording = RecordedDay().recording
    change(&recording)
    return try #require(ForecastPlan(recording, of: RecordedDay.app))
  }

  @Test func `what an app asked for is taken from its requests and runs`() throws {
    let plan = try plan()
    #expect(plan.tasks == [Self.index, Self.refresh])
    let index = try #require(plan.app.script.tasks[Self.index])
    #expect(index.kind == .processing)
    #expect(index.conditions == [.externalPower])
    #expect(index.next == nil)
    let refresh = try #require(plan.app.script.tasks[Self.refresh])
    #expect(refresh.kind == .refresh)
    #expect(refresh.next?.after ?? plan.floors[Self.refresh] == .hours(1))
    #expect(plan.kinds == UserKind.allCases + [.thisDevice])
    #expect(plan.basis.contains { $0.hasPrefix("\(Self.index.rawValue): processing; needs ext") })
  }

  @Test func `this device opens the app when its user was seen to, and charges as it did`() throws {
    let plan = try plan()
    var forecast = Forecast(plan, days: 14)
    forecast.play(0..<60, seed: 1)
    let index = forecast.tally(of: Self.index, kind: .thisDevice)
    #expect(index.users == 10)
    #expect(index.neverRan == 0)
    // The charger comes at 22:30 and goes at 07:00.
    let away = (0..<7).flatMap { day in (8..<22).map { index.hoursOfWeek[day * 24 + $0] } }
    #expect(away.allSatisfy { $0 == 0 }, "\(index.hoursOfWeek)")
  }

  @Test func `a journal without the app gives no plan, and one without requests an empty one`()
    throws
  {
    let recording = RecordedDay().recording
    #expect(ForecastPlan(recording, of: AppIdentifier("org.example.other")) == nil)
    #expect(ForecastPlan(Recording(), of: RecordedDay.app) == nil)
    let silent = try plan { $0.segments[0].entries = [] }
    #expect(silent.tasks.isEmpty)
    #expect(silent.basis.contains("\(Self.index.rawValue): never submitted, so it is not forecast"))
  }

  @Test func `the same journal and seed give the same forecast`() throws {
    let plan = try plan()
    var (one, two) = (Forecast(plan, days: 7), Forecast(plan, days: 7))
    one.play(0..<12, seed: 3)
    two.play(6..<12, seed: 3)
    two.play(0..<6, seed: 3)
    #expect(one == two)
  }
}
