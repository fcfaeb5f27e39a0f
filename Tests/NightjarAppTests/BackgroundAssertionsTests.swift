// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NightjarApp

struct BackgroundAssertionsTests {
  private var work = BackgroundAssertions()

  @Test mutating func `compatibility 77: time does not run in front`() {
    let number = work.begin("save", at: 0)
    #expect(number > 0)
    #expect(work.remaining(at: 1000) == .greatestFiniteMagnitude)
    let none = work.duties(at: 1000)
    #expect(none.isEmpty)
    #expect(work.nextDuty(after: 0) == nil)
  }

  @Test mutating func `compatibility 77: all work together has 30 seconds in the background`() {
    _ = work.begin("first", at: 0)
    work.enterBackground(at: 100)
    #expect(work.remaining(at: 100) == 30)
    _ = work.begin("second", at: 110)
    #expect(work.remaining(at: 110) == 20)
    #expect(work.remaining(at: 200) == 0)
  }

  @Test mutating func `compatibility 77: a task can be ended twice`() {
    let number = work.begin("save", at: 0)
    let answers = [work.end(number), work.end(number), work.end(0)]
    #expect(answers == [true, false, false])
  }

  @Test mutating func `spec 8.1.2: the handlers are called once, with five seconds left`() {
    let number = work.begin("save", at: 95)
    work.enterBackground(at: 100)
    let early = work.duties(at: 124.9)
    #expect(early.isEmpty)
    #expect(work.nextDuty(after: 100) == 125)
    let due = work.duties(at: 125)
    #expect(due == [.expire(number), .noteAge(assertion(number, 95))])
    let again = work.duties(at: 126)
    #expect(again.isEmpty)
    #expect(work.nextDuty(after: 126) == 130)
  }

  @Test mutating func `compatibility 77: who does not end its work is named, once`() {
    let number = work.begin("save", at: 100)
    work.enterBackground(at: 100)
    _ = work.duties(at: 125)
    let last = work.duties(at: 130)
    #expect(last.count == 2)
    guard case .overdue(let leak) = last.last else {
      Issue.record("\(last)")
      return
    }
    #expect(leak.name == "save" && leak.number == number)
    let again = work.duties(at: 131)
    #expect(again.isEmpty)
  }

  @Test mutating func `coming back to the front gives all time back`() {
    let number = work.begin("save", at: 0)
    work.enterBackground(at: 0)
    _ = work.duties(at: 26)
    work.enterForeground()
    work.enterBackground(at: 40)
    #expect(work.remaining(at: 40) == 30)
    let due = work.duties(at: 65)
    #expect(due.contains(.expire(number)))
  }

  @Test mutating func `time in which the process stood still does not count`() {
    let number = work.begin("save", at: 100)
    work.enterBackground(at: 100)
    work.leaveOut(900)
    #expect(work.remaining(at: 1000) == 30)
    let early = work.duties(at: 1024)
    #expect(early.isEmpty)
    let due = work.duties(at: 1025)
    #expect(due == [.expire(number)])
  }

  private func assertion(_ number: Int, _ began: Double) -> BackgroundAssertions.Assertion {
    .init(number: number, name: "save", began: began, isExpiring: true, isNoted: true)
  }
}
