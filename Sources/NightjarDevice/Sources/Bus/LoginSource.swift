// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus
internal import NightjarModel
internal import NightjarSystem

/// Knows from logind when the machine sleeps and wakes, and on a desktop whether it is used.
///
/// While logind is there a delay lock is held, so that it waits (5 seconds unless configured
/// otherwise) for what is in memory only to reach the disk before the machine sleeps or shuts down;
/// see <https://systemd.io/INHIBITOR_LOCKS/>.
final class LoginSource {
  /// A desktop is idle when nobody used it for this many nanoseconds; spec section 12.3.
  static let quietTime: Int64 = 120 * 1_000_000_000

  private static let manager = BusObject(
    path: "/org/freedesktop/login1",
    interface: "org.freedesktop.login1.Manager"
  )

  /// The service on the bus.
  let service = BusService(
    name: "org.freedesktop.login1",
    objects: [manager],
    signals: [manager]
  )

  private let facts: ServiceSource
  private let countsIdle: Bool
  private let happened: (DeviceEvent) -> Void
  private var loop: EventLoop?
  private var timer: LoopTimer?
  private var lock: Result<BusDescriptor, BusError>?
  private var isAsking = false
  private var isLeaving = false
  private var report: (ServiceReport) -> Void = { _ in }

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - kind: What kind of machine this is; how long nobody used it counts on a desktop only.
  ///   - happened: Told of sleep, wake and shutdown.
  init(kind: MachineKind, happened: @escaping (DeviceEvent) -> Void) {
    countsIdle = kind == .desktop
    self.happened = happened
    let countsIdle = countsIdle
    facts = ServiceSource(title: "logind", service: service, keys: countsIdle ? [.idle] : []) {
      countsIdle ? [Self.idle($0, now: Clocks.wall).answer] : []
    }
  }

  /// Whether logind tells of sleep, so that nobody else needs to find out.
  var tellsOfSleep: Bool {
    if case .present = service.presence { return true }
    return false
  }

  /// Whether a delay lock is held now.
  var holdsLock: Bool {
    if case .success = lock { return true }
    return false
  }

  /// Says from now on what logind says.
  func start(on loop: EventLoop, report: @escaping (ServiceReport) -> Void) {
    self.loop = loop
    self.report = report
    facts.start(report: report)
    let update = service.onChange
    service.onChange = { [weak self] in
      update()
      self?.change()
    }
    service.onSignal = { [weak self] in self?.hear($0) }
  }

  /// Lets go of the lock and the timer.
  func stop() {
    lock = nil
    timer = nil
  }

  /// Lets the machine sleep or shut down: everything is on the disk.
  func release() {
    if isLeaving { lock = nil }
  }

  /// How logind fares.
  var check: DeviceCheck {
    var check = facts.check
    guard check.state == .ok else { return check }
    let facts = countsIdle ? "says idle, sleep" : "says sleep"
    check.detail = "\(facts) and shutdown"
    if case .failure(let error)? = lock {
      check.detail += "; it gave no delay lock: \(error)"
    }
    return check
  }

  // MARK: - Idleness

  /// What the hint means now, and in how many nanoseconds it will mean something else.
  private static func idle(
    _ service: BusService,
    now: Int64
  ) -> (answer: ServiceAnswer, wait: Int64?) {
    var wait: Int64?
    let answer = ServiceAnswer(.idle) { () throws(Doubt) in
      let properties = ServiceProperties(service, manager)
      let isHinted = try properties.boolean("IdleHint")
      let microseconds = try properties.unsigned("IdleSinceHint")
      guard isHinted else {
        return Finding(fact: .idle(false), source: "logind, in use", trust: .derived)
      }
      // A hint from the future is one of now: the clock was set back.
      let since = min(now, Int64(clamping: min(microseconds, UInt64(Int64.max) / 1000)) * 1000)
      let left = quietTime - (now - since)
      if left > 0 { wait = left }
      let source = "logind, nobody used it for \((now - since) / 1_000_000_000) s"
      return Finding(fact: .idle(left <= 0), source: source, trust: .derived)
    }
    return (answer, wait)
  }

  private func change() {
    armTimer()
    guard case .present = service.presence else {
      lock = nil
      isLeaving = false
      return
    }
    takeLock()
  }

  private func armTimer() {
    guard countsIdle, let loop, case .present = service.presence,
      let wait = Self.idle(service, now: Clocks.wall).wait
    else {
      timer = nil
      return
    }
    if timer == nil {
      timer = try? LoopTimer(on: loop) { [weak self] in self?.service.onChange() }
    }
    timer?.arm(at: Clocks.boot + wait)
  }

  // MARK: - Sleep

  private func takeLock() {
    guard lock == nil, !isAsking, !isLeaving else { return }
    isAsking = true
    let arguments = ["sleep:shutdown", "Nightjar", "Saves the state of background tasks", "delay"]
    service.call("Inhibit", of: Self.manager, arguments) { [weak self] answer in
      self?.take(answer)
    }
  }

  private func take(_ answer: Result<[BusValue], BusError>) {
    isAsking = false
    switch answer {
    case .success(let body):
      guard case .descriptor(let descriptor)? = body.first else {
        lock = .failure(BusError(name: "Inhibit", message: "gave no descriptor"))
        return
      }
      if !isLeaving { lock = .success(descriptor) }
    case .failure(let error):
      lock = .failure(error)
      report(.notice("logind gave no delay lock: \(error)", isTrouble: true))
    }
  }

  private func hear(_ signal: BusSignal) {
    guard case .boolean(let begins)? = signal.body.first else { return }
    switch signal.member {
    case "PrepareForSleep":
      isLeaving = begins
      if !begins { takeLock() }
      happened(begins ? .sleeps : .resumed)
    case "PrepareForShutdown":
      isLeaving = begins
      if !begins { takeLock() }
      if begins { happened(.shutsDown) }
    default: break
    }
  }
}
