// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Knows from the load, and on a desktop from the login devices, whether nobody uses the machine.
///
/// Nothing announces either, so somebody must look while the answer counts.
final class IdleSource: DeviceSource {
  private let folders: MachineFolders
  private let countsInput: Bool
  private let clocks: () -> (boot: Int64, wall: Int64)
  private var rule = IdleRule()
  private var failure: String?
  private var found: [Finding] = []
  private var report: ([Finding]) -> Void = { _ in }

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - folders: Where to look.
  ///   - kind: What kind of machine this is; input counts on a desktop only.
  ///   - clocks: The two clocks.
  init(
    folders: MachineFolders,
    kind: MachineKind,
    clocks: @escaping () -> (boot: Int64, wall: Int64) = { (Clocks.boot, Clocks.wall) }
  ) {
    self.folders = folders
    self.clocks = clocks
    countsInput = kind == .desktop
  }

  /// Only the daemon knows whether anybody waits for idleness.
  let mustBeLookedAt = false

  func start(on loop: EventLoop, report: @escaping ([Finding]) -> Void) {
    self.report = report
    look(isFirst: true)
  }

  func stop() {}

  func look(isFirst: Bool) {
    found = measure(isFirst: isFirst)
    report(found)
  }

  var check: DeviceCheck {
    if let failure {
      return DeviceCheck(
        name: "idle",
        state: .failed,
        detail: "\(failure); nobody is assumed to use the machine",
        remedy: "Make proc visible to the daemon, or set idle=… with nightjar device set."
      )
    }
    let detail = found.first?.source ?? ""
    let hidden = "; input of a graphical session is not seen, only that of terminals"
    return DeviceCheck(name: "idle", state: .ok, detail: detail + (countsInput ? hidden : ""))
  }

  private func measure(isFirst: Bool) -> [Finding] {
    let line: String
    do throws(SystemError) {
      line = try KernelFile.text(of: folders.loadAverages)
      failure = nil
    } catch {
      failure = error.description
      return Finding.assumed(.idle, because: error.description)
    }
    guard let load = LoadAverages(line) else {
      let why = "\(folders.loadAverages) makes no sense"
      failure = why
      return Finding.assumed(.idle, because: why)
    }
    let list = (try? KernelFile.text(of: folders.onlineProcessors)) ?? ""
    let cores = OnlineProcessors.count(list) ?? 1
    let (now, wall) = clocks()
    // A clock that was set back makes the last key a future one: that is as good as now.
    let lastInput = countsInput ? LoginDevices(folders: folders).lastInput : nil
    let sinceInput = lastInput.map { max(0, wall - $0) }
    let sight = IdleRule.Sight(now: now, load: load, cores: cores, sinceInput: sinceInput)
    let isIdle = rule.isIdle(sight, isFirst: isFirst)
    var source = "load \(line.split(separator: " ")[0]) on \(cores) cores"
    if let sinceInput { source += ", last typed \(sinceInput / 1_000_000_000) s ago" }
    return [
      Finding(fact: .idle(isIdle), source: source, trust: .derived),
      Finding(fact: .quiet(load.quiet(cores: cores)), source: source, trust: .measured),
    ]
  }
}
