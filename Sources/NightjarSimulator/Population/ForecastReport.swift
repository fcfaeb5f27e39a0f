// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

/// A forecast for people and for programs.
package struct ForecastReport: Sendable {
  let forecast: Forecast

  /// The seed of the population.
  let seed: UInt64

  /// Makes the report of a forecast.
  package init(_ forecast: Forecast, seed: UInt64) {
    self.forecast = forecast
    self.seed = seed
  }

  private var users: Int {
    forecast.plan.tasks.first.map { forecast.tally(of: $0).users } ?? 0
  }

  /// The head line: what was played.
  var headline: String {
    let days = forecast.days == 1 ? "1 day" : "\(forecast.days) days"
    return "\(forecast.plan.name): \(users) users, \(days), "
      + "preset \(forecast.plan.policy.preset.rawValue), seed \(seed)"
  }

  // MARK: - Text

  /// A table for each task: how often, how far apart, who never, and what held it.
  package var text: String {
    let heading = Self.columns(["user", "p10", "p50", "p90", "gap p50", "p90", "never", "held by"])
    let tables = forecast.plan.tasks.map { task -> String in
      let rows = forecast.plan.kinds.map { row($0.title, forecast.tally(of: task, kind: $0)) }
      let all = row("all", forecast.tally(of: task))
      return ([task.rawValue, heading] + rows + [all]).joined(separator: "\n")
    }
    let legend = """
      p10, p50, p90: runs a day that 10, 50 and 90 of 100 users did not exceed. gap: the longest
      time between two runs. never: users in whose hands it never ran. held by: the reasons seen
      most often when the device was asked each hour why the task waits.

      """
    let basis = forecast.plan.basis.map { "  \($0)\n" }.joined()
    return headline + "\n\n" + tables.joined(separator: "\n\n") + "\n\n" + legend
      + (basis.isEmpty ? "" : "\nThe daemon's journal tells:\n" + basis)
  }

  private func row(_ title: String, _ tally: TaskTally) -> String {
    let held = tally.reasonShares.prefix(3).map { "\($0.name) \(Self.percent($0.share))" }
    return Self.columns([
      title, rate(tally, 10), rate(tally, 50), rate(tally, 90), Self.gap(tally, 50),
      Self.gap(tally, 90), Self.percent(tally.neverRanShare), held.joined(separator: ", "),
    ])
  }

  private static func columns(_ cells: [String]) -> String {
    let widths = [18, 6, 6, 6, 9, 8, 7]
    let padded = zip(cells, widths).enumerated().map { index, cell in
      let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 ? cell.0 + space : space + cell.0
    }
    return "  " + padded.joined() + (cells.last.map { $0.isEmpty ? "" : "   " + $0 } ?? "")
  }

  private func rate(_ tally: TaskTally, _ percentile: Int) -> String {
    Self.decimal(Double(tally.runs(percentile: percentile)) / Double(forecast.days))
  }

  private static func gap(_ tally: TaskTally, _ percentile: Int) -> String {
    guard let gap = tally.longestGap(percentile: percentile) else { return "–" }
    let hours = gap.inSeconds / 3600
    return hours < 48 ? "\(decimal(hours)) h" : "\(decimal(hours / 24)) d"
  }

  static func percent(_ share: Double) -> String {
    share > 0 && share < 0.01 ? "<1 %" : "\(Int((share * 100).rounded())) %"
  }

  /// One digit after the point.
  static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  // MARK: - JSON

  /// Everything, for programs.
  package var json: JSONValue {
    [
      "plan": .text(forecast.plan.name),
      "preset": .text(forecast.plan.policy.preset.rawValue),
      "users": .number(Double(users)),
      "days": .number(Double(forecast.days)),
      "seed": .text(String(seed)),
      "basis": .list(forecast.plan.basis.map { .text($0) }),
      "tasks": .list(
        forecast.plan.tasks.map { task in
          [
            "task": .text(task.rawValue),
            "all": json(of: forecast.tally(of: task)),
            "kinds": .object(
              Dictionary(
                uniqueKeysWithValues: forecast.plan.kinds.map {
                  ($0.rawValue, json(of: forecast.tally(of: task, kind: $0)))
                }
              )
            ),
          ]
        }
      ),
    ]
  }

  private func json(of tally: TaskTally) -> JSONValue {
    let percentiles = [10, 50, 90]
    let runs = percentiles.map {
      JSONValue.number(Double(tally.runs(percentile: $0)) / Double(forecast.days))
    }
    let gaps = percentiles.map { percentile -> JSONValue in
      tally.longestGap(percentile: percentile).map { .number($0.inSeconds / 3600) } ?? .null
    }
    return [
      "users": .number(Double(tally.users)),
      "runsPerDay": .list(runs),
      "longestGapHours": .list(gaps),
      "neverRan": .number(tally.neverRanShare),
      "reasons": .object(
        Dictionary(
          uniqueKeysWithValues: tally.reasonShares.map { ($0.name, JSONValue.number($0.share)) }
        )
      ),
      "hoursOfWeek": .list(tally.hoursOfWeek.map { .number(Double($0)) }),
    ]
  }
}
