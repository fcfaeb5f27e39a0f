// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Testing

struct AppPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ name: String) throws -> AppFacts {
    try AppFacts.reading(executable: "\(folder.path)/\(name)", environment: [:]).facts
  }

  @Test func `an executable, its folder and its bundle lead to the same app`() throws {
    let program = try folder.writeProgram("Reader.app/Reader")
    try folder.writePlist(["CFBundleIdentifier": "org.example"], to: "Reader.app/Info.plist")
    #expect(try read("Reader.app/Reader").executable == program)
    #expect(try read("Reader.app").executable == program)
    #expect(try read("Reader.app/").identifier.rawValue == "org.example")
  }

  @Test func `a link leads to the app behind it`() throws {
    let program = try folder.writeProgram("real/Reader")
    try folder.writePlist(["CFBundleIdentifier": "org.example"], to: "real/Info.plist")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link",
      withDestinationPath: program
    )
    #expect(try read("link").executable == program)
  }

  @Test func `the list can say which of several programs is the app`() throws {
    try folder.writeProgram("Contents/MacOS/Reader")
    try folder.writeProgram("Contents/MacOS/Helper")
    try folder.writePlist(
      ["CFBundleIdentifier": "org.example", "CFBundleExecutable": "Reader"],
      to: "Contents/Info.plist"
    )
    let named = ["NIGHTJAR_INFO_PLIST": "\(folder.path)/Contents/Info.plist"]
    let plist = try AppFacts.reading(executable: folder.path, environment: named)
    #expect(plist.facts.executable == "\(folder.path)/Contents/MacOS/Reader")
  }

  @Test func `what leads to no single app is refused with the reason`() throws {
    try folder.write(Data(), to: "plain")
    try folder.writeProgram("two/a")
    try folder.writeProgram("two/b")
    try folder.write(Data(), to: "none/file")
    try folder.writePlist(["CFBundleExecutable": "gone"], to: "named/Info.plist")
    let reasons = [
      "missing": "does not exist", "plain": "not executable", "two": "several executables (a, b)",
      "none": "holds no executable", "named": "\"gone\"",
    ]
    for (name, reason) in reasons {
      let error = try #require(throws: ClientError.self) { try read(name) }
      #expect(error.code == .notAnApp)
      #expect(error.message.contains(reason), "\(name): \(error.message)")
    }
  }
}
