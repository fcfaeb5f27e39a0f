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
  private let sources: [any DeviceSource]
  private let onChange: ([DeviceChange]) -> Void
  private var table = FactTable()
  private var timer: LoopTimer?
  private var timerFailure: SystemError?
  private var isStarted = false
  private var isIdleNeeded = false

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
  }

  /// Finds out everything and listens from now on; what is found first is not reported as a change.
  package func start() {
    guard !isStarted else { return }
    for source in sources {
      source.start(on: loop) { [weak self] findings in self?.take(findings) }
    }
    isStarted = true
    updateTimer()
  }

  /// Stops listening and gives back all descriptors.
  package func stop() {
    isStarted = false
    timer = nil
    for source in sources { source.stop() }
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
    return [machine] + sources.map(\.check) + [looks].compactMap { $0 }
  }

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
