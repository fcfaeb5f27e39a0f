// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

@Suite struct ConnectivityTests {
  private func bytes(_ numbers: any FixedWidthInteger...) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
  }

  private func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: NetlinkBytes.aligned(value.count) - value.count)
    return bytes(UInt16(4 + value.count), type) + value + padding
  }

  private func link(_ index: Int32, _ name: String, flags: UInt32) -> NetlinkMessage {
    let header = bytes(UInt8(0), UInt8(0), UInt16(1), index, flags, UInt32(0))
    let payload = header + attribute(3, Array(name.utf8) + [0])
    return NetlinkMessage(type: RouteNetlink.newLink, payload: payload)
  }

  private func route(
    family: UInt8 = 2,
    length: UInt8 = 0,
    type: UInt8 = 1,
    flags: UInt32 = 0,
    _ attributes: [UInt8]
  ) -> NetlinkMessage {
    let header = bytes(
      family,
      length,
      UInt8(0),
      UInt8(0),
      UInt8(254),
      UInt8(3),
      UInt8(0),
      type,
      flags
    )
    return NetlinkMessage(type: RouteNetlink.newRoute, payload: header + attributes)
  }

  private let withCarrier: UInt32 = 0x11043
  private let withoutCarrier: UInt32 = 0x1003
  private let loopback: UInt32 = 0x10049

  @Test func `a default route through a link with carrier is online`() {
    let state = Connectivity(
      linkTable: [link(1, "lo", flags: loopback), link(2, "eth0", flags: withCarrier)],
      routeTables: [route(attribute(4, bytes(Int32(2))))]
    )
    #expect(state.finding.fact == .network(.unmetered))
    #expect(state.finding.source == "rtnetlink, default route through eth0")
  }

  @Test func `a link without carrier is offline, and named`() {
    let state = Connectivity(
      linkTable: [link(2, "eth0", flags: withoutCarrier)],
      routeTables: [route(attribute(4, bytes(Int32(2))))]
    )
    #expect(state.finding.fact == .network(.none))
    #expect(
      state.finding.source == "rtnetlink, default route through eth0, which has no carrier"
    )
  }

  @Test func `routes that lead nowhere do not count`() {
    let to2 = attribute(4, bytes(Int32(2)))
    let state = Connectivity(
      linkTable: [link(1, "lo", flags: loopback), link(2, "eth0", flags: withCarrier)],
      routeTables: [
        route(length: 24, to2), route(type: 7, to2), route(flags: 1, to2), route(flags: 16, to2),
        route(family: 129, to2), route(family: 10, flags: 0x200, to2),
      ]
    )
    #expect(state.finding.fact == .network(.none))
    #expect(state.finding.source == "rtnetlink, no default route")
  }

  @Test func `the route with the lowest metric is named, and the next one when it fails`() {
    let slow = route(family: 10, attribute(6, bytes(UInt32(600))) + attribute(4, bytes(Int32(3))))
    let fast = route(attribute(6, bytes(UInt32(100))) + attribute(4, bytes(Int32(2))))
    let both = Connectivity(
      linkTable: [link(2, "eth0", flags: withCarrier), link(3, "wlan0", flags: withCarrier)],
      routeTables: [slow, fast]
    )
    #expect(both.finding.source.hasSuffix("through eth0"))
    let unplugged = Connectivity(
      linkTable: [link(2, "eth0", flags: withoutCarrier), link(3, "wlan0", flags: withCarrier)],
      routeTables: [slow, fast]
    )
    #expect(unplugged.finding.source.hasSuffix("through wlan0"))
  }

  @Test func `a route with several ways needs one that is alive`() {
    let hops =
      bytes(UInt16(8), UInt8(1), UInt8(0), Int32(2))
      + bytes(UInt16(8), UInt8(0), UInt8(0), Int32(3))
    let state = Connectivity(
      linkTable: [link(2, "eth0", flags: withCarrier), link(3, "eth1", flags: withCarrier)],
      routeTables: [route(attribute(9, hops))]
    )
    #expect(state.finding.source.hasSuffix("through eth1"))
  }

  @Test func `news that change nothing do not lead to a new question`() {
    let eth0 = link(2, "eth0", flags: withCarrier)
    let state = Connectivity(linkTable: [eth0], routeTables: [])
    #expect(!state.isTouched(by: eth0))
    #expect(!state.isTouched(by: link(1, "lo", flags: loopback)))
    #expect(!state.isTouched(by: route(length: 24, [])))
    #expect(state.isTouched(by: link(2, "eth0", flags: withoutCarrier)))
    #expect(state.isTouched(by: link(3, "eth1", flags: withCarrier)))
    #expect(state.isTouched(by: route(attribute(4, bytes(Int32(2))))))
    #expect(state.isTouched(by: NetlinkMessage(type: RouteNetlink.deletedAddress, payload: [])))
  }

  @Test func `a name with control characters cannot reach a terminal`() {
    let state = Connectivity(
      linkTable: [link(2, "\u{1B}[2J", flags: withCarrier)],
      routeTables: [route(attribute(4, bytes(Int32(2))))]
    )
    #expect(state.finding.source.hasSuffix("through ?[2J"))
  }

  @Test func `cut and twisted messages do no harm`() {
    let whole =
      link(2, "eth0", flags: withCarrier).bytes + route(attribute(4, bytes(Int32(2)))).bytes
    var random = SystemRandomNumberGenerator()
    for cut in 0...whole.count {
      let messages = NetlinkMessage.messages(in: Array(whole[..<cut]))
      #expect(messages.count <= 2)
      _ = Connectivity(linkTable: messages, routeTables: messages).finding
    }
    for _ in 0..<2000 {
      var twisted = whole
      for _ in 0..<4 {
        twisted[Int.random(in: 0..<whole.count, using: &random)] = .random(in: 0...255)
      }
      let messages = NetlinkMessage.messages(in: twisted)
      #expect(messages.count <= whole.count / 16)
      _ = Connectivity(linkTable: messages, routeTables: messages).finding
    }
  }
}
