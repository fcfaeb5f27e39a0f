// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarTestSupport
import Testing

/// Where the sources lie that are compiled as a client would compile them.
enum Fixtures {
  static let folder =
    ((#filePath as NSString).deletingLastPathComponent as NSString)
    .deletingLastPathComponent + "/Fixtures"

  static func files(in name: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\(name)/\($0)" }
  }
}

struct ClientCompilationTests {
  private let compiler: SwiftCompiler

  init() throws {
    compiler = try SwiftCompiler()
  }

  @Test(arguments: Fixtures.files(in: "Clients"), [5, 6])
  func `compatibility 82: ordinary app code compiles in both language modes`(
    file: String,
    mode: Int
  ) throws {
    let plain = try compiler.typeCheck(file, mode: mode)
    #expect(plain.status == 0, "\(plain.text)")

    let folder = try TemporaryFolder()
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let relaxed = try folder.write(
      Data(
        source.replacing("\nimport Back", with: "\n@preconcurrency import Back").utf8
      ),
      to: "Relaxed.swift"
    )
    let output = try compiler.typeCheck(relaxed, mode: mode)
    #expect(output.status == 0, "\(output.text)")
  }

  @Test(arguments: Fixtures.files(in: "Spellings"), [5, 6])
  func `compatibility 82: a wrong spelling is refused with the right one`(
    file: String,
    mode: Int
  )
    throws
  {
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let marked = try #require(source.split(separator: "\n").first { $0.contains("// expects: ") })
    let message = marked.replacing("// expects: ", with: "")
    let output = try compiler.typeCheck(file, mode: mode)
    #expect(output.status != 0)
    #expect(output.text.contains("error: "))
    #expect(output.text.contains(message), "\(output.text)")
  }

  @Test func `submit is deprecated, with both replacements named, and still compiles`() throws {
    let file = "\(Fixtures.folder)/Clients/AppDelegate.swift"
    let output = try compiler.typeCheck(file, mode: 6)
    #expect(output.status == 0)
    #expect(
      output.text.contains(
        "'submit' is deprecated: use submitTaskRequest(_:) or "
          + "submitTaskRequest(_:completionHandler:)"
      )
    )
  }

  @Test func `there are fixtures to compile`() {
    #expect(Fixtures.files(in: "Clients").count >= 4)
    #expect(Fixtures.files(in: "Spellings").count >= 7)
  }
}
