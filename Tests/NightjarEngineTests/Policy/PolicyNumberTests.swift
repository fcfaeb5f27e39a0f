// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

struct PolicyNumberTests {
  @Test func `every number of the policy is in the list once`() {
    #expect(Set(PolicyNumber.all.map(\.name)) == Set(Self.names(in: Policy(preset: .phone))))
    #expect(Set(PolicyNumber.all.map(\.name)).count == PolicyNumber.all.count)
  }

  /// The paths of the stored numbers, as a new one would have to be listed; spans count as numbers.
  private static func names(in value: Any, _ path: [String] = []) -> [String] {
    let children = Array(Mirror(reflecting: value).children)
    if children.isEmpty || children.first?.label == "nanoseconds" {
      return [path.joined(separator: ".")]
    }
    return children.flatMap { child -> [String] in
      guard let label = child.label, !["preset", "gates"].contains(label) else { return [] }
      return names(in: child.value, label == "some" ? path : path + [label])
    }
  }

  @Test(arguments: Preset.allCases)
  func `a preset's own values are within the bounds and survive being written`(preset: Preset) {
    for number in PolicyNumber.all {
      let policy = Policy(preset: preset)
      guard let value = number.value(in: policy) else {
        #expect(policy.score == nil && number.name.hasPrefix("score."))
        continue
      }
      #expect(number.bounds.contains(value), "\(number.name)")
      #expect(number.value(of: number.text(of: value)) == value, "\(number.name)")
      var copy = policy
      #expect(number.set(value, in: &copy))
      #expect(copy == policy, "\(number.name)")
    }
  }

  @Test func `a policy survives being written in one line`() throws {
    #expect(Policy(preset: .mains).text == "mains")
    var policy = Policy(preset: .phone)
    policy.grace = .milliseconds(300)
    policy.slots = 7
    policy.freezes = false
    policy.score?.refresh.window = .hours(2)
    policy.score?.unknownUsage = 0.25
    #expect(
      policy.text
        == "phone slots=7 freezes=false grace=300ms score.refresh.window=2h score.unknownUsage=0.25"
    )
    #expect(try #require(Policy(text: policy.text)) == policy)
  }

  @Test(arguments: [
    "", "pone", "phone slots", "phone slots=0", "phone slots=1.5", "phone lots=1",
    "phone grace=-1s", "phone grace=1", "phone grace=1w", "phone grace=infs", "phone slots=1e3",
    "phone grace=0s", "phone freezes=2", "mains score.refresh.age=1", "phone score.unknownUsage=2",
  ])
  func `a line that says no policy is none`(text: String) {
    #expect(Policy(text: text) == nil)
  }
}
