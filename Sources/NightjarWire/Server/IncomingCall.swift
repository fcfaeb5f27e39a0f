// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A call that waits for its answer; used on the loop's thread only.
///
/// Whoever has it answers it once, or as often as it likes when the caller wants more. A call that
/// is let go without a last answer is answered with `InternalError`, so that nobody waits for ever.
package final class IncomingCall {
  /// The full name of the method.
  package let method: String

  /// Whether the caller takes more than one answer.
  package let wantsMore: Bool

  /// Whether the caller takes no answer at all.
  package let isOneway: Bool

  /// Where the call came from.
  package let connection: WireConnection

  private let frame: [UInt8]
  private var isFinished = false

  init(_ head: CallHead, frame: [UInt8], connection: WireConnection) {
    method = head.method
    isOneway = head.oneway ?? false
    wantsMore = (head.more ?? false) && !isOneway
    self.frame = frame
    self.connection = connection
  }

  deinit {
    guard !isFinished else { return }
    send(
      OutgoingError(
        error: DaemonInterface.InternalError.name,
        parameters: DaemonInterface.InternalError(message: "\(method) was never answered")
      ),
      continues: false
    )
  }

  /// Who called.
  package var peer: WirePeer { connection.peer }

  /// What the caller sent along; fields that the type does not have are ignored.
  ///
  /// - Parameter type: The type of the method's parameters.
  /// - Returns: The parameters.
  /// - Throws: `ServiceInterface.InvalidParameter` that names the field which cannot be used.
  package func parameters<Parameters: Decodable>(
    _ type: Parameters.Type
  ) throws -> Parameters {
    try FrameCoder.parameters(type, of: frame)
  }

  /// Answers; after the last answer further ones are ignored.
  ///
  /// - Parameters:
  ///   - parameters: The answer.
  ///   - continues: Whether further answers follow; a caller that wants one only gets this one.
  package func reply(_ parameters: some Encodable, continues: Bool = false) {
    let goesOn = continues && wantsMore
    send(
      OutgoingReply(parameters: parameters, continues: goesOn ? true : nil),
      continues: goesOn
    )
  }

  /// Answers with an error, which is always the last answer.
  package func fail<Message: ErrorMessage>(_ error: Message) {
    send(OutgoingError(error: Message.name, parameters: error), continues: false)
  }

  private func send(_ reply: some Encodable, continues: Bool) {
    guard !isFinished else { return }
    isFinished = !continues
    guard !isOneway else {
      connection.finishCall(with: nil)
      return
    }
    do {
      let frame = try FrameCoder.frame(reply)
      continues ? connection.stream(frame) : connection.finishCall(with: frame)
    } catch {
      isFinished = true
      connection.finishCall(with: Self.unspeakable(method))
    }
  }

  /// The answer when the real one cannot be spelt in JSON.
  private static func unspeakable(_ method: String) -> [UInt8]? {
    let name = DaemonInterface.InternalError.name
    let error = DaemonInterface.InternalError(message: "\(method) has an answer beyond JSON")
    return try? FrameCoder.frame(OutgoingError(error: name, parameters: error))
  }
}
