// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem

@testable import NightjarWire

/// A server in a temporary folder, with a service that shows every way to answer.
final class TestBench: Sendable {
  /// What the handlers note.
  final class Notes {
    var kept: [IncomingCall] = []
    var onewayNotes: [String] = []
    var closed = 0
    var submitted: TaskRequest?
  }

  /// What the loop's thread holds.
  @dynamicMemberLookup
  final class Content {
    let server: WireServer
    private let notes: Notes

    init(server: WireServer, notes: Notes) {
      self.server = server
      self.notes = notes
    }

    subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Notes, Value>) -> Value {
      get { notes[keyPath: path] }
      set { notes[keyPath: path] = newValue }
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
    let notes = Notes()
    let server = WireServer(
      loop: loop,
      about: about,
      services: [
        example(notes), scheduler(notes), device(), WireService(.apps), WireService(.daemon),
        WireService(.activity),
      ],
      limits: limits
    )
    try server.listen(atPath: path)
    return Content(server: server, notes: notes)
  }

  private static func example(_ notes: Notes) -> WireService {
    var service = WireService(.example)
    service.on(Example.Echo.self) { parameters, call in
      if call.incoming.isOneway { notes.onewayNotes.append(parameters.text) }
      call.reply(parameters)
    }
    service.on(Example.Refuse.self) { parameters, _ in
      throw Example.Refused(text: parameters.text, message: "no \(parameters.text)")
    }
    service.on(Example.Forget.self) { _, _ in }
    service.on(Example.Keep.self) { _, call in notes.kept.append(call.incoming) }
    service.on(Example.Count.self) { parameters, call in
      try call.requireMore()
      for number in 1...max(1, parameters.to) {
        call.reply(.init(number: number), continues: number < parameters.to)
      }
    }
    service.on(Example.Watch.self) { _, call in
      call.connection.onClose { notes.closed += 1 }
      call.reply(.init(number: 0), continues: true)
      notes.kept.append(call.incoming)
    }
    return service
  }

  private static func scheduler(_ notes: Notes) -> WireService {
    var service = WireService(.scheduler)
    service.on(SchedulerInterface.Submit.self) { parameters, call in
      notes.submitted = try parameters.taskRequest()
      call.reply(.init(replaced: true))
    }
    return service
  }

  private static func device() -> WireService {
    var service = WireService(.device)
    service.on(DeviceInterface.Set.self) { parameters, call in
      let facts = parameters.values.sorted { $0.key < $1.key }.map {
        DeviceInterface.Fact(key: $0.key, value: $0.value, source: "test", trust: "test")
      }
      call.reply(.init(facts: facts))
    }
    return service
  }
}
