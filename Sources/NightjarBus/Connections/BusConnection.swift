// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSystemd
internal import Glibc

/// One connection to a message bus, which never blocks and calls nobody back.
///
/// Whoever has it waits for ``pending``, then takes messages with ``next()`` until there is none.
/// A bus whose socket is not there yet is waited for without polling: until it is, the descriptor
/// is an inotify(7) of the socket's folder, and what is sent meanwhile is kept.
package final class BusConnection {
  /// What to wait for before ``next()`` has anything to do.
  package struct Pending: Hashable, Sendable {
    /// The descriptor; another one once the bus is there.
    package var descriptor: Int32

    /// Whether it has to become readable.
    package var reads: Bool

    /// Whether it has to become writable.
    package var writes: Bool

    /// The moment on CLOCK_MONOTONIC, in nanoseconds, at which not to wait any longer; nil for
    /// none.
    package var until: Int64?
  }

  private let bus: OpaquePointer

  /// Begins to connect.
  ///
  /// - Parameter address: An address of the D-Bus specification, such as `unix:path=/run/bus`.
  /// - Throws: `BusError` when the address makes no sense or leads nowhere.
  package init(address: String) throws(BusError) {
    var made: OpaquePointer?
    try BusError.check(sd_bus_new(&made), "sd_bus_new")
    guard let made else { throw BusError(name: "sd_bus_new", message: "gave nothing") }
    bus = made
    try BusError.check(sd_bus_set_address(bus, address), "sd_bus_set_address")
    try BusError.check(sd_bus_set_bus_client(bus, 1), "sd_bus_set_bus_client")
    try BusError.check(sd_bus_negotiate_fds(bus, 1), "sd_bus_negotiate_fds")
    try BusError.check(sd_bus_set_watch_bind(bus, 1), "sd_bus_set_watch_bind")
    try BusError.check(sd_bus_start(bus), "sd_bus_start")
  }

  deinit {
    sd_bus_close(bus)
    sd_bus_unref(bus)
  }

  /// Whether the bus has greeted us.
  package var isReady: Bool { sd_bus_is_ready(bus) > 0 }

  /// What to wait for now; ask again after each ``next()`` and ``send(_:)``.
  ///
  /// - Throws: `BusError` when the connection is over.
  package var pending: Pending {
    get throws(BusError) {
      let descriptor = try BusError.check(sd_bus_get_fd(bus), "sd_bus_get_fd")
      let events = try BusError.check(sd_bus_get_events(bus), "sd_bus_get_events")
      var microseconds = UInt64.max
      try BusError.check(sd_bus_get_timeout(bus, &microseconds), "sd_bus_get_timeout")
      let isBounded = microseconds < UInt64(Int64.max) / 1000
      return Pending(
        descriptor: descriptor,
        reads: events & POLLIN != 0,
        writes: events & POLLOUT != 0,
        until: isBounded ? Int64(microseconds) * 1000 : nil
      )
    }
  }

  /// Does one step of what there is to do.
  ///
  /// - Returns: The message that came out of it, and whether there may be more to do at once.
  /// - Throws: `BusError` when the connection is over.
  package func next() throws(BusError) -> (message: BusMessage?, mayGoOn: Bool) {
    var message: OpaquePointer?
    let result = try BusError.check(sd_bus_process(bus, &message), "sd_bus_process")
    guard let message else { return (nil, result > 0) }
    defer { sd_bus_message_unref(message) }
    if sd_bus_message_is_method_call(message, nil, nil) > 0 {
      // We offer nothing; a refusal keeps the caller from waiting for us.
      _ = sd_bus_reply_method_errno(message, -ENOTSUP, nil)
      return (nil, true)
    }
    if sd_bus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") > 0 {
      throw BusError(name: "sd_bus_process", message: "the bus closed the connection")
    }
    // One message that cannot be read is no reason to give up the rest.
    return (try? MessageReader(message: message).read(), true)
  }

  /// Sends a call, which does not start the service if it is not there.
  ///
  /// - Parameter call: What to call.
  /// - Returns: The number that the answer will name.
  /// - Throws: `BusError` when the connection is over or a name in the call is not well formed.
  package func send(_ call: BusCall) throws(BusError) -> UInt64 {
    var made: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      bus,
      &made,
      call.service,
      call.path,
      call.interface,
      call.member
    )
    try BusError.check(result, "sd_bus_message_new_method_call")
    guard let message = made else { throw BusError(name: call.member, message: "gave nothing") }
    defer { sd_bus_message_unref(message) }
    try BusError.check(sd_bus_message_set_auto_start(message, 0), "sd_bus_message_set_auto_start")
    for argument in call.arguments { try argument.append(to: message) }
    var cookie: UInt64 = 0
    try BusError.check(sd_bus_send(bus, message, &cookie), "sd_bus_send")
    return cookie
  }

  /// Blocks until there is something to do.
  ///
  /// - Parameter nanoseconds: How long to wait at most.
  /// - Throws: `BusError` when the connection is over.
  package func wait(nanoseconds: Int64) throws(BusError) {
    let result = sd_bus_wait(bus, UInt64(max(0, nanoseconds) / 1000))
    guard result != -EINTR else { return }
    try BusError.check(result, "sd_bus_wait")
  }
}
