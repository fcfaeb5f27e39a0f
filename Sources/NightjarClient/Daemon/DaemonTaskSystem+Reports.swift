// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
package import NightjarModel
internal import NightjarWire
internal import Synchronization

// What the app reports: kept until the daemon has acknowledged it.
extension DaemonTaskSystem {
  package func complete(_ run: RunNumber, success: Bool) {
    report(.complete(run, success: success))
  }

  package func answerExpiration(of run: RunNumber, hadHandler: Bool) {
    report(.answer(run, hadHandler: hadHandler))
  }

  package func finishLaunching() { report(.finishLaunching) }

  package func announceLaunch() {
    finishLaunching()
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    _ = gate.wait(until: deadline, poke: { waker.ask() })
    sendReportsAndWait()
  }

  package func setForeground(_ isForeground: Bool) { report(.foreground(isForeground)) }

  private func report(_ report: Ledger.Report) {
    ledger.withLock { $0.add(report) }
    sendReports()
  }

  /// Sends what has not arrived, if the daemon is there.
  func sendReports() {
    reports.async { self.sendWaitingReports() }
  }

  /// Sends what has not arrived before the process ends, and waits for it, two seconds at most.
  func sendReportsAndWait() {
    let done = DispatchGroup()
    reports.async(group: done) { self.sendWaitingReports() }
    _ = done.wait(timeout: .now() + Self.patience)
  }

  private func sendWaitingReports() {
    while gate.isOpen, let next = ledger.withLock({ $0.next }) {
      do throws(WireError) {
        try send(next)
      } catch {
        // The daemon does not know the run any more: it has decided without us.
        guard error.code == .refused else {
          // A lost connection brings them back when it is there again; silence needs a new try.
          reports.asyncAfter(deadline: .now() + 1) { self.sendWaitingReports() }
          return
        }
      }
      ledger.withLock { $0.settle(next) }
    }
  }

  private func send(_ report: Ledger.Report) throws(WireError) {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    switch report {
    case .complete(let run, let success):
      _ = try line.call(
        SchedulerInterface.Complete.self,
        .init(run: Int(run.rawValue), success: success),
        until: deadline
      )
    case .answer(let run, let hadHandler):
      _ = try line.call(
        SchedulerInterface.AnswerExpiration.self,
        .init(run: Int(run.rawValue), hadHandler: hadHandler),
        until: deadline
      )
    case .finishLaunching:
      _ = try line.call(AppsInterface.FinishLaunching.self, NoFields(), until: deadline)
    case .foreground(true):
      _ = try line.call(AppsInterface.EnterForeground.self, NoFields(), until: deadline)
    case .foreground(false):
      _ = try line.call(AppsInterface.EnterBackground.self, NoFields(), until: deadline)
    }
  }
}
