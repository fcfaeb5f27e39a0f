// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The work that an app wants to end after it left the front, as a pure value (spec 8.1).
///
/// Times are seconds on one clock that does not stop.
struct BackgroundAssertions {
  /// How long an app may go on, all its assertions together [field, spec 3.2].
  static let allowance = 30.0

  /// How much of that is left when the expiration handlers are called (spec 8.1.2, ours).
  static let warning = 5.0

  /// One piece of work.
  struct Assertion: Hashable {
    var number: Int
    var name: String
    var began: Double
    var isExpiring = false
    var isNoted = false
    var isOverdue = false
  }

  /// What is to be done about an assertion.
  enum Duty: Hashable {
    /// Its expiration handler is to be called.
    case expire(Int)

    /// It is older than the allowance, in the background; log line L17.
    case noteAge(Assertion)

    /// It was not ended after its expiration; log line L18, and the end of the process.
    case overdue(Assertion)
  }

  private var open: [Int: Assertion] = [:]
  private var last = 0

  /// When the time began to run; `nil` in front.
  private var start: Double?

  /// Takes up a piece of work.
  ///
  /// - Returns: Its number, from 1.
  mutating func begin(_ name: String, at now: Double) -> Int {
    last += 1
    // The first after none in the background has the whole allowance.
    if open.isEmpty, start != nil { start = now }
    open[last] = Assertion(number: last, name: name, began: now)
    return last
  }

  /// Ends a piece of work.
  ///
  /// - Returns: Whether it was open.
  mutating func end(_ number: Int) -> Bool { open.removeValue(forKey: number) != nil }

  /// The app is out of sight.
  mutating func enterBackground(at now: Double) {
    if start == nil { start = now }
  }

  /// The app is in sight, and time does not run.
  mutating func enterForeground() {
    start = nil
    for number in open.keys {
      open[number]?.isExpiring = false
      open[number]?.isOverdue = false
    }
  }

  /// Leaves out a time in which the process stood still, such as frozen or on a sleeping machine.
  mutating func leaveOut(_ seconds: Double) {
    start = start.map { $0 + seconds }
    for number in open.keys { open[number]?.began += seconds }
  }

  /// The seconds that are left; the greatest number in front.
  func remaining(at now: Double) -> Double {
    guard let start else { return .greatestFiniteMagnitude }
    return max(0, start + Self.allowance - now)
  }

  /// What is due, in the order in which the work was begun; each is given once.
  mutating func duties(at now: Double) -> [Duty] {
    guard start != nil else { return [] }
    var duties: [Duty] = []
    for number in open.keys.sorted() {
      guard var assertion = open[number] else { continue }
      if remaining(at: now) <= Self.warning, !assertion.isExpiring {
        assertion.isExpiring = true
        duties.append(.expire(number))
      }
      if now >= assertion.began + Self.allowance, !assertion.isNoted {
        assertion.isNoted = true
        duties.append(.noteAge(assertion))
      }
      if remaining(at: now) <= 0, !assertion.isOverdue {
        assertion.isOverdue = true
        duties.append(.overdue(assertion))
      }
      open[number] = assertion
    }
    return duties
  }

  /// When something is due next; `nil` if nothing will be.
  func nextDuty(after now: Double) -> Double? {
    guard let start, !open.isEmpty else { return nil }
    let end = start + Self.allowance
    let times = [end - Self.warning, end] + open.values.map { $0.began + Self.allowance }
    return times.filter { $0 > now }.min()
  }
}
