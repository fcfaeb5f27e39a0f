// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// Sends frames over a client's socket and reads the answers.
struct ReplyReader: Sendable {
  /// The longest answer that is taken; lists of a whole device are far longer than a call may be.
  static let longestReply = 64 << 20

  /// An answer that is not an error.
  struct Reply {
    /// The bytes.
    var frame: [UInt8]

    /// Whether further answers follow.
    var continues: Bool

    /// The answer's fields.
    ///
    /// - Parameter type: What to read.
    /// - Returns: The fields.
    /// - Throws: `WireError.Code.badFrame` when they are missing or of other types.
    func parameters<Value: Decodable>(_ type: Value.Type) throws(WireError) -> Value {
      do {
        return try FrameCoder.parameters(type, of: frame)
      } catch {
        throw WireError(.badFrame, "the daemon's answer cannot be read: \(error)")
      }
    }
  }

  private var splitter = FrameSplitter(limit: Self.longestReply)
  private var failure: WireError?

  /// Hands the reader to a stream; this one refuses everything from now on.
  mutating func giveAway() -> Self {
    defer { failure = WireError(.closed, "the connection is used by a stream; open another one") }
    return self
  }

  /// Sends a frame.
  ///
  /// - Returns: Nothing, or why it could not be sent; after that nothing else can be.
  mutating func send(
    _ frame: [UInt8],
    over socket: ClientSocket,
    timeout: TimeSpan?
  ) -> Result<Void, WireError> {
    remembering { () throws(WireError) in
      guard try socket.send(frame, before: Self.deadline(timeout)) else { throw Self.ended }
    }
  }

  /// Sends a frame and waits for one answer.
  mutating func exchange(
    _ frame: [UInt8],
    over socket: ClientSocket,
    timeout: TimeSpan?
  ) -> Result<Reply, WireError> {
    let deadline = Self.deadline(timeout)
    if let failure { return .failure(failure) }
    do throws(WireError) {
      // A server that turns us away says why before it closes, so the answer is read all the same.
      _ = try socket.send(frame, before: deadline)
    } catch {
      failure = error
      return .failure(error)
    }
    return next(from: socket, before: deadline)
  }

  /// Waits for the next answer.
  mutating func next(
    from socket: ClientSocket,
    before deadline: Instant?
  ) -> Result<Reply, WireError> {
    let frame: [UInt8]
    do throws(WireError) {
      if let failure { throw failure }
      frame = try nextFrame(from: socket, before: deadline)
    } catch {
      failure = error
      return .failure(error)
    }
    guard let head = try? FrameCoder.value(ReplyHead.self, of: frame) else {
      let error = WireError(.badFrame, "the daemon sent something that is not an answer")
      failure = error
      return .failure(error)
    }
    guard let name = head.error else {
      return .success(Reply(frame: frame, continues: head.continues ?? false))
    }
    let reply = ErrorReply(name: name, frame: frame)
    let message = reply.message ?? "the daemon answered \(reply.text)"
    return .failure(WireError(.refused, message, reply: reply))
  }

  static func deadline(_ timeout: TimeSpan?) -> Instant? {
    timeout.map { Instant(nanoseconds: Clocks.boot) + $0 }
  }

  private static let ended = WireError(
    .closed,
    "the daemon closed the connection; connect again"
  )

  private mutating func nextFrame(
    from socket: ClientSocket,
    before deadline: Instant?
  ) throws(WireError) -> [UInt8] {
    while true {
      if let frame = try splitter.next() { return frame }
      var failure: WireError?
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
        do throws(WireError) {
          count = try socket.receive(into: UnsafeMutableRawBufferPointer(buffer), before: deadline)
        } catch {
          failure = error
        }
        filled = count
      }
      if let failure { throw failure }
      guard count > 0 else { throw Self.ended }
      splitter.append(bytes)
    }
  }

  private mutating func remembering(
    _ body: () throws(WireError) -> Void
  ) -> Result<Void, WireError> {
    do throws(WireError) {
      if let failure { throw failure }
      return .success(try body())
    } catch {
      failure = error
      return .failure(error)
    }
  }
}
