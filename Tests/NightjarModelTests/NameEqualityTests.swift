// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

/// Names are what their bytes are, as in the store and in other languages.
@Suite struct NameEqualityTests {
  /// One letter and a letter with a mark: different bytes that Swift's texts hold for equal.
  private let names = ["com.x.caf\u{e9}", "com.x.cafe\u{301}"]

  @Test func `names that only look the same are two apps and two tasks`() {
    let apps = names.map { AppIdentifier($0) }
    let tasks = names.map { TaskIdentifier($0) }
    #expect(names[0] == names[1])
    #expect(!(apps[0] == apps[1]) && apps[0] != apps[1])
    #expect(!(tasks[0] == tasks[1]) && tasks[0] != tasks[1])
    #expect(Set(apps).count == 2)
    #expect(Set(tasks).count == 2)
  }

  @Test func `names are ordered by their bytes, so that two names are never equal in order`() {
    let (first, second) = (TaskIdentifier(names[1]), TaskIdentifier(names[0]))
    #expect(first < second)
    #expect(!(second < first))
  }

  @Test func `an entry permits its own spelling only, and is guessed for the other`() {
    let list = PermittedIdentifiers(entries: [names[0]], bundleIdentifier: nil)
    #expect(list.permits(TaskIdentifier(names[0]), kind: .refresh))
    #expect(!list.permits(TaskIdentifier(names[1]), kind: .refresh))
    #expect(
      list.nearest(to: TaskIdentifier(names[1])).map { Array($0.utf8) } == Array(names[0].utf8)
    )
  }
}
