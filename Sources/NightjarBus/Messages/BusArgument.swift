// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSystemd

/// Something that a call is handed, with its type on the bus.
package enum BusArgument: Hashable, Sendable {
  /// `s`.
  case text(String)

  /// `u`.
  case unsigned(UInt32)

  /// `i`.
  case integer(Int32)

  /// `y`.
  case byte(UInt8)

  /// `as`.
  case texts([String])

  /// `a{sv}`, in the order of the names; values may not be texts in a list or dictionaries.
  case dictionary([String: BusArgument])

  /// Appends it to a message.
  ///
  /// - Throws: `BusError` when it does not fit.
  func append(to message: OpaquePointer) throws(BusError) {
    switch self {
    case .text(let text):
      try Self.check(text.withCString { sd_bus_message_append_basic(message, Self.type("s"), $0) })
    case .unsigned(let number):
      var number = number
      try Self.check(sd_bus_message_append_basic(message, Self.type("u"), &number))
    case .integer(let number):
      var number = number
      try Self.check(sd_bus_message_append_basic(message, Self.type("i"), &number))
    case .byte(let number):
      var number = number
      try Self.check(sd_bus_message_append_basic(message, Self.type("y"), &number))
    case .texts(let texts):
      try Self.check(sd_bus_message_open_container(message, Self.type("a"), "s"))
      for text in texts { try Self.text(text).append(to: message) }
      try Self.check(sd_bus_message_close_container(message))
    case .dictionary(let entries):
      try Self.check(sd_bus_message_open_container(message, Self.type("a"), "{sv}"))
      for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
        try Self.check(sd_bus_message_open_container(message, Self.type("e"), "sv"))
        try Self.text(name).append(to: message)
        try Self.check(sd_bus_message_open_container(message, Self.type("v"), value.signature))
        try value.append(to: message)
        try Self.check(sd_bus_message_close_container(message))
        try Self.check(sd_bus_message_close_container(message))
      }
      try Self.check(sd_bus_message_close_container(message))
    }
  }

  private var signature: String {
    switch self {
    case .text: "s"
    case .unsigned: "u"
    case .integer: "i"
    case .byte: "y"
    case .texts: "as"
    case .dictionary: "a{sv}"
    }
  }

  private static func type(_ letter: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: letter.value)
  }

  private static func check(_ result: Int32) throws(BusError) {
    try BusError.check(result, "sd_bus_message_append")
  }
}
