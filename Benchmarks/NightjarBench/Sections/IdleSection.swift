// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarWire

/// What a daemon costs that has nothing to do, but waits for something in the far future.
enum IdleSection {
  static func measure(in folder: String, seconds: Int) throws -> Section {
    let daemon = try DaemonUnderTest(in: folder)
    defer { daemon.end() }
    let client = try daemon.connect()
    let app = "org.example.bench"
    try daemon.install(app, over: client)
    _ = try client.call(
      SchedulerInterface.Submit.self,
      .init(
        app: app,
        identifier: "\(app).0",
        kind: "refresh",
        earliestBeginDate: "2100-01-01T00:00:00Z"
      )
    )
    client.close()
    // What the submit set off, such as a checkpoint, is none of the idle time.
    sleep(2)
    let before = ProcessLook.wakeUps(of: daemon.pid)
    sleep(UInt32(seconds))
    let wakeUps = ProcessLook.wakeUps(of: daemon.pid) - before
    let memory = Double(ProcessLook.residentMemory(of: daemon.pid)) / 1_048_576
    return Section(
      title: "idle daemon, one request pending",
      figures: [
        Figure("wake-ups in \(seconds) s, all threads", Double(wakeUps), "").below(1, "none"),
        Figure("resident memory", memory, "MiB").below(24, "< 24 MB"),
      ]
    )
  }
}
