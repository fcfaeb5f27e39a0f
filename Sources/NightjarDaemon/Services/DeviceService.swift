// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarDevice
internal import NightjarModel
internal import NightjarWire

/// `io.nightjar.Device`: what is believed of the machine, and overrides of it.
final class DeviceService {
  typealias Interface = DeviceInterface

  private let device: Device
  private let authority: Authority
  private var watchers: [WireConnection.ID: Call<Interface.Show>] = [:]

  /// Writes the overrides down, and tells whether that was done.
  private let save: ([String: String], @escaping (Bool) -> Void) -> Void

  init(
    device: Device,
    authority: Authority,
    save: @escaping ([String: String], @escaping (Bool) -> Void) -> Void
  ) {
    self.device = device
    self.authority = authority
    self.save = save
  }

  /// The routes of the interface.
  var service: WireService {
    var service = WireService(.device)
    service.on(Interface.Show.self) { [self] _, call in
      device.refresh()
      call.reply(Interface.Show.Reply(facts: facts), continues: true)
      guard call.wantsMore else { return }
      let id = call.connection.id
      watchers[id] = call
      call.connection.onClose { [weak self] in self?.watchers[id] = nil }
    }
    service.on(Interface.Set.self) { [self] parameters, call in
      try checkIsTool(call.connection.peer)
      try translated { () throws(DeviceFactError) in try device.set(parameters.values) }
      save(device.overrides) { [self] _ in call.reply(Interface.Set.Reply(facts: facts)) }
    }
    service.on(Interface.Reset.self) { [self] parameters, call in
      try checkIsTool(call.connection.peer)
      try translated { () throws(DeviceFactError) in try device.reset(parameters.keys) }
      save(device.overrides) { [self] _ in call.reply(Interface.Reset.Reply(facts: facts)) }
    }
    return service
  }

  /// Says that a fact is different now.
  func noteChange() {
    for watcher in watchers.values {
      watcher.reply(Interface.Show.Reply(facts: facts), continues: true)
    }
  }

  private var facts: [Interface.Fact] {
    device.readings.map { reading in
      Interface.Fact(
        key: reading.key.rawValue,
        value: reading.value,
        source: reading.source,
        trust: reading.trust.rawValue,
        overridden: reading.overridden
      )
    }
  }

  /// Overrides concern every app, so no app may set them.
  private func checkIsTool(_ peer: WirePeer) throws(SchedulerInterface.NotYours) {
    guard let app = authority.links.app(of: peer.process) else { return }
    throw SchedulerInterface.NotYours(
      app: app.rawValue,
      message: "an app may not override the device; use `nightjar device set`"
    )
  }

  private func translated(
    _ body: () throws(DeviceFactError) -> Void
  ) throws(Interface.BadFact) {
    do {
      try body()
    } catch {
      throw Interface.BadFact(key: error.key, value: error.value, message: error.description)
    }
  }
}
