// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Testing

struct InfoPlistSearchTests {
  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    program = try folder.writeProgram("Reader")
  }

  private func identifier(_ environment: [String: String] = [:]) throws -> String {
    try InfoPlist(executable: program, environment: environment).facts.identifier.rawValue
  }

  private func put(_ identifier: String, at name: String) throws {
    try folder.writePlist(["CFBundleIdentifier": identifier], to: name)
  }

  @Test func `the places are tried in the order of the design`() throws {
    let deeper = "nightjar_Reader.resources/Resources/Info.plist"
    let places = [
      deeper, "nightjar_Reader.resources/Info.plist", "Reader.app/Contents/Info.plist",
      "Reader.app/Info.plist", "Info.plist",
    ]
    for (index, place) in places.enumerated() {
      try put("org.example.\(index)", at: place)
      #expect(try identifier() == "org.example.\(index)")
    }
    try put("org.example.named", at: "elsewhere/Other.plist")
    let named = ["NIGHTJAR_INFO_PLIST": "\(folder.path)/elsewhere/Other.plist"]
    #expect(try identifier(named) == "org.example.named")
  }

  @Test func `a program inside a bundle finds the bundle's list`() throws {
    let inner = try folder.writeProgram("Reader.app/Contents/MacOS/Reader")
    try put("org.example.bundle", at: "Reader.app/Contents/Info.plist")
    let plist = try InfoPlist(executable: inner, environment: [:])
    #expect(plist.facts.bundleIdentifier == "org.example.bundle")
  }

  @Test func `another program's resource folder is not ours`() throws {
    try put("org.example.other", at: "nightjar_OtherReader.resources/Info.plist")
    #expect(throws: ClientError.self) { try identifier() }
  }

  @Test func `a missing list names every place in order`() throws {
    let error = try #require(throws: ClientError.self) { try identifier() }
    #expect(error.code == .infoPlistMissing)
    #expect(
      error.attempts.map(\.place) == [
        "\(folder.path)/Info.plist", "\(folder.path)/Reader.app/Info.plist",
        "\(folder.path)/Reader.app/Contents/Info.plist",
        "\(folder.path)/*_Reader.resources/Info.plist",
      ]
    )
    #expect(error.attempts.allSatisfy { $0.problem == "not there" })
    #expect(error.description.contains("2. \(folder.path)/Reader.app/Info.plist: not there"))
  }

  @Test func `a named list that is not there is not replaced by another`() throws {
    try put("org.example.beside", at: "Info.plist")
    let error = try #require(throws: ClientError.self) {
      try identifier(["NIGHTJAR_INFO_PLIST": "/nowhere/Info.plist"])
    }
    #expect(error.code == .infoPlistMissing)
    #expect(error.attempts.map(\.place) == ["NIGHTJAR_INFO_PLIST=/nowhere/Info.plist"])
    #expect(try identifier(["NIGHTJAR_INFO_PLIST": ""]) == "org.example.beside")
  }

  @Test(arguments: [
    ("", "empty"), ("not a list {", "not a property list"),
    ("<plist><array/></plist>", "not a dictionary but an array"),
    (String(repeating: "<plist><array>", count: 4000), "not a property list"),
    (String(repeating: " ", count: 1_100_000), "larger than"),
  ])
  func `a broken list ends the search and says why`(text: String, problem: String) throws {
    try folder.write(Data(text.utf8), to: "Reader.app/Info.plist")
    try put("org.example.later", at: "Reader.app/Contents/Info.plist")
    let error = try #require(throws: ClientError.self) { try identifier() }
    #expect(error.code == .infoPlistBroken)
    #expect(error.attempts.count == 2)
    #expect(error.attempts.last?.problem.hasPrefix(problem) == true)
  }

  @Test func `folders and pipes in place of the list are refused, not waited for`() throws {
    try put("org.example.nested", at: "Info.plist/Info.plist")
    var error = try #require(throws: ClientError.self) { try identifier() }
    #expect(error.attempts.last?.problem == "a folder, not a file")
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    error = try #require(throws: ClientError.self) {
      try identifier(["NIGHTJAR_INFO_PLIST": pipe])
    }
    #expect(error.attempts.last?.problem == "not a regular file")
  }
}
