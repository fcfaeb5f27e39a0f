// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarClient
import NightjarModel
import Testing

struct RegistrationTests {
  private static let refused = "[BackgroundTasks:Framework] registration refused: "

  @Test func `compatibility 1: a listed identifier is registered`() {
    let app = VirtualApp()
    #expect(
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
    )
    #expect(app.log.isEmpty)
  }

  @Test(arguments: [
    "org.example.app.other", "org.example.app.Refresh", "",
    String(repeating: "a", count: 256), "org.example.app\nrefresh",
  ])
  func `compatibility 1: what is not listed is refused, without a trap`(identifier: String) {
    let app = VirtualApp(permitted: [VirtualApp.refresh, identifier.uppercased()])
    #expect(!app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in })
    #expect(app.log.count == 1)
    #expect(
      app.log.first
        == Self.refused
        + "\"\(identifier)\" is not permitted by BGTaskSchedulerPermittedIdentifiers"
    )
  }

  @Test func `compatibility 2: a refused identifier is refused again`() {
    let app = VirtualApp()
    for _ in 0..<2 {
      #expect(!app.scheduler.register(forTaskWithIdentifier: "other", using: nil) { _ in })
    }
    #expect(app.log.count == 2)
  }

  @Test(arguments: [
    (".x.A", true), (".x.A.B", true), (".x.", false), (".x.*", false), (".x", false),
    (".xy.A", false), (".x.A.", false), (".x..A", false),
  ])
  func `compatibility 3: a wildcard permits what fills in its star`(
    ending: String,
    isPermitted: Bool
  ) {
    let app = VirtualApp(permitted: ["org.example.app.x.*"])
    let identifier = "org.example.app" + ending
    #expect(
      app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
        == isPermitted
    )
  }

  @Test(arguments: ["org.other.*", "org.example.app.*.x", "org.*.app.*"])
  func `compatibility 4: a bad wildcard permits nothing`(entry: String) {
    let app = VirtualApp(permitted: [entry])
    let identifier = entry.replacing("*", with: "y")
    #expect(!app.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in })
  }

  @Test func `compatibility 7: strict registration lets a late wildcard identifier pass`() {
    let app = VirtualApp(isStrict: true, isLaunched: true)
    #expect(
      app.scheduler.register(forTaskWithIdentifier: "org.example.app.export.A", using: nil) { _ in }
    )
  }

  @Test func `compatibility 8: a permitted identifier without a handler is named once`() {
    let app = VirtualApp()
    app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
    #expect(app.log.isEmpty)
    app.runtime.finishLaunching()
    app.runtime.finishLaunching()
    #expect(
      app.log == [
        "[BackgroundTasks:Framework] permitted identifier \"\(VirtualApp.process)\" has no launch "
          + "handler"
      ]
    )
  }

  // MARK: - Traps

  @Test func `compatibility 2: a second handler ends the process with T1`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let app = VirtualApp()
      for _ in 0..<2 {
        app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
      }
    }
    #expect(
      result.fatalError
        == "BackgroundTasks: a launch handler for \"org.example.app.refresh\" is already "
        + "registered in this process"
    )
  }

  @Test func `compatibility 7: strict registration ends the process at a late handler, T3`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let app = VirtualApp(isStrict: true, isLaunched: true)
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
    }
    #expect(
      result.fatalError
        == "BackgroundTasks: the launch handler for \"org.example.app.refresh\" was registered "
        + "after launch finished; only continued processing may register late"
    )
  }

  @Test func `compatibility 7: a late handler ends the process when refresh is submitted, T3`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let app = VirtualApp(isLaunched: true)
      app.scheduler.register(forTaskWithIdentifier: VirtualApp.refresh, using: nil) { _ in }
      try? await app.scheduler.submitTaskRequest(
        BGAppRefreshTaskRequest(identifier: VirtualApp.refresh)
      )
    }
    #expect(result.fatalError?.contains("was registered after launch finished") == true)
  }
}
