// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct DocumentationTests {
  @Test func `the example of the guide is the test beside this one`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let guide = here.appending(path: "../../Documentation/TestingYourApp.md")
    let example = try String(
      contentsOf: here.appending(path: "IndexerTests.swift"),
      encoding: .utf8
    )
    let code = example.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true)[1]
    let text = try String(contentsOf: guide, encoding: .utf8)
    #expect(text.contains(code.trimmingCharacters(in: .newlines)))
  }
}
