// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What stands in a reply beside its parameters.
struct ReplyHead: Decodable {
  /// The full name of the error; `nil` for an answer.
  var error: String?

  /// Whether further answers follow.
  var continues: Bool?
}

/// An answer as it is sent.
struct OutgoingReply<Parameters: Encodable>: Encodable {
  var parameters: Parameters
  var continues: Bool?
}

/// An error as it is sent.
struct OutgoingError<Parameters: Encodable>: Encodable {
  var error: String
  var parameters: Parameters
}

/// An error that a peer answered with.
package struct ErrorReply: Hashable, Sendable {
  /// The full name: interface, dot, error.
  package var name: String

  private let frame: [UInt8]

  init(name: String, frame: [UInt8]) {
    self.name = name
    self.frame = frame
  }

  /// The error's fields, if it is the error asked for and has them.
  ///
  /// - Parameter type: One of the errors of the interfaces.
  /// - Returns: The error, or `nil` when the peer sent another one.
  package func decoded<Message: ErrorMessage>(as type: Message.Type) -> Message? {
    guard name == Message.name else { return nil }
    return try? FrameCoder.parameters(type, of: frame)
  }

  /// The error's own sentence, if it has one.
  package var message: String? {
    (try? FrameCoder.parameters(Sentence.self, of: frame))?.message
  }

  /// The error's parameters as JSON text, within its whole frame, for people.
  package var text: String { String(decoding: frame, as: UTF8.self) }

  private struct Sentence: Decodable {
    var message: String?
  }
}
