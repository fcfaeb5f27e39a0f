// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSystemd
internal import Glibc

/// Reads a message of sd-bus, which has checked it against its signature already.
struct MessageReader {
  /// An `sd_bus_message` that the caller keeps.
  var message: OpaquePointer

  /// What the message is to us.
  ///
  /// - Returns: The message; nil for one that is neither an answer nor a signal.
  /// - Throws: `BusError` when it cannot be read.
  func read() throws(BusError) -> BusMessage? {
    var type: UInt8 = 0
    try BusError.check(sd_bus_message_get_type(message, &type), "sd_bus_message_get_type")
    var cookie: UInt64 = 0
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_METHOD_RETURN):
      try BusError.check(sd_bus_message_get_reply_cookie(message, &cookie), "reply cookie")
      do {
        return .answer(cookie, try values())
      } catch {
        // Whoever asked waits for this number.
        return .refusal(cookie, error)
      }
    case Int(SD_BUS_MESSAGE_METHOD_ERROR):
      try BusError.check(sd_bus_message_get_reply_cookie(message, &cookie), "reply cookie")
      return .refusal(cookie, failure)
    case Int(SD_BUS_MESSAGE_SIGNAL):
      return .signal(
        BusSignal(
          sender: Self.text(sd_bus_message_get_sender(message)),
          path: Self.text(sd_bus_message_get_path(message)),
          interface: Self.text(sd_bus_message_get_interface(message)),
          member: Self.text(sd_bus_message_get_member(message)),
          body: try values()
        )
      )
    default:
      return nil
    }
  }

  private var failure: BusError {
    guard let error = sd_bus_message_get_error(message) else {
      return BusError(name: "error without a name", message: "")
    }
    return BusError(name: Self.text(error.pointee.name), message: Self.text(error.pointee.message))
  }

  /// Everything up to the end of the container that is open.
  private func values() throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      let result = sd_bus_message_peek_type(message, &type, &contents)
      guard try BusError.check(result, "sd_bus_message_peek_type") > 0 else { return values }
      values.append(try value(UInt8(bitPattern: type), contents))
    }
  }

  private func value(_ type: UInt8, _ contents: UnsafePointer<CChar>?) throws(BusError) -> BusValue
  {
    switch type {
    case UInt8(ascii: "a"), UInt8(ascii: "r"): return .list(try inside(type, contents))
    case UInt8(ascii: "v"):
      let values = try inside(type, contents)
      return values.first ?? .list([])
    case UInt8(ascii: "e"):
      let values = try inside(type, contents)
      guard values.count == 2 else { return .list(values) }
      return .entry(key: values[0], value: values[1])
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
      var text: UnsafePointer<CChar>?
      try readBasic(type, &text)
      return .text(Self.text(text))
    default: return try number(type)
    }
  }

  private func number(_ type: UInt8) throws(BusError) -> BusValue {
    switch type {
    case UInt8(ascii: "b"): return .boolean(try basic(type, Int32(0)) != 0)
    case UInt8(ascii: "y"): return .unsigned(UInt64(try basic(type, UInt8(0))))
    case UInt8(ascii: "q"): return .unsigned(UInt64(try basic(type, UInt16(0))))
    case UInt8(ascii: "u"): return .unsigned(UInt64(try basic(type, UInt32(0))))
    case UInt8(ascii: "t"): return .unsigned(try basic(type, UInt64(0)))
    case UInt8(ascii: "n"): return .integer(Int64(try basic(type, Int16(0))))
    case UInt8(ascii: "i"): return .integer(Int64(try basic(type, Int32(0))))
    case UInt8(ascii: "x"): return .integer(try basic(type, Int64(0)))
    case UInt8(ascii: "d"): return .real(try basic(type, Double(0)))
    case UInt8(ascii: "h"):
      // The message closes its own copy.
      let copy = fcntl(try basic(type, Int32(-1)), F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else {
        throw BusError(name: "fcntl", message: String(cString: strerror(errno)))
      }
      return .descriptor(BusDescriptor(owning: copy))
    default:
      throw BusError(name: "unknown type", message: String(UnicodeScalar(type)))
    }
  }

  private func inside(
    _ type: UInt8,
    _ contents: UnsafePointer<CChar>?
  ) throws(BusError) -> [BusValue] {
    let entered = sd_bus_message_enter_container(message, CChar(bitPattern: type), contents)
    try BusError.check(entered, "sd_bus_message_enter_container")
    let values = try values()
    try BusError.check(sd_bus_message_exit_container(message), "sd_bus_message_exit_container")
    return values
  }

  private func basic<Value: BitwiseCopyable>(
    _ type: UInt8,
    _ start: Value
  ) throws(BusError) -> Value {
    var value = start
    try readBasic(type, &value)
    return value
  }

  private func readBasic<Value: BitwiseCopyable>(
    _ type: UInt8,
    _ value: inout Value
  ) throws(BusError) {
    let result = withUnsafeMutablePointer(to: &value) { pointer in
      sd_bus_message_read_basic(message, CChar(bitPattern: type), UnsafeMutableRawPointer(pointer))
    }
    try BusError.check(result, "sd_bus_message_read_basic")
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
