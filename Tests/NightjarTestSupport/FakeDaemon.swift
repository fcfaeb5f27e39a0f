// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import NightjarModel
internal import NightjarSystem
package import NightjarWire
package import Synchronization

/// The wire side of a daemon, on a real socket: it notes every call and answers as it is set to.
package final class FakeDaemon: Sendable {
  /// What it answers.
  package struct Behaviour: Sendable {
    /// How submissions are refused.
    package var refusal: SchedulerInterface.SubmissionRefused?

    /// Whether it says nothing at all.
    package var isSilent = false

    /// Whether it answers when a task is completed.
    package var acknowledgesReports = true

    /// How simulated launches are refused.
    package var simulation: SchedulerInterface.SimulationRefused?

    /// What is pending.
    package var pending: [SchedulerInterface.Request] = []
  }

  /// What it answers from now on.
  package let behaviour = Mutex(Behaviour())

  /// Every call, as one word or a few.
  package let calls = Signal<String>()

  private let poster: Poster
  private let stopped = DispatchSemaphore(value: 0)
  private let room: Room

  /// Listens at a path.
  ///
  /// - Parameters:
  ///   - path: Where the socket shall be.
  ///   - descriptor: The daemon's end of a socket that a process was handed.
  /// - Throws: Whatever keeps it from listening.
  package init(path: String, adopting descriptor: Int32? = nil) throws {
    let started = DispatchSemaphore(value: 0)
    let room = Room()
    self.room = room
    let loop = try LoopBox(EventLoop())
    poster = loop.value.poster
    let thread = Thread { [self, stopped] in
      room.serve(self, loop.value, path: path, adopting: descriptor, started: started)
      stopped.signal()
    }
    thread.start()
    started.wait()
    if let failure = room.failure { throw failure }
  }

  /// Tells the attached app something.
  package func tell(_ event: AppsInterface.AttachEvent) {
    poster.post { [room] in
      room.attached?.reply(AppsInterface.Attach.Reply(event), continues: true)
    }
  }

  /// Hands a task to the attached app.
  package func deliver(_ run: Int, _ identifier: String = "task", kind: String = "refresh") {
    tell(.deliver(.init(run: run, identifier: identifier, kind: kind)))
  }

  /// Ends it as a crash would: the connections break, nothing is said.
  package func stop() {
    poster.post { [room] in room.loop?.stop() }
    stopped.wait()
  }
}

// Made on one thread and handed to the thread that runs it before anything else happens.
private final class LoopBox: @unchecked Sendable {
  let value: EventLoop

  init(_ value: EventLoop) {
    self.value = value
  }
}

// Used on the loop's thread only, apart from `failure`, which is read after `started` is signalled.
private final class Room: @unchecked Sendable {
  var loop: EventLoop?
  var attached: Call<AppsInterface.Attach>?
  var failure: (any Error)?
  private var kept: [Any] = []

  func serve(
    _ daemon: FakeDaemon,
    _ loop: EventLoop,
    path: String,
    adopting descriptor: Int32?,
    started: DispatchSemaphore
  ) {
    self.loop = loop
    let server = WireServer(
      loop: loop,
      about: .init(vendor: "Nightjar", product: "fake", version: "1", url: "https://example.org"),
      services: [scheduler(daemon), apps(daemon)]
    )
    do {
      try server.listen(atPath: path)
      if let descriptor {
        try server.adopt(descriptor, as: ProcessIdentity(pid: getpid(), startTicks: 1))
      }
      started.signal()
      try loop.run()
    } catch {
      failure = error
      started.signal()
    }
    server.close()
    attached = nil
    kept = []
    self.loop = nil
  }

  private func apps(_ daemon: FakeDaemon) -> WireService {
    var service = WireService(.apps)
    service.on(AppsInterface.Attach.self) { [weak self] parameters, call in
      try call.requireMore()
      self?.attached = call
      let words = [
        "attach", parameters.foreground ? "foreground" : "background",
        parameters.launch ?? "-", "\(parameters.runs)",
      ]
      if daemon.behaviour.withLock(\.isSilent) { return }
      call.reply(.init(attached: true), continues: true)
      daemon.calls.send(words.joined(separator: " "))
    }
    service.on(AppsInterface.FinishLaunching.self) { _, call in
      daemon.calls.send("finishLaunching")
      call.reply()
    }
    service.on(AppsInterface.EnterForeground.self) { _, call in
      daemon.calls.send("foreground")
      call.reply()
    }
    service.on(AppsInterface.EnterBackground.self) { _, call in
      daemon.calls.send("background")
      call.reply()
    }
    return service
  }

  private func scheduler(_ daemon: FakeDaemon) -> WireService {
    var service = WireService(.scheduler)
    service.on(SchedulerInterface.Submit.self) { [weak self] parameters, call in
      daemon.calls.send("submit \(parameters.identifier)")
      let behaviour = daemon.behaviour.withLock(\.self)
      if behaviour.isSilent {
        self?.kept.append(call)
      } else if let refusal = behaviour.refusal {
        throw refusal
      } else {
        call.reply(.init(replaced: parameters.identifier == "again"))
      }
    }
    service.on(SchedulerInterface.Cancel.self) { parameters, call in
      daemon.calls.send("cancel \(parameters.identifier)")
      call.reply(.init(cancelled: 1))
    }
    service.on(SchedulerInterface.CancelAll.self) { _, call in
      daemon.calls.send("cancelAll")
      call.reply(.init(cancelled: 2))
    }
    service.on(SchedulerInterface.Pending.self) { _, call in
      call.reply(.init(requests: daemon.behaviour.withLock(\.pending)))
    }
    addRuns(daemon, to: &service)
    return service
  }

  private func addRuns(_ daemon: FakeDaemon, to service: inout WireService) {
    service.on(SchedulerInterface.Complete.self) { [weak self] parameters, call in
      daemon.calls.send("complete \(parameters.run) \(parameters.success)")
      daemon.behaviour.withLock(\.acknowledgesReports) ? call.reply() : self?.kept.append(call)
    }
    service.on(SchedulerInterface.AnswerExpiration.self) { parameters, call in
      daemon.calls.send("answer \(parameters.run) \(parameters.hadHandler)")
      call.reply()
    }
    service.on(SchedulerInterface.SimulateLaunch.self) { _, call in
      if let refusal = daemon.behaviour.withLock(\.simulation) { throw refusal }
      call.reply()
    }
    service.on(SchedulerInterface.SimulateExpiration.self) { parameters, _ in
      throw SchedulerInterface.TaskNotFound(identifier: parameters.identifier, message: "none")
    }
  }
}
