// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Measures speed and size, with peers in the same run; `Scripts/bench` builds and calls it.
@main
enum Bench {
  private static let usage = """
    usage: NightjarBench [--quick] [--only NAME] [--output DIRECTORY]

      --quick             shorter, for a look; the figures are rougher
      --only NAME         submit, engine, idle, why or delivery; may be given again
      --output DIRECTORY  where the JSON file goes, .bench unless given
    """

  private static let sectionNames = ["submit", "engine", "idle", "why", "delivery"]

  static func main() {
    FixtureApp.runIfAsked()
    var options = Options()
    guard options.read(CommandLine.arguments.dropFirst()) else {
      print(usage)
      exit(options.asksForHelp ? 0 : 2)
    }
    do {
      exit(try run(options) ? 0 : 1)
    } catch {
      print("bench: \(error)")
      exit(1)
    }
  }

  /// Measures all sections; one that cannot be measured does not keep the others from it.
  private static func run(_ options: Options) throws -> Bool {
    let folder = NSTemporaryDirectory() + "nightjar-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var report = Report(folder: folder, isQuick: options.isQuick)
    for name in sectionNames where options.only.isEmpty || options.only.contains(name) {
      do {
        report.sections.append(try section(name, in: "\(folder)/\(name)", options.isQuick))
      } catch {
        let figure = Figure("not measured", missing: "\(error)")
        report.sections.append(Section(title: name, figures: [figure], isComplete: false))
      }
      report.sections.last.map(Table.print)
      // Into a pipe too, each section shows as soon as it is measured.
      fflush(nil)
    }
    print("\nwritten to \(try report.write(into: options.output))")
    return report.sections.allSatisfy(\.isComplete)
  }

  private static func section(
    _ name: String,
    in folder: String,
    _ isQuick: Bool
  ) throws -> Section {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    switch name {
    case "submit": return try SubmitSection.measure(in: folder, seconds: isQuick ? 1 : 5)
    case "engine": return EngineSection.measure(pending: 1_000_000, rounds: isQuick ? 20 : 100)
    case "idle": return try IdleSection.measure(in: folder, seconds: isQuick ? 10 : 60)
    case "why": return try WhySection.measure(in: folder, calls: isQuick ? 1000 : 10_000)
    default:
      let (running, cold) = isQuick ? (50, 10) : (500, 100)
      return try DeliverySection.measure(in: folder, running: running, cold: cold)
    }
  }

  private struct Options {
    var isQuick = false
    var only: Set<String> = []
    var output = ".bench"
    var asksForHelp = false

    /// Takes the words on the command line, as far as they make sense.
    mutating func read(_ words: ArraySlice<String>) -> Bool {
      var rest = words
      while let word = rest.popFirst() {
        switch word {
        case "--quick": isQuick = true
        case "--only":
          guard let name = rest.popFirst(), sectionNames.contains(name) else { return false }
          only.insert(name)
        case "--output":
          guard let folder = rest.popFirst(), !folder.isEmpty else { return false }
          output = folder
        default:
          asksForHelp = word == "--help" || word == "-h"
          return false
        }
      }
      return true
    }
  }
}
