// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator

// What the device is like. Each call waits until what follows from the change has happened.

extension TestDevice {
  /// Where power comes from.
  public enum Power: Hashable, Sendable {
    /// A charger or the mains.
    case external

    /// The battery.
    case battery
  }

  /// What the network is good for.
  public enum Network: Hashable, Sendable {
    /// There is none.
    case none

    /// Its bytes cost money.
    case metered

    /// Its bytes are free.
    case unmetered
  }

  /// How hot the device is.
  public enum ThermalState: Hashable, Sendable {
    /// As it should be.
    case nominal

    /// Warm.
    case fair

    /// Hot: background work waits.
    case serious

    /// Too hot.
    case critical
  }

  /// Plugs a charger in or pulls it.
  public func setPower(_ power: Power) async {
    switch power {
    case .external: await change(.power(.external), "power external")
    case .battery: await change(.power(.battery), "power battery")
    }
  }

  /// Sets the charge.
  ///
  /// - Parameter percent: From 0 to 100; what lies beyond counts as the nearer end.
  public func setBattery(percent: Int) async {
    await change(.battery(percent), "battery \(percent) %")
  }

  /// Connects to a network or loses it.
  public func setNetwork(_ network: Network) async {
    switch network {
    case .none: await change(.network(.none), "network none")
    case .metered: await change(.network(.metered), "network metered")
    case .unmetered: await change(.network(.unmetered), "network unmetered")
    }
  }

  /// Switches Low Power Mode.
  public func setLowPowerMode(_ isOn: Bool) async {
    await change(.lowPower(isOn), "Low Power Mode \(isOn ? "on" : "off")")
  }

  /// Switches Background App Refresh for the whole device.
  public func setBackgroundRefresh(_ isOn: Bool) async {
    await change(.refresh(isOn), "Background App Refresh \(isOn ? "on" : "off")")
  }

  /// Says whether somebody uses the device.
  public func setInUse(_ isInUse: Bool) async {
    await change(.idle(!isInUse), isInUse ? "in use" : "idle")
  }

  /// Sets how hot the device is.
  public func setThermalState(_ state: ThermalState) async {
    switch state {
    case .nominal: await change(.thermal(.nominal), "thermal state nominal")
    case .fair: await change(.thermal(.fair), "thermal state fair")
    case .serious: await change(.thermal(.serious), "thermal state serious")
    case .critical: await change(.thermal(.critical), "thermal state critical")
    }
  }

  private func change(_ change: DeviceChange, _ words: String) async {
    core.act { device in
      device.noteDeed(words)
      device.send(.deviceChanged(change))
    }
    await core.rest()
  }
}
