// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Dispatch
import NightjarModel
import NightjarTestSupport
import Synchronization
import Testing

@testable import NightjarClient

struct DeliveryTests {
  @Test func `compatibility 5: without a queue a handler runs on one of its own, off main`()
    async
  {
    let app = VirtualApp()
    let entered = Signal<Bool>()
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in
      dispatchPrecondition(condition: .notOnQueue(.main))
      entered.send(true)
    }
    app.runtime.finishLaunching()
    app.deliver(1, VirtualApp.refresh)
    #expect(await entered.next() == true)
    let handler = LaunchHandler(identifier: "a.b", queue: nil) { _ in }
    #expect(handler.queue.label == "com.apple.BGTaskScheduler (a.b)")
    #expect(handler.queue.qos == .background)
  }

  @Test func `compatibility 5: with a queue a handler runs there`() async {
    let app = VirtualApp()
    let entered = Signal<String>()
    let own = DispatchQueue(label: "org.example.own")
    let queues = [(VirtualApp.refresh, DispatchQueue.main), (VirtualApp.process, own)]
    for (identifier, queue) in queues {
      app.scheduler.register(forTaskWithIdentifier: identifier, using: queue) { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        entered.send(queue.label)
      }
    }
    app.runtime.finishLaunching()
    app.deliver(1, VirtualApp.refresh)
    #expect(await entered.next() == DispatchQueue.main.label)
    app.deliver(2, VirtualApp.process, .processing)
    #expect(await entered.next() == "org.example.own")
  }

  @Test func `compatibility 7: a late handler serves continued processing`() async {
    let app = VirtualApp(isLaunched: true)
    let identifier = "org.example.app.export.A"
    let seen = Signal<String>()
    #expect(
      app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) {
        seen.send($0.identifier)
      }
    )
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier,
      title: "t",
      subtitle: "s"
    )
    #expect(await SubmitForm.suspending.submit(request, to: app.scheduler) == nil)
    app.deliver(1, identifier, .continued)
    #expect(await seen.next() == identifier)
  }

  @Test func `compatibility 25: a request that is no longer permitted is dropped`() async {
    let app = VirtualApp(isLaunched: true)
    app.deliver(1, "org.example.app.gone")
    #expect(await app.system.reports.next() == "complete 1 false")
    #expect(
      app.log.contains(
        "[BackgroundTasks:Framework] dropped request \"org.example.app.gone\": no longer permitted"
      )
    )
  }

  @Test func `compatibility 25: a delivery without a handler ends the process with T2`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let app = VirtualApp(isLaunched: true)
      app.deliver(1, VirtualApp.refresh)
      _ = await app.system.reports.next()
    }
    #expect(result.fatalError?.hasPrefix("BackgroundTasks: no launch handler") == true)
  }

  @Test func `compatibility 26: the task has the class that matches the request`() async {
    let classes: [(TaskKind, BGTask.Type)] = [
      (.refresh, BGAppRefreshTask.self), (.processing, BGProcessingTask.self),
      (.healthResearch, BGHealthResearchTask.self), (.continued, BGContinuedProcessingTask.self),
    ]
    let app = VirtualApp()
    let seen = Signal<BGTask>()
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) {
      seen.send($0)
    }
    app.runtime.finishLaunching()
    for (index, (kind, expected)) in classes.enumerated() {
      app.deliver(Int64(index), VirtualApp.refresh, kind)
      let task = await seen.next()
      #expect(task.map { type(of: $0) == expected } == true)
      #expect(task?.identifier == VirtualApp.refresh)
      task?.setTaskCompleted(success: true)
    }
  }

  @Test func `compatibility 27: deliveries wait until launch ends, and keep their order`() async {
    let app = VirtualApp()
    let seen = Signal<String>()
    let queue = DispatchQueue(label: "org.example.order")
    app.deliver(1, VirtualApp.process, .processing)
    app.deliver(2, VirtualApp.refresh)
    for identifier in [VirtualApp.refresh, VirtualApp.process] {
      app.scheduler.register(forTaskWithIdentifier: identifier, using: queue) {
        seen.send($0.identifier)
      }
    }
    #expect(app.system.state.withLock(\.finishedLaunches) == 0)
    #expect(seen.waiting.isEmpty)
    app.runtime.finishLaunching()
    app.runtime.finishLaunching()
    #expect(await seen.next() == VirtualApp.process)
    #expect(await seen.next() == VirtualApp.refresh)
    #expect(app.system.state.withLock(\.finishedLaunches) == 1)
  }

  @Test func `launch ends by itself, at the main queue's next turn or at the limit`() async {
    for isMainTurning in [true, false] {
      let system = VirtualSystem()
      var facts = AppFacts(identifier: AppIdentifier("org.example.app"))
      facts.permittedIdentifiers = ["a"]
      var settings = AppRuntime.Settings()
      settings.log = { _ in }
      settings.triggers = LaunchTriggers(
        mainTurn: { isMainTurning ? DispatchQueue.main.async(execute: $0) : () },
        limit: { body in system.limits.withLock { $0.append(body) } }
      )
      let runtime = AppRuntime(facts: facts, system: system, settings: settings)
      let scheduler = BGTaskScheduler(runtime: runtime)
      runtime.start()
      for _ in 0..<2 {
        scheduler.register(forTaskWithIdentifier: "unlisted", using: nil) { _ in }
      }
      let bodies = system.limits.withLock(\.self)
      #expect(bodies.count == 1, "the limit runs from the first registration")
      if !isMainTurning {
        for body in bodies { body() }
      }
      #expect(await system.launches.next() == "finished")
    }
  }

  @Test func `compatibility 28: two tasks of one launch both run, and stay when dropped`() async {
    let app = VirtualApp()
    let seen = Signal<String>()
    let dropped = Mutex<[WeakTask]>([])
    for identifier in [VirtualApp.refresh, VirtualApp.process] {
      app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
        dropped.withLock { $0.append(WeakTask(task: task)) }
        seen.send(task.identifier)
      }
    }
    app.runtime.finishLaunching()
    app.deliver(1, VirtualApp.refresh)
    app.deliver(2, VirtualApp.process, .processing)
    let both = [await seen.next(), await seen.next()].compactMap(\.self)
    #expect(Set(both) == [VirtualApp.refresh, VirtualApp.process])
    let kept = dropped.withLock { $0.compactMap(\.task) }
    #expect(kept.count == 2, "the framework keeps what the app dropped")
    #expect(app.completions(of: 1).isEmpty && app.completions(of: 2).isEmpty)
    for task in kept { task.setTaskCompleted(success: true) }
    #expect(app.completions(of: 1) == [true] && app.completions(of: 2) == [true])
  }

  @Test func `a run that is handed over twice is entered once`() async {
    let app = VirtualApp()
    let seen = Signal<String>()
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { task in
      seen.send(task.identifier)
    }
    app.runtime.finishLaunching()
    app.deliver(1, VirtualApp.refresh)
    app.deliver(1, VirtualApp.refresh)
    app.deliver(2, VirtualApp.refresh)
    #expect(await seen.next() != nil)
    #expect(await seen.next() != nil)
    #expect(seen.waiting.isEmpty)
  }
}

private struct WeakTask {
  weak var task: BGTask?
}
