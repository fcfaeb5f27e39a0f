// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What a process owes the daemon: the runs in its hands and the reports that have not arrived.
///
/// A pure value. A run is held until the daemon has acknowledged its end, so that after a lost
/// connection the daemon is told of it and does not hand it over again.
struct Ledger {
  /// Something that the daemon must get, in order, however often the connection is lost.
  enum Report: Hashable, Sendable {
    case complete(RunNumber, success: Bool)
    case answer(RunNumber, hadHandler: Bool)
    case finishLaunching
    case foreground(Bool)
  }

  private(set) var held: Set<RunNumber> = []
  private(set) var isForeground: Bool
  private var reports: [Report] = []
  private var hasFinishedLaunching = false

  init(isForeground: Bool) {
    self.isForeground = isForeground
  }

  /// The report that is to go next.
  var next: Report? { reports.first }

  /// Takes a run into the process's hands.
  ///
  /// - Returns: Whether it is new; a daemon that restarted may hand over what is held already.
  mutating func take(_ run: RunNumber) -> Bool { held.insert(run).inserted }

  /// Gives a run back without a report, because the daemon took it.
  mutating func drop(_ run: RunNumber) {
    held.remove(run)
  }

  mutating func add(_ report: Report) {
    switch report {
    case .complete, .answer: break
    case .finishLaunching: hasFinishedLaunching = true
    case .foreground(let isForeground): self.isForeground = isForeground
    }
    reports.append(report)
  }

  /// Notes that the daemon has a report.
  mutating func settle(_ report: Report) {
    guard let index = reports.firstIndex(of: report) else { return }
    reports.remove(at: index)
    switch report {
    case .complete(let run, _), .answer(let run, hadHandler: false): held.remove(run)
    case .answer(_, hadHandler: true), .finishLaunching, .foreground: break
    }
  }

  /// Notes that the daemon knows the process again, but not what it was told before.
  ///
  /// - Parameter wasForeground: What the daemon was told on attaching.
  mutating func reattached(asForeground wasForeground: Bool) {
    reports.removeAll {
      switch $0 {
      case .foreground, .finishLaunching: true
      case .complete, .answer: false
      }
    }
    if hasFinishedLaunching { reports.insert(.finishLaunching, at: 0) }
    if isForeground != wasForeground { reports.append(.foreground(isForeground)) }
  }
}
