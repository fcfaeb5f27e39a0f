// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire

/// Durable submits a second, by one caller and by 64, beside what others do.
enum SubmitSection {
  static func measure(in folder: String, seconds: Double) throws -> Section {
    var section = Section(title: "submit, durable (acknowledged when on disk)", figures: [])
    let raw = try Peers.sqlite(in: folder, seconds: seconds)
    section.figures.append(Figure("raw SQLite, synchronous=FULL, 1 writer", raw, "/s"))
    section.figures += peer("beanstalkd -f 0") {
      try Peers.beanstalkd(in: folder, seconds: seconds)
    }
    section.figures += peer("Redis, AOF always") { try Peers.redis(in: folder, seconds: seconds) }
    do {
      let one = try nightjar(1, in: "\(folder)/one", seconds)
      let many = try nightjar(64, in: "\(folder)/many", seconds)
      section.figures += [
        Figure("nightjard, 1 caller", one, "/s"),
        Figure("nightjard, 64 callers", many, "/s"),
        Figure("1 caller ÷ raw SQLite", one / raw, "×").atLeast(0.8, "≥ 0.8 ×"),
        Figure("64 callers ÷ 1 caller", many / one, "×").atLeast(8, "≥ 8 ×"),
      ]
    } catch {
      section.figures.append(Figure("nightjard", missing: "\(error)"))
      section.isComplete = false
    }
    return section
  }

  private static func peer(
    _ name: String,
    _ rates: () throws -> (one: Double, many: Double)
  ) -> [Figure] {
    do {
      let rates = try rates()
      return [
        Figure("\(name), 1 caller", rates.one, "/s"),
        Figure("\(name), 64 callers", rates.many, "/s"),
      ]
    } catch {
      return [Figure(name, missing: "\(error)")]
    }
  }

  /// Each caller has its own connection and app, and replaces its ten requests in turn.
  private static func nightjar(
    _ callers: Int,
    in folder: String,
    _ seconds: Double
  ) throws
    -> Double
  {
    let daemon = try DaemonUnderTest(in: folder)
    defer { daemon.end() }
    let socket = daemon.socket
    let client = try daemon.connect()
    for number in 0..<callers { try daemon.install("org.example.bench\(number)", over: client) }
    return try Callers.rate(callers, seconds: seconds) { number in
      let client = try WireClient(path: socket)
      let app = "org.example.bench\(number)"
      var turn = 0
      return {
        turn = (turn + 1) % 10
        _ = try client.call(
          SchedulerInterface.Submit.self,
          .init(
            app: app,
            identifier: "\(app).\(turn)",
            kind: "processing",
            earliestBeginDate: "2100-01-01T00:00:00Z",
            requiresNetworkConnectivity: true
          ),
          timeout: .seconds(30)
        )
      }
    }
  }
}
