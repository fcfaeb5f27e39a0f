// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarSystem
import Testing

@testable import NightjarDevice

/// What a source says in a network that only this test sees.
private final class NetworkWatch {
  private let loop: EventLoop
  private let source = NetworkSource()
  private(set) var said: [String] = []

  init() throws {
    loop = try EventLoop()
    source.start(on: loop) { [unowned self] in said += $0.map { Self.words($0) } }
  }

  var check: DeviceCheck { source.check }

  func stop() { source.stop() }

  /// Waits until the source says something that ends the wait, or five seconds have passed.
  func wait(for state: NetworkState) throws -> Bool {
    let deadline = Clocks.boot + 5_000_000_000
    while said.last?.hasPrefix(state.rawValue) != true {
      guard Clocks.boot < deadline else { return false }
      try loop.turn(timeoutMilliseconds: 100)
    }
    return true
  }

  /// Takes everything that waits already.
  func drain() throws {
    while try loop.turn(timeoutMilliseconds: 0) {}
  }

  private static func words(_ finding: Finding) -> String {
    "\(finding.fact.text): \(finding.source)"
  }
}

@Suite(.enabled(if: NetworkNamespace.isAvailable, "only root may make a network namespace"))
struct LiveNetworkTests {
  @Test func `an empty network is offline`() throws {
    let said = try NetworkNamespace.run { _ in
      let watch = try NetworkWatch()
      defer { watch.stop() }
      return watch.said
    }
    #expect(said == ["none: rtnetlink, no default route"])
  }

  @Test func `a default route comes and goes`() throws {
    let steps = try NetworkNamespace.run { network in
      let watch = try NetworkWatch()
      defer { watch.stop() }
      try network.addLinks()
      try network.ip("route add default via 192.0.2.254")
      let came = try watch.wait(for: .unmetered)
      let source = watch.said.last
      try network.ip("route del default")
      return (came, source, try watch.wait(for: .none))
    }
    #expect(steps.0)
    #expect(steps.1 == "unmetered: rtnetlink, default route through night0")
    #expect(steps.2)
  }

  @Test func `a link that loses its carrier is offline until it is back`() throws {
    let steps = try NetworkNamespace.run { network in
      try network.addLinks()
      try network.ip("route add default via 192.0.2.254")
      let watch = try NetworkWatch()
      defer { watch.stop() }
      let atFirst = try watch.wait(for: .unmetered)
      try network.ip("link set day0 down")
      let unplugged = try watch.wait(for: .none)
      try network.ip("link set day0 up")
      return [atFirst, unplugged, try watch.wait(for: .unmetered)]
    }
    #expect(steps == [true, true, true])
  }

  @Test(arguments: ["link del night0", "link set night0 down", "addr del 192.0.2.1/24 dev night0"])
  func `routes that the kernel drops without a word are missed`(command: String) throws {
    let steps = try NetworkNamespace.run { network in
      try network.addLinks()
      try network.ip("route add default via 192.0.2.254")
      let watch = try NetworkWatch()
      defer { watch.stop() }
      let atFirst = try watch.wait(for: .unmetered)
      try network.ip(command)
      return [atFirst, try watch.wait(for: .none)]
    }
    #expect(steps == [true, true])
  }

  @Test func `a default route of IPv6 alone is online`() throws {
    let steps = try NetworkNamespace.run { network in
      try network.addLinks()
      let watch = try NetworkWatch()
      defer { watch.stop() }
      try network.ip("-6 route add default dev night0")
      let came = try watch.wait(for: .unmetered)
      try network.ip("-6 route del default")
      return [came, try watch.wait(for: .none)]
    }
    #expect(steps == [true, true])
  }

  @Test func `lost announcements lead to the right answer all the same`() throws {
    let steps = try NetworkNamespace.run { network in
      try network.addLinks()
      let watch = try NetworkWatch()
      defer { watch.stop() }
      // 20,000 announcements do not fit into any socket's buffer.
      let batch = NSTemporaryDirectory() + "nightjar-routes-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: batch) }
      let routes = (0..<20_000).map { "route add 10.\($0 / 250).\($0 % 250).0/24 dev night0\n" }
      let text = routes.joined() + "route add default via 192.0.2.254\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: batch))
      try network.ip("-batch \(batch)")
      let came = try watch.wait(for: .unmetered)
      try watch.drain()
      try network.ip("route del default")
      return [came, try watch.wait(for: .none), watch.check.state == .ok]
    }
    #expect(steps == [true, true, true])
  }
}
