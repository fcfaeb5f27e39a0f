// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarTestSupport
import NightjarWire
import Testing

/// Real programs on a real socket, with a daemon that hands each of them one task.
@Suite(.serialized)
struct MainActorHandlerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Compiles and runs the program, and hands it a task once it can take one.
  private func run(
    mode: Int,
    _ arguments: [String]
  ) async throws -> (output: SwiftCompiler.Output, calls: [String]) {
    let program = "\(folder.path)/Keeper"
    let compiled = try SwiftCompiler().compile(
      "\(Fixtures.folder)/Programs/MainActorHandler.swift",
      mode: mode,
      to: program
    )
    try #require(compiled.status == 0, "\(compiled.text)")
    try folder.writePlist(
      ["BGTaskSchedulerPermittedIdentifiers": ["org.example.task"]],
      to: "Info.plist"
    )
    let daemon = try FakeDaemon(path: "\(folder.path)/run/socket")
    defer { daemon.stop() }
    var environment = ProcessInfo.processInfo.environment
    environment["NIGHTJAR_SOCKET"] = "\(folder.path)/run/socket"
    environment["NIGHTJAR_INFO_PLIST"] = nil
    let ended = Signal<Result<SwiftCompiler.Output, any Error>>()
    Thread.detachNewThread { [environment] in
      ended.send(Result { try SwiftCompiler.run(program, arguments, environment: environment) })
    }
    #expect(await daemon.calls.next() == "attach foreground - []")
    #expect(await daemon.calls.next() == "finishLaunching")
    daemon.deliver(1, "org.example.task")
    let output = try #require(await ended.next()).get()
    return (output, daemon.calls.waiting)
  }

  @Test func `compatibility 6: in Swift 6 a main-actor handler without a queue traps on entry`()
    async throws
  {
    let (output, calls) = try await run(mode: 6, [])
    #expect(output.wasSignaled)
    #expect(!output.text.contains("entered"))
    #expect(calls.isEmpty)
  }

  @Test func `compatibility 6: in Swift 6 a main-actor handler on the main queue runs`()
    async throws
  {
    let (output, calls) = try await run(mode: 6, ["main"])
    #expect(output.status == 0 && !output.wasSignaled, "\(output.text)")
    #expect(output.text.contains("entered"))
    #expect(calls == ["complete 1 true"], "a completion right before the end must arrive")
  }

  @Test func `compatibility 6: in Swift 5 a main-actor handler without a queue runs off main`()
    async throws
  {
    let (output, calls) = try await run(mode: 5, [])
    #expect(output.status == 0 && !output.wasSignaled, "\(output.text)")
    #expect(output.text.contains("entered"))
    #expect(calls == ["complete 1 true"])
  }
}
