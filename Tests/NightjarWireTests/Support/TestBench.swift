// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem

@testable import NightjarWire

/// A server in a temporary folder, with a service that shows every way to answer.
final class TestBench: Sendable {
  /// What the loop's thread holds.
  final class Content {
    let server: WireServer
    var kept: [IncomingCall] = []
    var onewayNotes: [String] = []
    var closed = 0

    init(server: WireServer) {
      self.server = server
    }
  }

  let folder: String
  let path: String
  let loop: LoopThread<Content>

  init(limits: WireLimits = WireLimits(), folderMode: Int = 0o700) throws {
    let folder = "/tmp/nightjar-wire-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: folderMode]
    )
    let path = folder + "/socket"
    self.folder = folder
    self.path = path
    loop = try LoopThread { loop in try Self.makeContent(loop, path: path, limits: limits) }
  }

  func stop() {
    loop.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func client() throws -> WireClient { try WireClient(path: path, timeout: .seconds(20)) }

  func raw() throws -> RawPeer { try RawPeer(path: path) }

  static let about = WireServer.About(
    vendor: "Nightjar",
    product: "test",
    version: "1",
    url: "https://example.org"
  )

  private static func makeContent(
    _ loop: EventLoop,
    path: String,
    limits: WireLimits
  ) throws -> Content {
    var service = WireService(.example)
    // The closures below are made before the content that they use, hence the indirection.
    final class Link { weak var content: Content? }
    let link = Link()
    service.on(Example.Echo.self) { parameters, call in
      if call.incoming.isOneway { link.content?.onewayNotes.append(parameters.text) }
      call.reply(parameters)
    }
    service.on(Example.Refuse.self) { parameters, _ in
      throw Example.Refused(text: parameters.text, message: "no \(parameters.text)")
    }
    service.on(Example.Forget.self) { _, _ in }
    service.on(Example.Keep.self) { _, call in link.content?.kept.append(call.incoming) }
    service.on(Example.Count.self) { parameters, call in
      try call.requireMore()
      for number in 1...max(1, parameters.to) {
        call.reply(.init(number: number), continues: number < parameters.to)
      }
    }
    service.on(Example.Watch.self) { _, call in
      call.connection.onClose { link.content?.closed += 1 }
      call.reply(.init(number: 0), continues: true)
      link.content?.kept.append(call.incoming)
    }
    let server = WireServer(loop: loop, about: about, services: [service], limits: limits)
    try server.listen(atPath: path)
    let content = Content(server: server)
    link.content = content
    return content
  }
}
