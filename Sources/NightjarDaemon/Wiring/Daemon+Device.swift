// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarDevice
internal import NightjarHost
internal import NightjarModel

// What happens to the machine, as far as it is no fact that the engine is told of.

extension Daemon {
  /// The door to the device; what is overridden there outlives the daemon.
  func deviceService(_ authority: Authority) -> DeviceService {
    DeviceService(device: device, authority: authority) { [shell] in
      let keys = DeviceFactKey.allCases.map(\.rawValue)
      shell.save(StoreStartUp.settings(for: $0, keys: keys), whenDone: $1)
    }
  }

  /// Writes down which services come, go and are not believed.
  static func noticed(by logBook: LogBook, _ clock: SystemClock) -> (String, Bool) -> Void {
    { text, isTrouble in
      logBook.note(text, isTrouble ? .warning : .notice, at: clock.wall)
    }
  }

  /// Follows the machine from now on.
  func followDevice() {
    device.onEvent = { [unowned self] event in happened(event) }
    processes.machineUse = { [device] in device.machineUse() }
  }

  private func happened(_ event: DeviceEvent) {
    switch event {
    case .sleeps: leave("the machine is about to sleep")
    case .shutsDown: leave("the machine is about to shut down")
    case .resumed:
      logBook.note("the machine woke up", at: clock.wall)
      shell.happen(.timePassed)
    case .memoryRanShort(let source):
      logBook.note("memory runs short, says \(source)", .warning, at: clock.wall)
      shell.happen(.pressureRose)
    }
  }

  /// Has all that was decided so far reach the disk before the machine goes on with it.
  private func leave(_ why: String) {
    logBook.note(why, at: clock.wall)
    shell.save([]) { [device] _ in device.isReadyToLeave() }
  }
}

extension HostEvent {
  /// The last measurement of a process, together with what the machine had used by then.
  func completed(by device: Device) -> Self {
    guard case .measured(let app, let process, let use) = self else { return self }
    return .measured(app, process, ProcessTable.completed(use, device.machineUse()))
  }
}
