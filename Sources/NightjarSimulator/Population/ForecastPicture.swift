// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// A forecast as a picture: for each task a strip of the day and a heat map of the week.
///
/// SVG 1.1 without scripts and fonts of its own; the colours follow the reader's light or dark
/// scheme.
package struct ForecastPicture: Sendable {
  private let report: ForecastReport
  private let left = 150
  private let cell = 22
  private let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Draws a report.
  package init(_ report: ForecastReport) {
    self.report = report
  }

  private var width: Int { left + 24 * cell + 180 }
  private let taskHeight = 300

  /// The picture.
  package var svg: String {
    let plan = report.forecast.plan
    let height = 70 + plan.tasks.count * taskHeight
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
        + "width=\"\(width)\" height=\"\(height)\" role=\"img\" "
        + "font-family=\"system-ui, sans-serif\" font-size=\"12\">",
      "<title>\(Self.escaped(report.headline))</title>", Self.style,
      "<rect class=\"paper\" width=\"\(width)\" height=\"\(height)\"/>",
      text(20, 30, report.headline, "head"),
    ]
    for (index, task) in plan.tasks.enumerated() {
      lines += draw(task, at: 60 + index * taskHeight)
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static let style = """
    <style>
      .paper { fill: #fff } text { fill: #24292f } .faint { fill: #6e7781 }
      .head { font-size: 15px; font-weight: 600 } .task { font-size: 13px; font-weight: 600 }
      .cell { fill: #0b6bcb } .empty { fill: #eaeef2 } .bar { fill: #bc4c00 }
      @media (prefers-color-scheme: dark) {
        .paper { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
        .cell { fill: #58a6ff } .empty { fill: #21262d } .bar { fill: #f0883e }
      }
    </style>
    """

  // MARK: - One task

  private func draw(_ task: TaskIdentifier, at top: Int) -> [String] {
    let tally = report.forecast.tally(of: task)
    return [text(20, top + 14, task.rawValue, "task"), text(20, top + 32, summary(tally), "faint")]
      + hours(at: top + 52) + strip(tally, at: top + 58) + week(tally, at: top + 100)
      + rates(task, at: top + 58)
  }

  private func summary(_ tally: TaskTally) -> String {
    let held = tally.reasonShares.first.map { "; held most by \($0.name)" } ?? ""
    let rate = ForecastReport.decimal(
      Double(tally.runs(percentile: 50)) / Double(report.forecast.days)
    )
    return "\(rate) runs a day (median); never for "
      + "\(ForecastReport.percent(tally.neverRanShare)) of the users\(held)"
  }

  private func hours(at y: Int) -> [String] {
    stride(from: 0, to: 24, by: 6).map { hour in
      text(left + hour * cell, y, hour < 10 ? "0\(hour):00" : "\(hour):00", "faint")
    }
  }

  /// How the runs of a day lie, as bars.
  private func strip(_ tally: TaskTally, at top: Int) -> [String] {
    let counts = (0..<24).map { hour in
      stride(from: hour, to: 168, by: 24).map { tally.hoursOfWeek[$0] }.reduce(0, +)
    }
    let most = max(1, counts.max() ?? 1)
    let bars = counts.enumerated().map { hour, count -> String in
      let height = count == 0 ? 1 : max(2, 32 * count / most)
      return "<rect class=\"\(count == 0 ? "empty" : "bar")\" x=\"\(left + hour * cell)\" "
        + "y=\"\(top + 32 - height)\" width=\"\(cell - 2)\" height=\"\(height)\"/>"
    }
    return [text(20, top + 22, "hour of day", "faint")] + bars
  }

  private func week(_ tally: TaskTally, at top: Int) -> [String] {
    let most = max(1, tally.hoursOfWeek.max() ?? 1)
    return days.enumerated().flatMap { day, name in
      let y = top + day * cell
      let cells = (0..<24).map { hour -> String in
        let count = tally.hoursOfWeek[day * 24 + hour]
        // What is seldom still shows.
        let shade = count == 0 ? 100 : 15 + 85 * count / most
        return "<rect class=\"\(count == 0 ? "empty" : "cell")\" x=\"\(left + hour * cell)\" "
          + "y=\"\(y)\" width=\"\(cell - 2)\" height=\"\(cell - 2)\" rx=\"3\" "
          + "fill-opacity=\"0.\(shade == 100 ? "99" : shade < 10 ? "0\(shade)" : "\(shade)")\"/>"
      }
      return [text(left - 40, y + 15, name, "faint")] + cells
    }
  }

  /// The runs a day of each kind of user, beside the map.
  private func rates(_ task: TaskIdentifier, at top: Int) -> [String] {
    let x = left + 24 * cell + 14
    let rows = report.forecast.plan.kinds.enumerated().map { index, kind -> String in
      let tally = report.forecast.tally(of: task, kind: kind)
      let rate = ForecastReport.decimal(
        Double(tally.runs(percentile: 50)) / Double(report.forecast.days)
      )
      return text(x, top + 60 + index * 18, "\(rate)  \(kind.title)", "")
    }
    return [text(x, top + 40, "runs a day", "faint")] + rows
  }

  private func text(_ x: Int, _ y: Int, _ words: String, _ style: String) -> String {
    let attribute = style.isEmpty ? "" : " class=\"\(style)\""
    return "<text\(attribute) x=\"\(x)\" y=\"\(y)\">\(Self.escaped(words))</text>"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { line, letter in
      switch letter {
      case "&": line += "&amp;"
      case "<": line += "&lt;"
      case ">": line += "&gt;"
      case "\"": line += "&quot;"
      // XML 1.0 has no way to spell other control characters.
      case _
      where letter.unicodeScalars.contains {
        $0.value < 32 || $0.value == 0xFFFE || $0.value == 0xFFFF
      }:
        line += " "
      default: line.append(letter)
      }
    }
  }
}
