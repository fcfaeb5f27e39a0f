// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Testing

struct InfoPlistFactsTests {
  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    program = try folder.writeProgram("Reader")
  }

  private func read(_ contents: [String: Any]) throws -> InfoPlist {
    try folder.writePlist(contents, to: "Info.plist")
    return try InfoPlist(executable: program, environment: [:])
  }

  private static let full: [String: any Sendable] = [
    "CFBundleIdentifier": "org.example.reader", "CFBundleName": "Feed Reader",
    "CFBundleVersion": "42", "UIBackgroundModes": ["fetch", "processing"],
    "BGTaskSchedulerPermittedIdentifiers": ["org.example.reader.refresh"],
    "NightjarEntitlements": [AppFacts.gpuEntitlement: true],
  ]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a full list becomes the facts`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    try folder.writePlist(Self.full, to: "Info.plist", format: format)
    let plist = try InfoPlist(executable: program, environment: [:])
    #expect(plist.findings.isEmpty)
    let facts = plist.facts
    #expect(facts.identifier.rawValue == "org.example.reader")
    #expect(facts.bundleIdentifier == "org.example.reader")
    #expect(facts.executable == program)
    #expect(facts.infoPlist == "\(folder.path)/Info.plist")
    #expect(facts.name == "Feed Reader")
    #expect(facts.build.hasPrefix("42 "))
    #expect(facts.permittedIdentifiers == ["org.example.reader.refresh"])
    #expect(facts.backgroundModes == ["fetch", "processing"])
    #expect(facts.entitlements == [AppFacts.gpuEntitlement])
  }

  @Test func `an empty list leaves the executable as the app's name`() throws {
    let plist = try read([:])
    #expect(plist.facts.identifier.rawValue == program)
    #expect(plist.facts.bundleIdentifier == nil)
    #expect(plist.facts.name == "Reader")
    #expect(plist.findings.isEmpty)
  }

  @Test func `a new executable of the same version is a new build`() throws {
    let before = try read(["CFBundleVersion": "1"]).facts.build
    #expect(try read(["CFBundleVersion": "1"]).facts.build == before)
    try folder.write(Data("#!/bin/sh\n# changed\n".utf8), to: "Reader", mode: 0o755)
    #expect(try read(["CFBundleVersion": "1"]).facts.build != before)
    #expect(try read(["CFBundleVersion": "2"]).facts.build.hasPrefix("2 "))
  }

  @Test func `compatibility 4: values of the wrong type count as absent and are named`() throws {
    let plist = try read([
      "CFBundleIdentifier": 7, "UIBackgroundModes": "fetch",
      "BGTaskSchedulerPermittedIdentifiers": "org.example.refresh",
      "NightjarEntitlements": [AppFacts.healthResearchEntitlement: "yes"],
    ])
    #expect(plist.facts.permittedIdentifiers.isEmpty)
    #expect(plist.facts.backgroundModes.isEmpty)
    #expect(plist.facts.entitlements.isEmpty)
    #expect(
      Set(plist.findings.map(\.text)) == [
        "[BackgroundTasks:Framework] ignored CFBundleIdentifier entry: it must be a string and is "
          + "a number",
        "[BackgroundTasks:Framework] ignored UIBackgroundModes entry: it must be an array of "
          + "strings and is a string",
        "[BackgroundTasks:Framework] ignored BGTaskSchedulerPermittedIdentifiers entry: it must be "
          + "an array of strings and is a string",
        "[BackgroundTasks:Framework] ignored \(AppFacts.healthResearchEntitlement) entry: it must "
          + "be a Boolean and is a string",
      ]
    )
  }

  @Test func `compatibility 4: bad wildcards permit nothing and are named`() throws {
    let plist = try read([
      "CFBundleIdentifier": "org.example",
      "BGTaskSchedulerPermittedIdentifiers": [
        "com.other.*", "org.example.*.x", "org.*.example.*", "", "org.example.fine.*", 3,
      ] as [Any],
    ])
    #expect(plist.findings.count == 5)
    #expect(
      plist.findings.allSatisfy {
        $0.text.hasPrefix(
          "[BackgroundTasks:Framework] ignored BGTaskSchedulerPermittedIdentifiers entry: "
        )
      }
    )
  }

  @Test(arguments: [
    ("BGTaskSchedulerPermissionIdentifiers", "BGTaskSchedulerPermittedIdentifiers"),
    ("BGTaskSchedulerPermittedIdentifier", "BGTaskSchedulerPermittedIdentifiers"),
    ("bgtaskschedulerpermittedidentifiers", "BGTaskSchedulerPermittedIdentifiers"),
    ("UIBackgroundMode", "UIBackgroundModes"), ("UIBackgroundModes ", "UIBackgroundModes"),
  ])
  func `compatibility 4: a misspelt key permits nothing and the right key is named`(
    wrong: String,
    right: String
  ) throws {
    let plist = try read([wrong: ["org.example.refresh"]])
    #expect(plist.facts.permittedIdentifiers.isEmpty)
    #expect(plist.facts.backgroundModes.isEmpty)
    #expect(
      plist.findings == [.ignoredEntry(key: wrong, why: "the key is spelt \(right)")]
    )
  }

  @Test func `ordinary keys are not taken for mistakes`() throws {
    let plist = try read([
      "CFBundleShortVersionString": "1.0", "CFBundleExecutable": "Reader", "CFBundleURLTypes": [],
      "UIRequiredDeviceCapabilities": [], "LSMinimumSystemVersion": "1", "UILaunchScreen": [:],
    ])
    #expect(plist.findings.isEmpty)
  }

  @Test func `entitlements come from the first file that is there`() throws {
    let health = AppFacts.healthResearchEntitlement
    let gpu = AppFacts.gpuEntitlement
    try folder.writePlist([gpu: true], to: "Entitlements.plist")
    #expect(try read(["NightjarEntitlements": [health: true]]).facts.entitlements == [gpu])
    try folder.writePlist([health: true, gpu: false], to: "Reader.entitlements")
    #expect(try read([:]).facts.entitlements == [health])
    try folder.write(Data("?{".utf8), to: "Reader.entitlements")
    let broken = try read([:])
    #expect(broken.facts.entitlements.isEmpty)
    #expect(broken.findings.first?.text.contains("Reader.entitlements") == true)
  }
}
