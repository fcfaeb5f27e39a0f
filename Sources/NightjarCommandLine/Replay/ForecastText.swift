// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSimulator
internal import NightjarWire

/// What `why --forecast` tells: when a task can start, and what would have to change.
struct ForecastText {
  private let task: SchedulerInterface.Task
  private let session: Session
  private let times: TimeWords

  init(_ task: SchedulerInterface.Task, _ session: Session) {
    self.task = task
    self.session = session
    times = session.times
  }

  func write() throws {
    let outlook = isWaiting ? self.outlook() : nil
    guard session.isJSON else { return try session.write(text(outlook)) }
    guard case .object(var members) = JSONText(task) else { return }
    members.append(JSONText.Member(key: "forecast", value: json(outlook)))
    try session.write(.object(members))
  }

  private var isWaiting: Bool {
    task.state == TaskState.pending.rawValue || task.state == TaskState.quarantined.rawValue
  }

  /// A better moment may come at any time; every other time is one that has to come.
  private var notBefore: WallTime? {
    task.reasons.filter { $0.reason != "betterMoment" }
      .compactMap { $0.clearsAt.flatMap { WallTime(rfc3339: $0) } }.max()
  }

  /// What does not come with time.
  private var needs: [SchedulerInterface.Reason] { task.reasons.filter { $0.clearsAt == nil } }

  /// Without a journal there is still what the reasons say.
  private func outlook() -> Outlook? {
    guard let daemon = try? session.daemon(), let recording = try? Recording(from: daemon) else {
      return nil
    }
    let key = RequestKey(app: AppIdentifier(task.app), task: TaskIdentifier(task.task))
    return Outlook(recording, of: key, now: session.surroundings.now())
  }

  // MARK: - For people

  private func text(_ outlook: Outlook?) -> String {
    let name = session.paint(.bold, Printable.text(task.task))
    guard isWaiting else {
      return "\(name) does not wait: it is \(Printable.text(task.state)).\n"
    }
    let lines = [earliest, required, expected(outlook)].compactMap(\.self)
    return "\(name):\n"
      + lines.map { Wrap.paragraph($0, width: width, indent: 2, hanging: 2) }.joined()
  }

  private var width: Int { session.output.size.columns }

  private var earliest: String {
    guard let notBefore, notBefore > times.now else {
      return needs.isEmpty ? "No time has to come." : "Not before what it needs is there."
    }
    return "Not before \(times.local(notBefore)) (\(times.distance(to: notBefore)))."
  }

  private var required: String? {
    guard !needs.isEmpty else { return nil }
    let list = needs.map { "\(times.localized($0.needed)) (\(Printable.text($0.reason)))" }
    return "Needs: \(list.joined(separator: "; ")). When that comes is not known."
  }

  private func expected(_ outlook: Outlook?) -> String {
    let condition =
      needs.isEmpty ? "If nothing changes" : "If that were so from now on, and nothing else changed"
    guard let outlook else {
      return "The journal does not tell more; `nightjar why` tells each reason."
    }
    if let start = outlook.start {
      let verb = needs.isEmpty ? "it starts" : "it would start"
      return "\(condition), \(verb) at \(times.local(start)) (\(times.distance(to: start)))."
    }
    let days = Outlook.horizon.nanoseconds / TimeSpan.days(1).nanoseconds
    let held = outlook.reasons.map { "\($0.name) (needed: \(times.localized($0.needed)))" }
    let why = held.isEmpty ? "" : ": \(held.joined(separator: "; "))"
    return "\(condition), it would not start within \(days) days\(why)."
  }

  // MARK: - For programs

  private func json(_ outlook: Outlook?) -> JSONText {
    guard isWaiting else { return .null }
    return [
      "notBefore": .optional(notBefore?.rfc3339),
      "needs": .list(
        needs.map { ["reason": .text($0.reason), "needed": .text($0.needed)] as JSONText }
      ),
      "startsAt": .optional(outlook?.start?.rfc3339),
      "horizon": .optional(
        outlook.map { _ in (session.surroundings.now() + Outlook.horizon).rfc3339 }
      ),
    ]
  }
}
