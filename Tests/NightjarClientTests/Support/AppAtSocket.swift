// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import NightjarModel
import NightjarTestSupport

/// The app's end of the wire: a system on a socket in a folder of its own, and what it is told.
final class AppAtSocket {
  static let identifier = AppIdentifier("org.example.app")

  let folder: TemporaryFolder
  let path: String
  let system: DaemonTaskSystem
  let events = Signal<SystemEvent>()

  init(_ environment: [String: String] = [:], isAttached: Bool = true) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/run/socket"
    system = DaemonTaskSystem(
      environment: environment.merging(["NIGHTJAR_SOCKET": path]) { $1 }
    )
    if isAttached { attach() }
  }

  deinit {
    system.close()
  }

  func attach() {
    system.attach(AppFacts(identifier: Self.identifier)) { [events] in events.send($0) }
  }

  func key(_ task: String) -> RequestKey {
    RequestKey(app: Self.identifier, task: TaskIdentifier(task))
  }

  func submit(_ task: String) throws(SubmissionError) -> Bool {
    try system.submit(TaskRequest(key: key(task), kind: .refresh))
  }
}
