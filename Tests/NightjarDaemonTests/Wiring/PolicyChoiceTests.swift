// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarEngine
import NightjarModel
import Testing

@testable import NightjarDaemon

/// Where the numbers come from: a preset, a file, a variable.
final class PolicyChoiceTests {
  private let folder = URL.temporaryDirectory.appending(path: "policy-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var path: String { folder.appending(path: "policy.json").path }

  private func choice(
    _ file: String? = nil,
    variable: String? = nil,
    usual: Preset = .phone
  ) throws -> PolicyChoice {
    var arguments: [String] = []
    if let file {
      try Data(file.utf8).write(to: URL(filePath: path))
      arguments = ["--policy", path]
    }
    let environment = ["HOME": folder.path]
    let options = try DaemonOptions(arguments: arguments, environment: environment, uid: 7)
    return try PolicyChoice(
      options,
      usual: usual,
      environment: variable.map { ["NIGHTJAR_POLICY": $0] } ?? [:]
    )
  }

  private func refusal(_ file: String? = nil, variable: String? = nil) -> String {
    let error = #expect(throws: DaemonError.self) { try self.choice(file, variable: variable) }
    return error?.description ?? ""
  }

  @Test func `without a file and a variable the preset decides`() throws {
    let choice = try choice()
    #expect(choice.policy == Policy(preset: .phone))
    #expect(choice.origins.isEmpty)
  }

  @Test func `the file beats the preset and the variable beats the file`() throws {
    let choice = try choice(
      #"{"grace": "10s", "slots": 4, "freezes": false, "score.unknownUsage": 0.25}"#,
      variable: "grace=7ms"
    )
    #expect(choice.policy.grace == .milliseconds(7))
    #expect(choice.policy.slots == 4)
    #expect(!choice.policy.freezes)
    #expect(choice.policy.score?.unknownUsage == 0.25)
    #expect(
      choice.origins == [
        "grace": "NIGHTJAR_POLICY", "slots": path, "freezes": path, "score.unknownUsage": path,
      ]
    )
  }

  @Test(arguments: [
    (#"{"grce": "10s"}"#, "did you mean \"grace\"?"), (#"{"zzz": 1}"#, "criticalBattery, slots"),
    (#"{"grace": 10}"#, "write a number with ms, s, m, h or d"),
    (#"{"grace": "0s"}"#, "\"0s\""), (#"{"grace": "10 s"}"#, "\"10 s\""),
    (#"{"slots": 0}"#, "write a whole number from 1 to 1000"), (#"{"slots": 1.5}"#, "\"1.5\""),
    (#"{"slots": "many"}"#, "\"many\""), (#"{"freezes": 1}"#, "write true or false"),
    (#"{"score.unknownUsage": 2}"#, "write a number from 0 to 1"),
    (#"{"slots": 1e300}"#, "\"slots\""), (#"{"slots": null}"#, "no JSON object"),
    ("[]", "no JSON object"), ("", "no JSON object"), ("{\"slots\": 1", "no JSON object"),
  ])
  func `a file with a mistake is refused with its path and the remedy`(
    file: String,
    part: String
  ) {
    let told = refusal(file)
    #expect(told.contains(path) && told.contains(part), "\(told)")
  }

  @Test(arguments: ["grce=1ms", "grace", "grace=", "grace=-1ms", "grace=1", "=", "grace=1ms=2"])
  func `a variable with a mistake is refused`(variable: String) {
    #expect(refusal(variable: variable).hasPrefix("NIGHTJAR_POLICY"))
  }

  @Test func `a score cannot be changed where there is none`() {
    let error = #expect(throws: DaemonError.self) {
      try self.choice(#"{"score.refresh.age": 10}"#, usual: .mains)
    }
    #expect(error?.description.contains("--preset portable") == true)
  }

  @Test func `a file that was asked for must be there`() throws {
    let options = try DaemonOptions(
      arguments: ["--policy", "\(path).missing"],
      environment: ["HOME": folder.path],
      uid: 7
    )
    let error = #expect(throws: DaemonError.self) {
      try PolicyChoice(options, usual: .mains, environment: [:])
    }
    #expect(error?.description.contains("\(path).missing") == true)
  }

  @Test func `a folder in the file's place is told, not taken for nothing`() throws {
    let config = folder.appending(path: ".config/nightjar/policy.json")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    #expect(refusal().contains(config.path))
  }
}
