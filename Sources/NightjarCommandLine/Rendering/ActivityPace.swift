// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// How fast tasks get on, by what was seen of them in the last seconds.
struct ActivityPace {
  /// A rate and what follows from it, in words.
  struct Reading: Hashable {
    var rate: String
    var timeLeft: String
  }

  private struct Sample {
    var at: WallTime
    var fraction: Double
    var completed: Int
  }

  /// For how long samples count: long enough to be calm, short enough to follow a change.
  private static let window = TimeSpan.seconds(10)

  private var samples: [Int: [Sample]] = [:]

  /// Takes in how far the tasks are now.
  mutating func note(_ items: [ActivityInterface.Item], at now: WallTime) {
    var kept: [Int: [Sample]] = [:]
    for item in items where item.state == "running" {
      guard let run = item.run, let fraction = item.fraction else { continue }
      var list = (samples[run] ?? []).filter { now - $0.at <= Self.window }
      list.append(Sample(at: now, fraction: fraction, completed: item.completed ?? 0))
      kept[run] = list
    }
    samples = kept
  }

  /// How fast a task gets on; `nil` while too little was seen of it, or it stands still.
  func reading(of item: ActivityInterface.Item) -> Reading? {
    guard let list = item.run.flatMap({ samples[$0] }), let first = list.first,
      let last = list.last
    else { return nil }
    let seconds = Double((last.at - first.at).nanoseconds) / 1e9
    let done = last.fraction - first.fraction
    guard seconds >= 0.2, done > 0 else { return nil }
    let left = min((1 - last.fraction) / (done / seconds), 359_999)
    let rate = Double(last.completed - first.completed) / seconds
    return Reading(rate: Self.rate(rate), timeLeft: Self.length(left) + " left")
  }

  private static func rate(_ perSecond: Double) -> String {
    switch perSecond {
    case 1e9...: "\(tenths(perSecond / 1e9)) G/s"
    case 1e6...: "\(tenths(perSecond / 1e6)) M/s"
    case 1e4...: "\(tenths(perSecond / 1e3)) k/s"
    default: "\(tenths(perSecond))/s"
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths >= 1000 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  private static func length(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return switch whole {
    case ..<100: "\(whole) s"
    case ..<6000: "\((whole + 30) / 60) min"
    default: "\((whole + 1800) / 3600) h"
    }
  }
}
