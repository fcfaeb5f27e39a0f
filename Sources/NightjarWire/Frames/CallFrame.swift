// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What stands in a call beside its parameters.
struct CallHead: Codable, Hashable {
  /// The full name: interface, dot, method.
  var method: String

  /// Whether the caller wants no answer at all.
  var oneway: Bool?

  /// Whether the caller takes more than one answer.
  var more: Bool?

  /// Whether the caller wants to speak another protocol afterwards.
  var upgrade: Bool?

  /// The name of the interface; `nil` when the method has no dot with a name on both sides.
  var interface: String? {
    guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")), dot != method.startIndex,
      method.utf8.index(after: dot) != method.endIndex
    else { return nil }
    return String(method[..<dot])
  }
}

/// A call as it is sent.
struct OutgoingCall<Parameters: Encodable>: Encodable {
  var method: String
  var parameters: Parameters
  var oneway: Bool?
  var more: Bool?
}
