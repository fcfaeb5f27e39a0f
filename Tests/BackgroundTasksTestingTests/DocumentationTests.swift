// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct DocumentationTests {
  @Test(
    arguments: [
      ("README.md", "ReadmeTests.swift"), ("Documentation/TestingYourApp.md", "IndexerTests.swift"),
    ]
  )
  func `the example of a page is the test beside this one`(page: String, file: String) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let example = try String(contentsOf: here.appending(path: file), encoding: .utf8)
    let code = example.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true)[1]
    let text = try String(contentsOf: here.appending(path: "../../\(page)"), encoding: .utf8)
    #expect(text.contains("```swift\n\(code.trimmingCharacters(in: .newlines))\n```"))
  }
}
