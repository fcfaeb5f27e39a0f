// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// The debugger's commands are not part of what apps see.
@_spi(Testing) import BackgroundTasks
import Dispatch
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Synchronization
import Testing

struct CompletionTests {
  private func run(
    _ app: VirtualApp,
    _ body: @escaping @Sendable (BGTask) -> Void
  ) {
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { body($0) }
    app.runtime.finishLaunching()
  }

  @Test(arguments: [true, false])
  func `compatibility 35: the first of two completions stands`(first: Bool) async {
    let app = VirtualApp()
    run(app) { task in
      task.setTaskCompleted(success: first)
      task.setTaskCompleted(success: !first)
    }
    app.deliver(1, VirtualApp.refresh)
    #expect(await app.system.reports.next() == "complete 1 \(first)")
    app.deliver(2, VirtualApp.refresh)
    #expect(await app.system.reports.next() == "complete 2 \(first)")
    #expect(app.completions(of: 1) == [first])
    #expect(
      app.log.contains(
        "[BackgroundTasks:Framework] \"org.example.app.refresh\" was completed again with success "
          + "\(first ? 0 : 1); the first result stands"
      )
    )
  }

  @Test func `compatibility 35: two threads complete at once, ten thousand times`() async {
    let app = VirtualApp()
    let tasks = Signal<BGTask>()
    run(app) { tasks.send($0) }
    let rounds = 10_000
    for round in 0..<rounds {
      app.deliver(Int64(round), VirtualApp.refresh)
      guard let task = await tasks.next() else {
        Issue.record("round \(round) never began")
        return
      }
      DispatchQueue.concurrentPerform(iterations: 2) { task.setTaskCompleted(success: $0 == 0) }
    }
    #expect((0..<rounds).allSatisfy { app.completions(of: Int64($0)).count == 1 })
    #expect(app.log.filter { $0.contains("was completed again") }.count == rounds)
  }

  @Test func `compatibility 14: a task may submit its own identifier again while it runs`() async {
    let app = VirtualApp()
    let scheduler = app.scheduler
    let done = Signal<Bool>()
    run(app) { task in
      let request = BGAppRefreshTaskRequest(identifier: VirtualApp.refresh)
      scheduler.submitTaskRequest(request) { done.send($0 == nil) }
      task.setTaskCompleted(success: true)
    }
    app.deliver(1, VirtualApp.refresh)
    #expect(await done.next() == true)
    #expect(await app.scheduler.pendingTaskRequests().count == 1)
  }

  @Test func `compatibility 81: a refused simulation speaks through the log`() {
    let app = VirtualApp()
    let answers: [(SimulationAnswer, String)] = [
      (.notPending, "no task request with identifier \"a\" is pending"),
      (.running, "simulated launch of \"a\" refused: it is running"),
      (.notRunning, "simulated expiration of \"a\" refused: it is not running"),
    ]
    for (answer, line) in answers {
      app.system.state.withLock { $0.simulation = answer }
      app.scheduler._simulateLaunchForTask(withIdentifier: "a")
      #expect(app.log.last == "[BackgroundTasks:Framework] \(line)")
      app.scheduler._simulateExpirationForTask(withIdentifier: "a")
    }
    let before = app.log.count
    app.system.state.withLock { $0.simulation = .done }
    app.scheduler._simulateLaunchForTask(withIdentifier: "a")
    #expect(app.log.count == before)
  }

  @Test func `compatibility 46: the GPU needs the device and the entitlement`() {
    for isEntitled in [false, true] {
      let app = VirtualApp(entitlements: isEntitled ? [AppFacts.gpuEntitlement] : [])
      app.system.tell(.environment(AppEnvironment(resources: 1)))
      // An entitled app waits for the device; the other never has the GPU, whenever it asks.
      #expect(app.runtime.supportedResources == (isEntitled ? 1 : 0))
    }
  }
}
