// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// What runs use, and the limit on it: spec 5.1 and 5.5. A process is measured when a run of it
// begins and ends, and while it is under the limit a few times in each window.

extension Engine {
  /// How often a process is measured within the window of the limit.
  private static let samplesPerWindow: Int64 = 6

  /// Has a process measured, so that what it uses from here on counts for the run that begins.
  mutating func beginMeasuring(_ run: Run) {
    let (app, identity) = (run.key.app, run.process)
    if runs.count == 1 || runNumbers(in: identity) == [run.number] {
      // What it used before is no part of the run.
      updateProcess(app, identity) { $0.meter = ProcessMeter() }
    }
    noteCompany()
    effects.append(.measure(app, identity))
    planMeasurement(app, identity)
  }

  /// Has a process measured that came back with runs to a daemon that knows nothing of its use.
  mutating func resumeMeasuring(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard !runNumbers(in: identity).isEmpty else { return }
    noteCompany()
    effects.append(.measure(app, identity))
    planMeasurement(app, identity)
  }

  /// While several runs are under way, nobody knows whose bytes go through an interface.
  private mutating func noteCompany() {
    guard runs.count > 1 else { return }
    for number in runs.keys where runs[number]?.hadCompany == false {
      runs[number]?.hadCompany = true
      runs[number]?.use?.networkBytesAtMost = nil
    }
  }

  /// Shares out what a process used since the last time, and ends one that uses too much.
  mutating func noteUse(_ use: ResourceUse, _ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let process = process(app, identity) else { return }
    let numbers = runNumbers(in: identity)
    if let last = process.meter.last {
      let share = use.since(last).share(of: numbers.count)
      for number in numbers {
        let before = runs[number]?.use
        runs[number]?.use = before.map { $0 + share } ?? share
        if runs[number]?.hadCompany == true { runs[number]?.use?.networkBytesAtMost = nil }
      }
    }
    let window = policy.cpuWindow
    updateProcess(app, identity) { [now] in $0.meter.note(use, at: now, window: window) }
    limitProcessorTime(app, identity, numbers)
  }

  /// Measures a process again when its time for that has come.
  mutating func meetMeasurement(_ process: ProcessRecord) {
    guard let measuresAt = process.meter.measuresAt, measuresAt <= now,
      let identity = process.identity
    else { return }
    updateProcess(process.app, identity) { $0.meter.measuresAt = nil }
    guard isLimited(process) else { return }
    effects.append(.measure(process.app, identity))
    planMeasurement(process.app, identity)
  }

  /// Sees to it that a process under the limit is measured again.
  mutating func planMeasurement(_ app: AppIdentifier, _ identity: ProcessIdentity) {
    guard let process = process(app, identity), isLimited(process) else { return }
    let interval = TimeSpan(
      nanoseconds: max(policy.cpuWindow.nanoseconds / Self.samplesPerWindow, 1)
    )
    // One that was planned may have been dropped, while the process was under no limit.
    let planned = process.meter.measuresAt.flatMap { $0 > now ? $0 : nil }
    let instant = planned ?? now + interval
    updateProcess(app, identity) { $0.meter.measuresAt = instant }
    watch(.process(app), until: instant)
  }

  /// Whether a process may use only so much: it works in the background on the daemon's account,
  /// and nothing that it runs requires external power.
  func isLimited(_ process: ProcessRecord) -> Bool {
    guard policy.cpuLimit > 0, process.isDaemonStarted, !process.isForeground,
      process.phase == .ready
    else { return false }
    let requests = runs.values.lazy.filter { $0.run.process == process.identity }
      .map(\.run.consumed.request)
    return !requests.isEmpty
      && requests.allSatisfy {
        $0.kind != .continued && !$0.conditions.contains(.externalPower)
      }
  }

  private mutating func limitProcessorTime(
    _ app: AppIdentifier,
    _ identity: ProcessIdentity,
    _ numbers: [RunNumber]
  ) {
    guard let process = process(app, identity), isLimited(process),
      let percent = process.meter.percent(over: policy.cpuWindow),
      percent >= policy.cpuLimit
    else { return }
    let seconds = Int(policy.cpuWindow.inSeconds)
    effects.append(.log(.cpuExceeded(app, percent: policy.cpuLimit, seconds: seconds)))
    for number in numbers {
      if runs[number]?.expiration == nil { runs[number]?.expiration = .cpuLimit }
      end(number, .killed)
    }
    endProcess(app, identity, onlyDaemonStarted: true)
  }

  private func runNumbers(in identity: ProcessIdentity) -> [RunNumber] {
    runs.values.filter { $0.run.process == identity }.map(\.run.number).sorted()
  }
}
