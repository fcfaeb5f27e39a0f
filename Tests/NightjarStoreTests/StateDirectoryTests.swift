// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarStore
import Testing

struct StateDirectoryTests {
  @Test func `folders are made for their owner alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a/b/state")
    let directory = try StateDirectory(path: path)
    for part in ["a", "a/b", "a/b/state"] {
      let facts = try FileManager.default.attributesOfItem(atPath: folder.file(part))
      #expect(facts[.posixPermissions] as? Int == 0o700)
    }
    #expect(directory.file("x") == path + "/x")
  }

  @Test func `the files are their owner's alone`() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    try open.write(Samples.saved(1))
    for name in folder.names {
      let facts = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `a second daemon is told which process has the folder`() throws {
    let folder = try TemporaryFolder()
    let first = try StateDirectory(path: folder.path)
    let error = try #require(throws: StoreError.self) { try StateDirectory(path: folder.path) }
    #expect(error.code == .locked)
    #expect(error.message.contains("(process \(getpid()))"))
    #expect(error.message.contains(folder.path))
    withExtendedLifetime(first) {}
  }

  @Test func `the folder is free again when its owner is gone`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<3 {
      _ = try StateDirectory(path: folder.path)
    }
    #expect(folder.names == ["lock"])
  }

  @Test func `a file in the folder's place is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "state")
    let error = try #require(throws: StoreError.self) {
      try StateDirectory(path: folder.file("state"))
    }
    #expect(error.code == .unusable)
    #expect(throws: StoreError.self) { try StateDirectory(path: folder.file("state/below")) }
  }

  @Test func `a read-only folder is refused with its path and a remedy`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    // The superuser may write everywhere, so a process of its own gives those rights up first.
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      if geteuid() == 0 {
        #expect(chown(path, 65_534, 65_534) == 0)
        #expect(setgid(65_534) == 0 && setuid(65_534) == 0)
      }
      let error = try #require(throws: StoreError.self) { try StateDirectory(path: path) }
      #expect(error.code == .unusable)
      #expect(error.message.contains(path) && error.message.contains("--state"))
    }
  }

  @Test(arguments: ["state.sqlite", "history.sqlite"])
  func `a read-only file is refused with its path and a remedy`(name: String) async throws {
    let folder = try TemporaryFolder()
    try OpenStore(folder.path).store.close()
    let file = folder.file(name)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, file = file as String] in
      if geteuid() == 0 {
        for entry in [""] + (try FileManager.default.contentsOfDirectory(atPath: path)) {
          #expect(chown("\(path)/\(entry)", 65_534, 65_534) == 0)
        }
        #expect(setgid(65_534) == 0 && setuid(65_534) == 0)
      }
      let error = try #require(throws: StoreError.self) { try OpenStore(path) }
      #expect(error.code == .unusable)
      #expect(error.message.contains("\(file) may not be written"))
    }
  }

  @Test(arguments: [0o777, 0o770, 0o707])
  func `a folder that others can write to is refused with the remedy`(mode: Int) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
    let error = try #require(throws: StoreError.self) { try StateDirectory(path: folder.path) }
    #expect(error.code == .unusable)
    #expect(error.message.contains("chmod go-w \(folder.path)"))
  }

  @Test func `another user's folder is refused`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    guard geteuid() == 0 else { return }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      #expect(setgid(65_534) == 0 && setuid(65_534) == 0)
      let error = try #require(throws: StoreError.self) { try StateDirectory(path: path) }
      #expect(error.code == .unusable)
      #expect(error.message.contains("belongs to user 0"))
    }
  }
}
