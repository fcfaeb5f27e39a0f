// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarTestSupport
import Synchronization

/// A device without a daemon: it keeps what it is told, and answers what it was set to answer.
final class VirtualSystem: TaskSystem {
  struct State {
    var receiver: (@Sendable (SystemEvent) -> Void)?
    var pending: [TaskRequest] = []
    var refusal: SubmissionError?
    var failure: ClientError?
    var completions: [RunNumber: [Bool]] = [:]
    var answers: [RunNumber: [Bool]] = [:]
    var simulation = SimulationAnswer.done
    var isForeground: Bool?
    var finishedLaunches = 0
  }

  let state = Mutex(State())

  /// Everything that the app reports, as text, in order.
  let reports = Signal<String>()

  func attach(_ facts: AppFacts, receiver: @escaping @Sendable (SystemEvent) -> Void) {
    state.withLock { $0.receiver = receiver }
  }

  /// What would end the launch after some time.
  let limits = Mutex<[@Sendable () -> Void]>([])

  /// Sends once for each end of a launch.
  let launches = Signal<String>()

  func finishLaunching() {
    state.withLock { $0.finishedLaunches += 1 }
    launches.send("finished")
  }

  func tell(_ event: SystemEvent) {
    state.withLock { $0.receiver }?(event)
  }

  func submit(_ request: TaskRequest) throws(SubmissionError) -> Bool {
    let answer: Result<Bool, SubmissionError> = state.withLock { state in
      if let refusal = state.refusal { return .failure(refusal) }
      let index = state.pending.firstIndex { $0.key == request.key }
      if let index { state.pending.remove(at: index) }
      state.pending.append(request)
      return .success(index != nil)
    }
    return try answer.get()
  }

  func cancel(_ key: RequestKey) throws(ClientError) {
    try fail()
    state.withLock { $0.pending.removeAll { $0.key == key } }
  }

  func cancelAll(of app: AppIdentifier) throws(ClientError) {
    try fail()
    state.withLock { $0.pending.removeAll { $0.key.app == app } }
  }

  func pending(of app: AppIdentifier) throws(ClientError) -> [TaskRequest] {
    try fail()
    return state.withLock { $0.pending.filter { $0.key.app == app } }
  }

  func complete(_ run: RunNumber, success: Bool) {
    state.withLock { $0.completions[run, default: []].append(success) }
    reports.send("complete \(run.rawValue) \(success)")
  }

  func answerExpiration(of run: RunNumber, hadHandler: Bool) {
    state.withLock { $0.answers[run, default: []].append(hadHandler) }
    reports.send("answer \(run.rawValue) \(hadHandler)")
  }

  func simulateLaunch(_ key: RequestKey) throws(ClientError) -> SimulationAnswer {
    try fail()
    return state.withLock { $0.simulation }
  }

  func simulateExpiration(_ key: RequestKey) throws(ClientError) -> SimulationAnswer {
    try fail()
    return state.withLock { $0.simulation }
  }

  func setForeground(_ isForeground: Bool) {
    state.withLock { $0.isForeground = isForeground }
  }

  private func fail() throws(ClientError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
