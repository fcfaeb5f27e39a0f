// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarTestSupport
import Testing

/// Entry code as people write it for Apple's systems, built with one changed import line.
struct ClientTests {
  private static let folder =
    (#filePath as NSString).deletingLastPathComponent + "/Fixtures"

  private static func files(_ name: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
    return names.sorted().map { "\(folder)/\(name)/\($0)" }
  }

  private let compiler: SwiftCompiler

  init() throws {
    compiler = try SwiftCompiler()
  }

  @Test(arguments: files("Clients"), [5, 6])
  func `compatibility 82: entry code compiles in both language modes`(
    file: String,
    mode: Int
  ) throws {
    let output = try compiler.typeCheck(file, mode: mode, ["-parse-as-library"])
    #expect(output.status == 0, "\(output.text)")
  }

  @Test(arguments: files("Clients"))
  func `entry code compiles with Apple's import line where the module is renamed`(
    file: String
  ) throws {
    // As Documentation/AppLife.md shows; SwiftPM's moduleAliases pass the names in reverse.
    let source = try String(contentsOfFile: file, encoding: .utf8)
      .replacing("import Nightjar", with: "import ")
    let folder = try TemporaryFolder()
    let copy = try folder.write(Data(source.utf8), to: "Entry.swift")
    let output = try compiler.typeCheck(
      copy,
      mode: 6,
      [
        "-parse-as-library", "-module-alias", "UIKit=NightjarUIKit",
        "-module-alias", "SwiftUI=NightjarSwiftUI",
      ]
    )
    #expect(output.status == 0, "\(output.text)")
  }

  @Test(arguments: files("Spellings"), [5, 6])
  func `compatibility 82: a wrong spelling is refused with the right one`(
    file: String,
    mode: Int
  ) throws {
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let marked = try #require(source.split(separator: "\n").first { $0.contains("// expects: ") })
    let message = marked.replacing("// expects: ", with: "")
    let output = try compiler.typeCheck(file, mode: mode, ["-parse-as-library"])
    #expect(output.status != 0)
    #expect(output.text.contains(message), "\(output.text)")
  }

  @Test func `there are fixtures to compile`() {
    #expect(Self.files("Clients").count >= 3)
    #expect(Self.files("Spellings").count >= 3)
  }
}
