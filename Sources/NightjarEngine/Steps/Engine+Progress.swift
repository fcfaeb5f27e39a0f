// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// Continued tasks that say nothing, and what happens when the machine is short: spec 4.6.

extension Engine {
  mutating func noteProgress(_ number: RunNumber, _ progress: TaskProgress) {
    guard let record = runs[number], record.progress != progress else { return }
    runs[number]?.progress = progress
    if record.quietSince != nil { startStallClock(of: number) }
  }

  /// A task is watched for signs of life only while its app is in the background.
  mutating func noteVisibility(of app: AppIdentifier) {
    let isForeground = apps[app]?.isForeground ?? false
    for number in (apps[app]?.running.values ?? [:].values).sorted()
    where runs[number]?.run.consumed.request.kind == .continued {
      if isForeground {
        runs[number]?.quietSince = nil
      } else if runs[number]?.quietSince == nil {
        startStallClock(of: number)
      }
    }
  }

  private mutating func startStallClock(of number: RunNumber) {
    runs[number]?.quietSince = now
    watch(.run(number), until: now + policy.stallTime)
  }

  /// Takes a task back that has said nothing new for too long.
  mutating func meetStall(_ number: RunNumber) {
    guard let quietSince = runs[number]?.quietSince, quietSince + policy.stallTime <= now
    else { return }
    expire(number, .stalled)
  }

  /// Takes back the continued task that shows the least progress.
  mutating func relievePressure() {
    let candidates = runs.values.filter { record in
      record.run.consumed.request.kind == .continued && record.expiration == nil
    }
    let least = candidates.min { left, right in
      (left.progress?.millionths ?? 0, left.run.number.rawValue)
        < (right.progress?.millionths ?? 0, right.run.number.rawValue)
    }
    if let least { expire(least.run.number, .pressure) }
  }
}
