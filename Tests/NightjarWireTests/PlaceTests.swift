// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Places` {
  private let folder = "/tmp/nightjar-place-\(UUID().uuidString)"

  private func listen(_ path: String) throws -> LoopThread<WireServer> {
    try LoopThread { loop in
      let server = WireServer(loop: loop, about: TestBench.about, services: [])
      try server.listen(atPath: path)
      return server
    }
  }

  private func mode(of path: String) -> mode_t {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
  }

  private func refusal(at path: String) throws -> WireError {
    try #require(throws: WireError.self) { try listen(path).stop() }
  }

  @Test func `the folder and the socket are made for this user alone`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a/b/socket"
    let server = try listen(path)
    #expect(mode(of: folder + "/a/b") == 0o700)
    #expect(mode(of: path) == 0o600)
    server.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a folder that is a link, or that others can write to, is refused`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/real",
      withIntermediateDirectories: true
    )
    symlink(folder + "/real", folder + "/link")
    #expect(try refusal(at: folder + "/link/socket").code == .untrusted)
    chmod(folder + "/real", 0o777)
    let error = try refusal(at: folder + "/real/socket")
    #expect(error.code == .untrusted)
    #expect(error.message.contains("chmod go-w"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/real").isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder of somebody else is refused`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder, 0o700)
    chown(folder, 65_534, 65_534)
    let error = try refusal(at: folder + "/socket")
    #expect(error.code == .untrusted)
    #expect(error.message.contains("user 65534"))
  }

  @Test func `the socket of a server that is gone is replaced`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder, 0o700)
    let path = folder + "/socket"
    let dead = try UnixSocket.make(isBlocking: false)
    try UnixSocket.bind(dead, to: path)
    close(dead)
    let notRunning = try #require(throws: WireError.self) { try WireClient(path: path) }
    #expect(notRunning.code == .notRunning)
    let server = try listen(path)
    let info = try WireClient(path: path).call(ServiceInterface.GetInfo.self, NoFields())
    #expect(info.interfaces == ["org.varlink.service"])
    server.stop()
  }

  @Test func `a second server on the same path is refused and the first goes on`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/socket"
    let server = try listen(path)
    #expect(try refusal(at: path).code == .alreadyServed)
    let info = try WireClient(path: path).call(ServiceInterface.GetInfo.self, NoFields())
    #expect(info.product == "test")
    server.stop()
  }

  @Test func `a file in the socket's place is refused and kept`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder, 0o700)
    let path = folder + "/socket"
    _ = FileManager.default.createFile(atPath: path, contents: Data("mine".utf8))
    #expect(try refusal(at: path).code == .untrusted)
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
  }

  @Test func `a path longer than an address can be served and found`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/" + String(repeating: "long/", count: 30) + "socket"
    #expect(path.utf8.count > UnixSocket.longestPath)
    let server = try listen(path)
    let info = try WireClient(path: path).call(ServiceInterface.GetInfo.self, NoFields())
    #expect(info.vendor == "Nightjar")
    #expect(try refusal(at: path).code == .alreadyServed)
    server.stop()
  }

  @Test func `a listening socket that was inherited is served`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder, 0o700)
    let path = folder + "/socket"
    let inherited = try UnixSocket.make(isBlocking: true)
    try UnixSocket.bind(inherited, to: path)
    try UnixSocket.listen(inherited, backlog: 5)
    let server = try LoopThread { loop in
      let server = WireServer(loop: loop, about: TestBench.about, services: [])
      try server.listen(onInherited: inherited)
      return server
    }
    let info = try WireClient(path: path).call(ServiceInterface.GetInfo.self, NoFields())
    #expect(info.version == "1")
    server.stop()
    // It belongs to whoever made it, so its path stays.
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a listening socket that is shut down is told of and not watched on`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder, 0o700)
    let inherited = try UnixSocket.make(isBlocking: true)
    try UnixSocket.bind(inherited, to: folder + "/socket")
    try UnixSocket.listen(inherited, backlog: 5)
    let failed = DispatchSemaphore(value: 0)
    let server = try LoopThread { loop in
      let server = WireServer(loop: loop, about: TestBench.about, services: [])
      try server.listen(onInherited: inherited)
      server.onListeningFailed = { _ in failed.signal() }
      return server
    }
    UnixSocket.shutDown(inherited)
    #expect(failed.wait(timeout: .now() + 20) == .success)
    #expect(server.perform { _ in true } == true)
    #expect(failed.wait(timeout: .now()) == .timedOut)
    server.stop()
  }

  @Test func `a descriptor that is not a listening socket is refused`() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let error = try #require(throws: WireError.self) {
      try LoopThread { loop in
        try WireServer(loop: loop, about: TestBench.about, services: [])
          .listen(onInherited: descriptor)
      }.stop()
    }
    #expect(error.message.contains("ListenStream="))
  }
}
