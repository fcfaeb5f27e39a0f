// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

/// The permitted list: 2.1.
@Suite struct PermittedIdentifiersTests {
  private func list(_ entries: String..., bundle: String? = "com.x.app") -> PermittedIdentifiers {
    PermittedIdentifiers(entries: entries, bundleIdentifier: bundle)
  }

  @Test(arguments: ["com.x.app.x.A", "com.x.app.x.A.B"])
  func `compatibility 3: a wildcard permits what fills in its star`(name: String) {
    #expect(list("com.x.app.x.*").permits(TaskIdentifier(name), kind: .continued))
  }

  @Test(arguments: [
    "com.x.app.x.", "com.x.app.x.*", "com.x.app.x", "com.x.app.xy.A", "com.x.app.x..A",
    "com.x.app.x.A.", "com.x.app.X.A",
  ])
  func `compatibility 3: a wildcard refuses everything else`(name: String) {
    #expect(!list("com.x.app.x.*").permits(TaskIdentifier(name), kind: .continued))
  }

  @Test(arguments: ["com.y.*", "com.x.*.app", "com.x.app.*.*", "*", ".*", "com.x.app*"])
  func `compatibility 4: a misplaced star permits nothing and is told`(entry: String) {
    let list = list(entry)
    #expect(list.ignored.map(\.entry) == [entry])
    #expect(!list.permits(TaskIdentifier("com.x.app.a"), kind: .continued))
    #expect(!list.permits(TaskIdentifier(entry), kind: .continued))
  }

  @Test(arguments: [TaskKind.refresh, .processing, .healthResearch])
  func `compatibility 9: a wildcard does not serve scheduled work`(kind: TaskKind) {
    #expect(!list("com.x.app.x.*").permits(TaskIdentifier("com.x.app.x.A"), kind: kind))
    #expect(list("com.x.app.x.A").permits(TaskIdentifier("com.x.app.x.A"), kind: kind))
  }

  @Test func `compatibility 1: names match exactly and are well formed`() {
    let long = String(repeating: "a", count: 256)
    let list = list("com.x.refresh", "", long, "a\nb")
    #expect(list.permitsRegistration(of: TaskIdentifier("com.x.refresh")))
    for name in ["com.x.Refresh", "", long, "a\nb", "com.x.refresh "] {
      #expect(!list.permitsRegistration(of: TaskIdentifier(name)))
    }
    #expect(list.ignored.count == 3)
  }

  @Test func `without a bundle identifier any stem will do`() {
    let list = list("anything.*", bundle: nil)
    #expect(list.permits(TaskIdentifier("anything.at.all"), kind: .continued))
  }

  @Test func `a difference of case or of white space is guessed`() {
    let list = list("com.x.Refresh ", "com.x.other")
    #expect(list.nearest(to: TaskIdentifier("com.x.refresh")) == "com.x.Refresh ")
    #expect(list.nearest(to: TaskIdentifier("com.x.rfresh")) == nil)
  }
}

/// What an identifier may be made of: 2.1.7.
@Suite struct IdentifierTests {
  @Test(arguments: ["\u{0}", "a\u{1F}", "\u{7F}", "a\u{80}b", "\u{9F}"])
  func `control characters make no identifier`(name: String) {
    #expect(!TaskIdentifier(name).isWellFormed)
  }

  @Test(arguments: ["a", "é", "\u{A0}", "日本", "com.x.ß", String(repeating: "é", count: 127)])
  func `any other text does`(name: String) {
    #expect(TaskIdentifier(name).isWellFormed)
  }
}
