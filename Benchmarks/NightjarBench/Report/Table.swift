// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Prints a section for people, as soon as it is measured.
enum Table {
  static func print(_ section: Section) {
    let names = section.figures.map(\.name.count).max() ?? 0
    let values = section.figures.map { value($0).count }.max() ?? 0
    Swift.print("\n\(section.title)")
    for figure in section.figures {
      let name = figure.name.padding(toLength: names, withPad: " ", startingAt: 0)
      let value = value(figure)
      let gap = String(repeating: " ", count: values - value.count)
      let words = [budget(figure), figure.note].compactMap { $0 }.joined(separator: "; ")
      Swift.print("  \(name)  \(gap)\(value)  \(words)")
    }
  }

  private static func value(_ figure: Figure) -> String {
    guard let value = figure.value else { return "–" }
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    let number = value.formatted(
      .number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US"))
        .grouping(.automatic)
    )
    return "\(number) \(figure.unit)"
  }

  private static func budget(_ figure: Figure) -> String? {
    figure.budget.map { words in
      switch figure.isWithinBudget {
      case true: "✔ budget \(words)"
      case false: "✘ budget \(words)"
      case nil: "budget \(words)"
      }
    }
  }
}
