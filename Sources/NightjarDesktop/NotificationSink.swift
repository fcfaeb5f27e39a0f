// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus
package import NightjarSystem

/// Shows what gets on as notifications with a progress bar and a Cancel action.
///
/// The Desktop Notifications Specification 1.2 has the call and its signals; the hint `value` (0 to
/// 100) is what notification services read as a bar. One that comes back after it was gone is told
/// everything again. Nothing connects before there is something to show.
package final class NotificationSink {
  private struct Shown {
    var id: UInt32 = 0
    var last: DesktopItem?
    var next: DesktopItem?
    var isAsking = false
    var isDismissed = false
  }

  private static let service = "org.freedesktop.Notifications"

  /// How long to leave a bus alone that broke off, in nanoseconds.
  private static let pause: Int64 = 10 * 1_000_000_000

  private let address: String
  private let loop: EventLoop
  private let cancel: (String) -> Void
  private var connection: BusConnection?
  private var source: EventLoop.Source?
  private var timer: LoopTimer?
  private var notBefore = Int64.min
  private var shown: [String: Shown] = [:]
  private var asked: [UInt64: String] = [:]

  /// Makes a sink that is not connected.
  ///
  /// - Parameters:
  ///   - address: The session bus, in the words of the D-Bus specification.
  ///   - loop: The loop on which it works.
  ///   - cancel: Told the key of what the user does not want any more.
  package init(address: String, loop: EventLoop, cancel: @escaping (String) -> Void) {
    self.address = address
    self.loop = loop
    self.cancel = cancel
  }

  /// Shows how things stand now; what is not among them any more is forgotten.
  package func show(_ items: [DesktopItem]) {
    let keys = Set(items.map(\.key))
    shown = shown.filter { keys.contains($0.key) }
    for item in items {
      // What ended before anybody saw it is no news.
      if shown[item.key] == nil, item.isOver { continue }
      shown[item.key, default: Shown()].next = item
    }
    guard !shown.isEmpty else { return }
    attempt { () throws(BusError) in
      try connect()
      try sendAll()
    }
  }

  /// Disconnects.
  package func stop() {
    source?.cancel()
    source = nil
    connection = nil
    timer = nil
    asked = [:]
  }

  private func attempt(_ body: () throws(BusError) -> Void) {
    do throws(BusError) {
      try body()
      try listen()
    } catch {
      // A desktop that is gone is no trouble of ours; what is there later is told everything.
      stop()
      forgetNumbers()
      notBefore = Clocks.boot + Self.pause
    }
  }

  private func connect() throws(BusError) {
    guard connection == nil, Clocks.boot >= notBefore else { return }
    let made = try BusConnection(address: address)
    let name = Self.service
    let bus = BusCall.busName
    _ = try made.send(.addMatch("type='signal',sender='\(name)',interface='\(name)'"))
    _ = try made.send(
      .addMatch("type='signal',sender='\(bus)',member='NameOwnerChanged',arg0='\(name)'")
    )
    connection = made
  }

  // MARK: - Telling

  private func sendAll() throws(BusError) {
    guard let connection else { return }
    for (key, entry) in shown {
      guard let item = entry.next, item != entry.last, !entry.isAsking, !entry.isDismissed
      else { continue }
      let number = try connection.send(call(item, replacing: entry.id))
      asked[number] = key
      shown[key]?.isAsking = true
      shown[key]?.last = item
    }
  }

  private func call(_ item: DesktopItem, replacing id: UInt32) -> BusCall {
    var hints: [String: BusArgument] = ["urgency": .byte(0)]
    if let percent = item.percent, !item.isOver { hints["value"] = .integer(Int32(percent)) }
    return BusCall(
      service: Self.service,
      path: "/org/freedesktop/Notifications",
      interface: Self.service,
      member: "Notify",
      values: [
        .text("Nightjar"), .unsigned(id), .text(""), .text(item.title), .text(item.text),
        .texts(item.isOver ? [] : ["cancel", "Cancel"]), .dictionary(hints),
        .integer(item.isOver ? -1 : 0),
      ]
    )
  }

  // MARK: - Hearing

  private func work() {
    attempt { () throws(BusError) in
      var mayGoOn = true
      while mayGoOn, let connection {
        let step = try connection.next()
        if let message = step.message { hear(message) }
        mayGoOn = step.mayGoOn
      }
      try sendAll()
    }
  }

  private func hear(_ message: BusMessage) {
    switch message {
    case .answer(let number, let body):
      guard let key = asked.removeValue(forKey: number) else { return }
      shown[key]?.isAsking = false
      if case .unsigned(let id)? = body.first { shown[key]?.id = UInt32(truncatingIfNeeded: id) }
    case .refusal(let number, _):
      // Nobody shows notifications; whoever comes is told when the name changes hands.
      guard let key = asked.removeValue(forKey: number) else { return }
      shown[key]?.isAsking = false
    case .signal(let signal): hear(signal)
    }
  }

  private func hear(_ signal: BusSignal) {
    if signal.member == "NameOwnerChanged" { return forgetNumbers() }
    guard case .unsigned(let number)? = signal.body.first, number != 0,
      let key = shown.first(where: { UInt64($0.value.id) == number })?.key
    else { return }
    if signal.member == "NotificationClosed" { shown[key]?.isDismissed = true }
    if signal.member == "ActionInvoked", signal.body.last == .text("cancel") { cancel(key) }
  }

  private func forgetNumbers() {
    asked = [:]
    shown = shown.mapValues { entry in
      Shown(next: entry.next)
    }
  }

  // MARK: - Waiting

  private func listen() throws(BusError) {
    guard let connection else { return }
    let pending = try connection.pending
    var interest: EventLoop.Interest = []
    if pending.reads { interest.insert(.read) }
    if pending.writes { interest.insert(.write) }
    if let source, source.descriptor == pending.descriptor {
      source.watch(for: interest)
    } else {
      source?.cancel()
      source = try? loop.watch(pending.descriptor, for: interest) { [weak self] _ in self?.work() }
    }
    guard let until = pending.until else {
      timer = nil
      return
    }
    if timer == nil { timer = try? LoopTimer(on: loop) { [weak self] in self?.work() } }
    timer?.arm(at: Clocks.boot + max(0, until - Clocks.monotonic))
  }
}
