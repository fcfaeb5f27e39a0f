// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem
internal import NightjarWire
internal import Synchronization

/// Keeps the process attached, and passes on what the daemon says; runs on a thread of its own.
final class Attachment: Sendable {
  /// How long the daemon may take to answer that the app is known, such as while it starts.
  private static let patience = TimeSpan.seconds(10)

  /// A connection that lasted so long, in nanoseconds, is no reason to wait before the next.
  private static let settled: Int64 = 5_000_000_000

  private let system: DaemonTaskSystem
  private let facts: AppFacts
  private let receiver: @Sendable (SystemEvent) -> Void

  init(
    system: DaemonTaskSystem,
    facts: AppFacts,
    receiver: @escaping @Sendable (SystemEvent) -> Void
  ) {
    self.system = system
    self.facts = facts
    self.receiver = receiver
  }

  /// Attaches again and again until the system is closed.
  func run() {
    let pause = ReconnectPause(socket: system.socket, waker: system.waker)
    if let descriptor = system.ticket.descriptor {
      // What goes wrong with the launch's own socket is no news: the daemon's comes next.
      _ = serve { () throws(WireError) in try WireClient(descriptor: descriptor) }
    }
    while !system.gate.isOver {
      pause.prepare()
      let start = Clocks.boot
      let problem = serve { () throws(WireError) in try WireClient(path: system.socket) }
      system.gate.failed(problem)
      if Clocks.boot - start > Self.settled { pause.reset() }
      if !system.gate.isOver { pause.wait() }
    }
  }

  /// Attaches over one connection until it ends.
  ///
  /// - Parameter connect: Makes the connection.
  /// - Returns: Why it ended.
  private func serve(_ connect: () throws(WireError) -> WireClient) -> String {
    defer { system.connectionLost() }
    do throws(WireError) {
      let parameters = parameters()
      let stream = try connect().stream(AppsInterface.Attach.self, parameters)
      guard system.begin(stream) else { return "the connection was closed" }
      try waitUntilKnown(stream)
      system.connectionMade(asForeground: parameters.foreground)
      try pump(stream)
      return "the daemon ended the connection"
    } catch {
      return error.message
    }
  }

  private func parameters() -> AppsInterface.Attach.Parameters {
    let (held, isForeground) = system.ledger.withLock { ($0.held, $0.isForeground) }
    return .init(
      facts: .init(facts),
      foreground: isForeground,
      launch: system.ticket.token,
      runs: held.map { Int($0.rawValue) }.sorted()
    )
  }

  /// Waits for the first answer, which says that the app is known.
  private func waitUntilKnown(
    _ stream: WireStream<AppsInterface.Attach>
  ) throws(WireError) {
    guard let first = try stream.next(timeout: Self.patience), first.attached ?? false else {
      throw WireError(.badFrame, "the daemon did not say that the app is attached")
    }
  }

  private func pump(_ stream: WireStream<AppsInterface.Attach>) throws(WireError) {
    while let reply = try stream.next() {
      // An event that only a newer daemon knows is none for us.
      guard let event = reply.event else { continue }
      handle(event)
    }
  }

  private func handle(_ event: AppsInterface.AttachEvent) {
    switch event {
    case .attached: break
    case .deliver(let delivery): deliver(delivery)
    case .expire(let expiry):
      receiver(.expire(RunNumber(rawValue: Int64(expiry.run)), reason: expiry.reason))
    case .withdraw(let run):
      let run = RunNumber(rawValue: Int64(run))
      system.ledger.withLock { $0.drop(run) }
      receiver(.withdraw(run))
    case .environment(let environment):
      receiver(
        .environment(
          AppEnvironment(
            isLowPower: environment.lowPowerMode,
            backgroundRefresh: environment.backgroundRefresh,
            thermalState: environment.thermalState,
            resources: environment.resources
          )
        )
      )
    }
  }

  private func deliver(_ delivery: AppsInterface.Delivery) {
    let run = RunNumber(rawValue: Int64(delivery.run))
    guard system.ledger.withLock({ $0.take(run) }) else { return }
    guard let kind = TaskKind(rawValue: delivery.kind) else {
      // A kind of work that only a newer daemon knows has no class here.
      system.complete(run, success: false)
      return
    }
    receiver(
      .deliver(
        Delivery(
          run: run,
          identifier: TaskIdentifier(delivery.identifier),
          kind: kind,
          title: delivery.title ?? "",
          subtitle: delivery.subtitle ?? ""
        )
      )
    )
  }
}
