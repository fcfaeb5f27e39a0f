// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
package import NightjarModel
internal import NightjarWire
internal import Synchronization

/// The daemon, reached over two connections: one on which it speaks, one that carries calls.
///
/// It reconnects by itself. After a lost connection it attaches again with the runs still in its
/// hands, and reports once more what was not acknowledged.
package final class DaemonTaskSystem: TaskSystem {
  /// How long a call waits in all (2.3.11).
  static let patience: TimeInterval = 2

  let socket: String
  let ticket: LaunchTicket
  let gate = AttachGate()
  let waker = Waker()
  let line: CallLine
  let ledger: Mutex<Ledger>
  private let stream = Mutex<WireStream<AppsInterface.Attach>?>(nil)

  /// Reports go one after the other, so that an answer precedes the completion that follows it.
  let reports = DispatchQueue(label: "org.nightjar.BackgroundTasks.reports")

  /// Makes a system that has not connected.
  ///
  /// - Parameter environment: The variables that name the socket and a launch.
  package init(environment: [String: String]) {
    socket = Places(environment: environment).socket
    ticket = LaunchTicket(environment: environment)
    line = CallLine(path: socket)
    ledger = Mutex(Ledger(isForeground: ticket.isForeground))
  }

  package var startsInForeground: Bool { ticket.isForeground }

  package var hasStartedProcess: Bool { ticket.token != nil }

  /// Makes the process known as an app and keeps it known, on a thread of its own.
  package func attach(_ facts: AppFacts, receiver: @escaping @Sendable (SystemEvent) -> Void) {
    let attachment = Attachment(system: self, facts: facts, receiver: receiver)
    let thread = Thread { attachment.run() }
    thread.name = "nightjar-attach"
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Ends both connections; the system is of no use afterwards.
  package func close() {
    gate.close()
    waker.ask()
    connectionLost()
  }

  // MARK: - Calls that answer

  package func submit(_ request: TaskRequest) throws(SubmissionError) -> Bool {
    do throws(WireError) {
      return try call(SchedulerInterface.Submit.self, .init(request)).replaced
    } catch {
      let refused = error.reply?.decoded(as: SchedulerInterface.SubmissionRefused.self)
      throw refused?.submissionError ?? .daemonUnreachable(error.message)
    }
  }

  package func cancel(_ key: RequestKey) throws(ClientError) {
    _ = try ask(
      SchedulerInterface.Cancel.self,
      .init(app: key.app.rawValue, identifier: key.task.rawValue)
    )
  }

  package func cancelAll(of app: AppIdentifier) throws(ClientError) {
    _ = try ask(SchedulerInterface.CancelAll.self, .init(app: app.rawValue))
  }

  package func pending(of app: AppIdentifier) throws(ClientError) -> [TaskRequest] {
    let listed = try ask(SchedulerInterface.Pending.self, .init(app: app.rawValue)).requests
    var requests: [TaskRequest] = []
    for (index, request) in listed.enumerated() {
      do {
        let number = SubmissionNumber(rawValue: Int64(index) + 1)
        requests.append(try request.pendingRequest(number: number).request)
      } catch {
        throw ClientError(.refused, "\(request.identifier) cannot be read: \(error.message)")
      }
    }
    return requests
  }

  package func simulateLaunch(_ key: RequestKey) throws(ClientError) -> SimulationAnswer {
    try simulate(
      SchedulerInterface.SimulateLaunch.self,
      .init(identifier: key.task.rawValue, app: key.app.rawValue),
      unknown: .notPending
    )
  }

  package func simulateExpiration(_ key: RequestKey) throws(ClientError) -> SimulationAnswer {
    try simulate(
      SchedulerInterface.SimulateExpiration.self,
      .init(identifier: key.task.rawValue, app: key.app.rawValue),
      unknown: .notRunning
    )
  }

  private func simulate<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters,
    unknown: SimulationAnswer
  ) throws(ClientError) -> SimulationAnswer {
    do throws(WireError) {
      _ = try call(method, parameters)
      return .done
    } catch {
      let refused = error.reply?.decoded(as: SchedulerInterface.SimulationRefused.self)
      if let answer = refused.flatMap({ SimulationAnswer(rawValue: $0.reason) }) { return answer }
      if error.reply?.name == SchedulerInterface.TaskNotFound.name { return unknown }
      throw Self.error(error)
    }
  }

  // MARK: - Connections

  /// Takes a connection that is about to attach.
  ///
  /// - Returns: Whether to go on; a system that was closed meanwhile does not.
  func begin(_ new: WireStream<AppsInterface.Attach>) -> Bool {
    stream.withLock { $0 = new }
    return !gate.isOver
  }

  /// Notes that the daemon knows the process.
  func connectionMade(asForeground isForeground: Bool) {
    ledger.withLock { $0.reattached(asForeground: isForeground) }
    gate.attached()
    sendReports()
  }

  /// Ends what is left of both connections, so that calls that wait on them fail at once.
  func connectionLost() {
    let old = stream.withLock { stream in
      defer { stream = nil }
      return stream
    }
    old?.close()
    line.close()
  }

  // MARK: - Calling

  /// Calls a method that may be called twice: once more when the daemon went away meanwhile.
  private func call<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters
  ) throws(WireError) -> Method.Reply {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    var lost = 0
    var isFirst = true
    while true {
      let attachment = try waitForAttachment(after: lost, until: deadline)
      do throws(WireError) {
        return try line.call(method, parameters, until: deadline)
      } catch {
        guard error.code == .closed || error.code == .notRunning else { throw error }
        // The connection may be one of a daemon that is gone while a new one has us already; if a
        // fresh connection fails too, only a new attachment can help.
        if !isFirst { lost = attachment }
        isFirst = false
      }
    }
  }

  private func waitForAttachment(after lost: Int, until deadline: Date) throws(WireError) -> Int {
    switch gate.wait(until: deadline, after: lost, poke: { waker.ask() }) {
    case .attached(let number): return number
    case .absent(let why): throw WireError(.notRunning, why)
    }
  }

  private func ask<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters
  ) throws(ClientError) -> Method.Reply {
    do {
      return try call(method, parameters)
    } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ error: WireError) -> ClientError {
    ClientError(error.code == .refused ? .refused : .daemonUnreachable, error.message)
  }
}
