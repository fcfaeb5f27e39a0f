// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
package import NightjarModel
internal import Synchronization

// Submitting, listing and withdrawing requests (spec 2.3, 2.4 and 9).
extension AppRuntime {
  /// Submits a request and waits for the answer, two seconds at most.
  ///
  /// - Throws: `SubmissionError` with Apple's code (12.4).
  package func submit(_ request: TaskRequest) throws(SubmissionError) {
    warnOnMain()
    if let objection = objection(to: request) { throw objection }
    try send(request)
  }

  /// Submits a request and answers later; checks that trap are made before it returns.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - completion: Called exactly once, on a queue of the framework, with the refusal if any.
  package func submit(
    _ request: TaskRequest,
    completion: @escaping @Sendable (SubmissionError?) -> Void
  ) {
    if let objection = objection(to: request) {
      queueCall { completion(objection) }
      return
    }
    queueCall {
      do throws(SubmissionError) {
        try self.send(request)
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  /// Withdraws the pending request of an identifier; does nothing when there is none.
  package func cancel(_ identifier: TaskIdentifier) {
    attempt("cancel of \"\(identifier.rawValue)\"") { () throws(ClientError) in
      try system.cancel(key(identifier))
    }
  }

  /// Withdraws all pending requests of the app.
  package func cancelAll() {
    attempt("cancel of all requests") { () throws(ClientError) in
      try system.cancelAll(of: facts.identifier)
    }
  }

  /// The pending requests in the order of submission; none, and L7, when they cannot be read.
  package func pending() -> [TaskRequest] {
    do throws(ClientError) {
      return try system.pending(of: facts.identifier)
    } catch {
      log(.pendingUnreadable(why: error.line))
      return []
    }
  }

  /// Reads the pending requests and answers later.
  ///
  /// - Parameter completion: Called exactly once, on a queue of the framework.
  package func pending(completion: @escaping @Sendable ([TaskRequest]) -> Void) {
    queueCall { completion(self.pending()) }
  }

  /// Starts a pending request now, whatever holds it (9.4); speaks through the log.
  package func simulateLaunch(_ identifier: TaskIdentifier) {
    let key = key(identifier)
    attempt("simulated launch of \"\(identifier.rawValue)\"") { () throws(ClientError) in
      report(try system.simulateLaunch(key), key)
    }
  }

  /// Takes a running task back now (9.5); speaks through the log.
  package func simulateExpiration(_ identifier: TaskIdentifier) {
    let key = key(identifier)
    attempt("simulated expiration of \"\(identifier.rawValue)\"") { () throws(ClientError) in
      report(try system.simulateExpiration(key), key)
    }
  }

  /// Bits of the resources that a continued request of this app may ask for (4.11).
  ///
  /// An app with the entitlement waits for the device's answer, two seconds at most and once.
  package var supportedResources: Int {
    let gpu = 1
    let isEntitled = facts.entitlements.contains(AppFacts.gpuEntitlement)
    let known = isEntitled ? waitForEnvironment() : environment
    let offered = known?.resources ?? 0
    return isEntitled ? offered : offered & ~gpu
  }

  // MARK: - Steps

  private func queueCall(_ body: @escaping @Sendable () -> Void) {
    settings.observe(.callBegan)
    calls.async {
      body()
      self.settings.observe(.callEnded)
    }
  }

  private func key(_ identifier: TaskIdentifier) -> RequestKey {
    RequestKey(app: facts.identifier, task: identifier)
  }

  private func objection(to request: TaskRequest) -> SubmissionError? {
    let life = state.withLock { $0.life }
    do throws(Trap) {
      return try life.objection(to: request)
    } catch {
      error.spring()
    }
  }

  private func send(_ request: TaskRequest) throws(SubmissionError) {
    let wasReplaced = try system.submit(request)
    if wasReplaced { log(.replaced(request.key)) }
    let week = TimeSpan.days(7)
    if request.kind != .continued, let floor = request.earliestBegin,
      floor > settings.present(floor) + week
    {
      log(.farFloor(request.key))
    }
  }

  private func warnOnMain() {
    guard Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainMark) == true else {
      return
    }
    let isFirst = state.withLock { state in
      defer { state.hasWarnedOnMain = true }
      return !state.hasWarnedOnMain
    }
    if isFirst { log(.submittedOnMain) }
  }

  /// Apple's calls without a result cannot report a failure, so the log has to.
  private func attempt(_ what: String, _ body: () throws(ClientError) -> Void) {
    do throws(ClientError) {
      try body()
    } catch {
      settings.log("[BackgroundTasks:Framework] \(what) failed: \(error.line)")
    }
  }

  private func report(_ answer: SimulationAnswer, _ key: RequestKey) {
    switch answer {
    case .done: break
    case .notPending: log(.nothingPending(key))
    case .running: log(.simulatedLaunchRefused(key))
    case .notRunning: log(.simulatedExpirationRefused(key))
    }
  }
}
