// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// How long a tool waits for the answer to "why does it not run".
enum WhySection {
  static func measure(in folder: String, calls: Int) throws -> Section {
    let daemon = try DaemonUnderTest(in: folder)
    defer { daemon.end() }
    let client = try daemon.connect()
    for number in 0..<100 {
      let app = "org.example.bench\(number)"
      try daemon.install(app, over: client)
      for task in 0..<10 {
        _ = try client.call(
          SchedulerInterface.Submit.self,
          .init(
            app: app,
            identifier: "\(app).\(task)",
            kind: "processing",
            earliestBeginDate: "2100-01-01T00:00:00Z"
          )
        )
      }
    }
    let app = "org.example.bench42"
    let why = try Times(calls) {
      _ = try client.call(SchedulerInterface.Why.self, .init(identifier: "\(app).7", app: app))
    }
    let status = try Times(calls) { _ = try client.call(DaemonInterface.Status.self, .init()) }
    return Section(
      title: "why, over the socket, 1,000 requests pending",
      figures: [
        Figure("p50", why.milliseconds(percentile: 50), "ms").below(1, "< 1 ms in the daemon"),
        Figure("p99", why.milliseconds(percentile: 99), "ms"),
        Figure("a call of Status, p50", status.milliseconds(percentile: 50), "ms"),
      ]
    )
  }
}
