// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// The daemon; calls fail until the wire's client is there.
package final class DaemonTaskSystem: TaskSystem {
  init(environment: [String: String]) {}
  package func attach(_ facts: AppFacts, receiver: @escaping @Sendable (SystemEvent) -> Void) {}
  package func finishLaunching() {}
  package func submit(_ request: TaskRequest) throws(SubmissionError) -> Bool {
    throw .daemonUnreachable("not there")
  }
  package func cancel(_ key: RequestKey) throws(ClientError) {}
  package func cancelAll(of app: AppIdentifier) throws(ClientError) {}
  package func pending(of app: AppIdentifier) throws(ClientError) -> [TaskRequest] { [] }
  package func complete(_ run: RunNumber, success: Bool) {}
  package func answerExpiration(of run: RunNumber, hadHandler: Bool) {}
  package func simulateLaunch(_ key: RequestKey) throws(ClientError) -> SimulationAnswer { .done }
  package func simulateExpiration(_ key: RequestKey) throws(ClientError) -> SimulationAnswer {
    .done
  }
  package func setForeground(_ isForeground: Bool) {}
}
