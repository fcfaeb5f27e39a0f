// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarEngine
import NightjarModel
import Testing

/// The checks of 2.3.1 and the errors of 12.4.
@Suite struct RefusalTests {
  private func device(without change: (inout AppFacts) -> Void) -> VirtualDevice {
    var device = VirtualDevice()
    var facts = AppFacts.complete(.reader)
    change(&facts)
    device.install(facts)
    return device
  }

  @Test func `compatibility 9: an unlisted identifier is not permitted`() throws {
    var device = VirtualDevice.furnished()
    let error = try device.refused(.refresh, "unlisted")
    #expect(error.code == .notPermitted)
    #expect(error.facts == ["Unrecognized Identifier": .text("unlisted")])
  }

  @Test(arguments: [TaskKind.refresh, .processing, .healthResearch])
  func `compatibility 9: a wildcard permits continued work only`(kind: TaskKind) throws {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    let error = try device.refused(kind, "com.x.reader.job.1")
    #expect(error.code == .notPermitted)
    #expect(device.submit(.continued, "com.x.reader.job.1") == nil)
  }

  @Test(arguments: [
    (TaskKind.refresh, "fetch", "processing"), (.processing, "processing", "fetch"),
    (.healthResearch, "processing", "fetch"),
  ])
  func `compatibility 11: the other background mode does not help`(
    kind: TaskKind,
    missing: String,
    present: String
  ) throws {
    var device = device { $0.backgroundModes = [present] }
    let error = try device.refused(kind, "a")
    #expect(error.code == .notPermitted)
    #expect(error.facts == ["Missing Background Mode": .text(missing)])
  }

  @Test func `compatibility 17: health research needs its entitlement`() throws {
    var device = device { $0.entitlements = [] }
    let error = try device.refused(.healthResearch, "a")
    #expect(error.code == .notPermitted)
    #expect(error.facts == ["Reason": .text("entitlement")])
  }

  @Test func `compatibility 46: unsupported resources are named with both masks`() throws {
    var device = VirtualDevice.furnished(device: DeviceState(resources: 1))
    _ = device.openByUser()
    let error = try device.refused(.continued, "a", resources: 1)
    #expect(error.code == .notPermitted)
    #expect(
      error.facts == ["Requested Resources": .number(1), "Supported Resources": .number(0)]
    )
  }

  @Test func `resources that device and entitlement offer are accepted`() {
    var device = VirtualDevice(device: DeviceState(resources: 1))
    var facts = AppFacts.complete(.reader)
    facts.entitlements.insert(AppFacts.gpuEntitlement)
    device.install(facts)
    _ = device.openByUser()
    #expect(device.submit(.continued, "a", resources: 1) == nil)
  }

  @Test(arguments: [true, false])
  func `compatibility 19: with the refresh switch off scheduled work is unavailable`(
    wholeDevice: Bool
  ) throws {
    var device = VirtualDevice.furnished()
    let off: Event =
      wholeDevice ? .deviceChanged(.refresh(false)) : .appRefreshSwitched(.reader, false)
    device.send(off)
    for kind in [TaskKind.refresh, .processing, .healthResearch] {
      let error = try device.refused(kind, "a")
      #expect(error.code == .unavailable)
      #expect(error.facts == ["Reason": .text("refresh-switch")])
    }
    device.send(wholeDevice ? .deviceChanged(.refresh(true)) : .appRefreshSwitched(.reader, true))
    #expect(device.submit(.refresh, "a") == nil)
  }

  @Test func `with continued processing switched off its requests are denied by the user`() throws {
    var device = VirtualDevice.furnished()
    _ = device.openByUser()
    device.change(.continued(false))
    let error = try device.refused(.continued, "a")
    #expect(error.code == .notPermitted)
    #expect(error.facts == ["Denied By": .text("user")])
  }

  @Test func `compatibility 39: in the background a continued request is refused`() throws {
    var device = VirtualDevice.furnished()
    let queued = try device.refused(.continued, "a")
    #expect(queued.code == .notPermitted)
    #expect(queued.facts == ["Denied By": .text("not-in-foreground")])
    let failing = try device.refused(.continued, "a", strategy: .fail)
    #expect(failing.code == .immediateRunIneligible)
    #expect(failing.facts == ["Reason": .text("not-in-foreground")])
  }

  @Test func `an unknown app is told to become known`() throws {
    var device = VirtualDevice()
    let error = try device.refused(.refresh, "a")
    #expect(error.code == .notPermitted)
  }

  @Test func `of several faults the first in the order of the checks is told`() throws {
    var device = device { facts in
      facts.backgroundModes = []
      facts.permittedIdentifiers = ["a"]
    }
    device.change(.refresh(false))
    let first = try device.refused(.refresh, "b")
    #expect(first.facts.keys.first == "Unrecognized Identifier")
    let second = try device.refused(.refresh, "a")
    #expect(second.facts.keys.first == "Missing Background Mode")
    device.install(.complete(.reader))
    let third = try device.refused(.refresh, "a")
    #expect(third.facts.keys.first == "Reason")
  }

  @Test(arguments: [
    DeviceChange.lowPower(true), .network(.none), .thermal(.critical), .idle(false),
  ])
  func `what closes a gate refuses nothing`(change: DeviceChange) {
    var device = VirtualDevice.furnished()
    device.change(change)
    #expect(device.submit(.processing, "a", conditions: [.network]) == nil)
  }

  @Test func `a wrong case in the list is pointed out`() throws {
    var device = device { $0.permittedIdentifiers = ["com.x.Refresh"] }
    let error = try device.refused(.refresh, "com.x.refresh")
    #expect(error.message.contains("\"com.x.Refresh\""))
  }
}
