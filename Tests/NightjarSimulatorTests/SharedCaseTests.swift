// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSimulator
import Testing

/// Plays the scenarios that lie outside the repository, where there are some.
struct SharedCaseTests {
  /// The folder beside the checkout, or the one that `NIGHTJAR_SCENARIOS` names.
  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["NIGHTJAR_SCENARIOS"] {
      return URL(filePath: path)
    }
    let checkout = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return checkout.appending(path: "../shared/cases/scenarios").standardized
  }()

  private static let files: [URL] = {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return (found ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  @Test(arguments: files) func `a shared scenario holds`(file: URL) throws {
    let report = ScenarioReport(playing: try Scenario(bytes: Data(contentsOf: file)))
    #expect(report.isSatisfied, "\(report.text)")
    #expect(!report.results.isEmpty)
  }
}
