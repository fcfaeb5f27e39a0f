// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
package import NightjarSystem

/// What the daemon believes of the machine, kept up to date on its event loop.
///
/// Sources find facts, overrides hide them, and only what becomes different for the scheduler is
/// reported. Where the kernel announces changes nothing is polled; what it does not announce
/// (idleness, heat, the charge of a battery) is looked at every 30 seconds, and only while
/// ``needsIdle(_:)`` says that somebody waits, or while something seen must end by itself.
package final class Device {
  /// The nanoseconds between two looks at what the kernel does not announce.
  var timeBetweenLooks: Int64 = 30 * 1_000_000_000

  /// What kind of machine this is.
  package let kind: MachineKind

  private let kindEvidence: String
  private let loop: EventLoop
  private let powerSupplies: PowerSupplySource?
  private var meter: MachineMeter
  private let sources: [any DeviceSource]
  private var services: BusSources?
  private var pressure: PressureSource?
  private var suspend: SuspendWatch?
  private let onChange: ([DeviceChange]) -> Void
  private var table = FactTable()
  private var timer: LoopTimer?
  private var timerFailure: SystemError?
  private var isStarted = false
  private var isIdleNeeded = false

  /// Told of what happens to the machine; set it before ``start()``.
  package var onEvent: (DeviceEvent) -> Void = { _ in }

  /// Told what belongs into the log, and whether it is a trouble; set it before ``start()``.
  package var onNotice: (String, _ isTrouble: Bool) -> Void = { _, _ in }

  /// Makes a device that knows only the defaults until ``start()``.
  ///
  /// - Parameters:
  ///   - loop: The loop on which it listens; everything must be called on its thread.
  ///   - folders: Where the machine shows itself.
  ///   - environment: The environment of the daemon, which tells what kind of machine this is.
  ///   - kind: The kind of machine if a setting names it, else nil.
  ///   - onChange: Takes what became different, also from within ``set(_:)`` and ``reset(_:)``.
  package init(
    loop: EventLoop,
    folders: MachineFolders = MachineFolders(),
    environment: [String: String],
    kind: MachineKind? = nil,
    onChange: @escaping ([DeviceChange]) -> Void
  ) {
    let found = MachineKind.detect(in: folders, environment: environment)
    self.kind = kind ?? found.kind
    kindEvidence = kind == nil ? found.evidence : "a setting says so"
    self.loop = loop
    self.onChange = onChange
    let seesHardware = self.kind != .container
    meter = MachineMeter(folders: folders, seesHardware: seesHardware)
    powerSupplies = seesHardware ? PowerSupplySource(folder: folders.powerSupplies) : nil
    let idle = IdleSource(folders: folders, kind: self.kind)
    let network = NetworkSource()
    if let powerSupplies {
      sources = [powerSupplies, network, idle, ThermalSource(folder: folders.thermalZones)]
    } else {
      // The supplies and zones that a container shows are those of the machine under it.
      let power = [DeviceChange.power(.external), .battery(100)]
      let why = "a container has no battery"
      sources = [
        FixedSource(name: "power", facts: power, because: why), network, idle,
        FixedSource(
          name: "thermal",
          facts: [.thermal(.nominal)],
          because: "a container has no heat"
        ),
      ]
    }
    addServices(folders, environment)
  }

  /// The kernel's view of the machine may be a container's host; so a container's bus counts only
  /// when somebody names it.
  private func addServices(_ folders: MachineFolders, _ environment: [String: String]) {
    pressure = PressureSource(path: folders.memoryPressure) { [weak self] in
      if self?.services?.watchesMemory != true { self?.onEvent(.memoryRanShort("the kernel")) }
    }
    suspend = SuspendWatch { [weak self] in
      if self?.services?.tellsOfSleep != true { self?.onEvent(.resumed) }
    }
    let named = environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
    guard let address = named ?? (kind == .container ? nil : folders.systemBus) else { return }
    services = BusSources(address: address, loop: loop, kind: kind) { [weak self] event in
      self?.onEvent(event)
    }
  }

  /// Finds out everything and listens from now on; what is found first is not reported as a change.
  package func start() {
    guard !isStarted else { return }
    for source in sources {
      source.start(on: loop) { [weak self] findings in self?.take(findings) }
    }
    pressure?.start(on: loop)
    suspend?.start(on: loop)
    services?.start(on: loop) { [weak self] in self?.take($0) }
    isStarted = true
    updateTimer()
  }

  /// Stops listening and gives back all descriptors.
  package func stop() {
    isStarted = false
    timer = nil
    for source in sources { source.stop() }
    pressure?.stop()
    suspend?.stop()
    services?.stop()
  }

  /// Whether sleep and shutdown wait for us.
  var holdsDelayLock: Bool { services?.login.holdsLock ?? false }

  /// Lets the machine sleep or shut down, because all is saved.
  package func isReadyToLeave() {
    services?.login.release()
  }

  // MARK: - What is believed

  /// What the scheduler is told.
  package var state: DeviceState { table.state }

  /// Every fact with its source, in the order of the keys.
  package var readings: [DeviceReading] { table.readings }

  /// The preset of the scheduler's policy that suits the machine: `portable` with a battery, else
  /// `mains`; spec section 5.3.
  package var defaultPreset: String { powerSupplies?.hasBattery == true ? "portable" : "mains" }

  /// How each source fares, for `nightjar doctor`.
  package var checks: [DeviceCheck] {
    let machine = DeviceCheck(
      name: "machine",
      state: .ok,
      detail: "\(kind.rawValue), because \(kindEvidence); preset \(defaultPreset)"
    )
    let looks = timerFailure.map {
      DeviceCheck(
        name: "timer",
        state: .failed,
        detail: "\($0); idleness and heat are not looked at",
        remedy: "Raise the limit of open files of the daemon."
      )
    }
    let kernel = sources.map(\.check) + [pressure?.check].compactMap(\.self)
    let bus = services?.checks ?? [DeviceCheck.noBus]
    return [machine] + kernel + bus + [looks].compactMap(\.self)
  }

  /// What the whole machine has used so far; read now.
  package func machineUse() -> MachineUse { meter.read(at: Clocks.boot) }

  // MARK: - Overrides

  /// The overrides in the words of `nightjar device set`, to be saved.
  package var overrides: [String: String] {
    Dictionary(uniqueKeysWithValues: table.overrides.map { ($0.key.rawValue, $0.value.text) })
  }

  /// Overrides facts until ``reset(_:)``; all are checked before one is set.
  ///
  /// - Parameter values: Keys and values in the words of `nightjar device set`.
  /// - Throws: `DeviceFactError` for the first wrong key in alphabetical order.
  package func set(_ values: [String: String]) throws(DeviceFactError) {
    var facts: [DeviceChange] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      facts.append(try DeviceFactKey.parse(key).fact(value))
    }
    tell(table.override(with: facts))
  }

  /// Lifts overrides; a fact that is not overridden stays as it is.
  ///
  /// - Parameter names: The keys, or nil for all.
  /// - Throws: `DeviceFactError` with the code `unknownKey`, before anything is lifted.
  package func reset(_ names: [String]? = nil) throws(DeviceFactError) {
    var keys = DeviceFactKey.allCases
    if let names {
      keys = []
      for name in names { keys.append(try DeviceFactKey.parse(name)) }
    }
    tell(table.lift(keys))
  }

  /// Takes over saved overrides, also those of another version, of which some may be unknown here.
  ///
  /// - Parameter saved: What ``overrides`` once gave.
  /// - Returns: Why some were ignored.
  package func restore(_ saved: [String: String]) -> [DeviceFactError] {
    var facts: [DeviceChange] = []
    var ignored: [DeviceFactError] = []
    for (key, value) in saved.sorted(by: { $0.key < $1.key }) {
      do throws(DeviceFactError) {
        facts.append(try DeviceFactKey.parse(key).fact(value))
      } catch {
        ignored.append(error)
      }
    }
    tell(table.override(with: facts))
    return ignored
  }

  // MARK: - Looking

  /// Whether a timer wakes the daemon to look.
  package var isLooking: Bool { timer != nil }

  /// Says whether anything waits for idleness, or runs for as long as it lasts.
  ///
  /// - Parameter isNeeded: Whether to look every 30 seconds at what the kernel does not announce;
  ///   when that begins it is looked at now.
  package func needsIdle(_ isNeeded: Bool) {
    guard isNeeded != isIdleNeeded else { return }
    isIdleNeeded = isNeeded
    guard isStarted else { return }
    if isNeeded { look(isFirst: true) }
    updateTimer()
  }

  /// Looks now at what the kernel does not announce, such as before the facts are shown.
  package func refresh() {
    guard isStarted else { return }
    services?.tryAgain()
    look(isFirst: !isLooking)
    updateTimer()
  }

  private func look(isFirst: Bool) {
    for source in sources { source.look(isFirst: isFirst) }
  }

  private func take(_ findings: [Finding]) {
    let changes = table.measure(findings)
    guard isStarted else { return }
    tell(changes)
    updateTimer()
  }

  private func take(_ report: ServiceReport) {
    switch report {
    case .found(let findings, let precedence):
      let changes = table.measure(findings, as: precedence)
      if isStarted { tell(changes) }
    case .withdrawn(let key, let precedence, let why):
      let changes = table.withdraw(key, as: precedence, because: why)
      if isStarted { tell(changes) }
    case .notice(let text, let isTrouble):
      onNotice(text, isTrouble)
    }
  }

  private func tell(_ changes: [DeviceChange]) {
    if !changes.isEmpty { onChange(changes) }
  }

  /// Arms or drops the timer: no wake-up without a reason.
  private func updateTimer() {
    let isNeeded = isStarted && (isIdleNeeded || sources.contains(where: \.mustBeLookedAt))
    guard isNeeded != isLooking else { return }
    guard isNeeded else {
      timer = nil
      return
    }
    do throws(SystemError) {
      timer = try LoopTimer(on: loop) { [weak self] in self?.lookInTurn() }
      timerFailure = nil
      armTimer()
    } catch {
      timerFailure = error
    }
  }

  private func lookInTurn() {
    look(isFirst: false)
    updateTimer()
    armTimer()
  }

  private func armTimer() {
    timer?.arm(at: Clocks.boot + timeBetweenLooks)
  }
}
