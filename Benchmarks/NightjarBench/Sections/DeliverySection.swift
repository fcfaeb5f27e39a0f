// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSystem
internal import NightjarWire

/// From the moment at which the last condition holds to the first line of the app's handler.
enum DeliverySection {
  static func measure(in folder: String, running: Int, cold: Int) throws -> Section {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let plist = "\(folder)/Info.plist"
    try Data(FixtureApp.infoPlist.utf8).write(to: URL(fileURLWithPath: plist))
    let warm = try deliveries(running, .running, in: "\(folder)/running", plist)
    let launched = try deliveries(cold, .cold, in: "\(folder)/cold", plist)
    let start = try starts(cold, in: folder, plist)
    let p99 = launched.milliseconds(percentile: 99)
    let ownP99 = start.milliseconds(percentile: 99)
    return Section(
      title: "eligible → handler entered",
      figures: [
        Figure("app running, p50", warm.milliseconds(percentile: 50), "ms"),
        Figure("app running, p99", warm.milliseconds(percentile: 99), "ms").below(5, "< 5 ms"),
        Figure("cold, p50", launched.milliseconds(percentile: 50), "ms"),
        Figure("cold, p99", p99, "ms").below(ownP99 + 20, "< own start + 20 ms"),
        Figure("the app's own start, p50", start.milliseconds(percentile: 50), "ms"),
        Figure(
          "the app's own start, p99",
          ownP99,
          "ms",
          note: "spawned until registered, no daemon"
        ),
      ]
    )
  }

  /// Each time a request waits for the network only, and the network comes.
  private static func deliveries(
    _ count: Int,
    _ mode: FixtureApp.Mode,
    in folder: String,
    _ plist: String
  ) throws -> Times {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let pipe = try StampPipe(path: "\(folder)/pipe")
    let environment = FixtureApp.environment(pipe: pipe.path, mode)
    let daemon = try DaemonUnderTest(in: folder, environment: environment)
    defer { daemon.end() }
    let client = try daemon.connect()
    try install(plist, over: client)
    defer { endApp(over: client) }
    var times = Times()
    // The first one launches the app, also where it then stays.
    for round in 0...count {
      try set("none", over: client)
      _ = try client.call(
        SchedulerInterface.Submit.self,
        .init(
          app: FixtureApp.bundleIdentifier,
          identifier: FixtureApp.task,
          kind: "processing",
          requiresNetworkConnectivity: true
        )
      )
      let began = Clocks.boot
      try set("unmetered", over: client)
      let entered = try pipe.next()
      if round > 0 { times.add(entered - began) }
      try waitUntilOver(endsProcess: mode == .cold, over: client)
    }
    return times
  }

  /// How long the app takes by itself to where the daemon could hand it a task.
  private static func starts(
    _ count: Int,
    in folder: String,
    _ plist: String
  ) throws -> Times {
    let pipe = try StampPipe(path: "\(folder)/pipe")
    var times = Times()
    let places = ["NIGHTJAR_INFO_PLIST": plist, "NIGHTJAR_SOCKET": "\(folder)/nobody"]
    let environment = FixtureApp.environment(pipe: pipe.path, .start).merging(places) { $1 }
    for _ in 0..<count {
      let began = Clocks.boot
      let app = try ChildProgram(
        DaemonUnderTest.thisProgram,
        [],
        environment: environment,
        log: "\(folder)/start.log"
      )
      times.add(try pipe.next() - began)
      app.end()
    }
    return times
  }

  /// The app must not outlive the benchmark, whether or not its daemon ended well.
  private static func endApp(over client: WireClient) {
    _ = try? client.call(AppsInterface.Quit.self, .init(app: FixtureApp.bundleIdentifier))
    try? waitUntilOver(endsProcess: true, over: client)
  }

  private static func install(_ plist: String, over client: WireClient) throws {
    let facts = AppsInterface.Facts(
      identifier: FixtureApp.bundleIdentifier,
      bundleIdentifier: FixtureApp.bundleIdentifier,
      executable: DaemonUnderTest.thisProgram,
      arguments: [],
      infoPlist: plist,
      name: "Bench",
      build: "1",
      permittedIdentifiers: [FixtureApp.task],
      backgroundModes: ["processing"],
      entitlements: []
    )
    _ = try client.call(AppsInterface.Install.self, .init(facts: facts))
  }

  private static func set(_ network: String, over client: WireClient) throws {
    _ = try client.call(DeviceInterface.Set.self, .init(values: ["network": network]))
  }

  /// The next round begins when the daemon knows that this one is over.
  private static func waitUntilOver(endsProcess: Bool, over client: WireClient) throws {
    let deadline = Clocks.boot + 10_000_000_000
    while Clocks.boot < deadline {
      let apps = try client.call(AppsInterface.List.self, .init()).apps
      let app = apps.first { $0.facts.identifier == FixtureApp.bundleIdentifier }
      if app?.running == 0, app?.pending == 0, !endsProcess || app?.pid == nil { return }
      usleep(2000)
    }
    throw BenchError("the app's task was not over after 10 s")
  }
}
