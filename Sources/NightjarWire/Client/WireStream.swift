// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
internal import Synchronization

/// The answers of a method that answers again and again.
///
/// One thread reads it; any other may close it, which wakes the reader.
package final class WireStream<Method: WireMethod>: Sendable {
  private struct State: Sendable {
    var reader: ReplyReader
    var hasEnded = false
  }

  private let socket: ClientSocket
  // Held while the reader waits, since there is only one; `close()` goes around it.
  private let state: Mutex<State>

  init(socket: ClientSocket, reader: ReplyReader) {
    self.socket = socket
    state = Mutex(State(reader: reader))
  }

  deinit {
    socket.shutDown()
  }

  /// Waits for the next answer.
  ///
  /// - Parameter timeout: How long to wait; `nil` waits without end. The stream ends with it.
  /// - Returns: The answer; `nil` after the last one.
  /// - Throws: `WireError`: `.refused` with the server's error, `.closed` when either side closed
  ///   the connection, `.timedOut`, `.badFrame`.
  package func next(timeout: TimeSpan? = nil) throws(WireError) -> Method.Reply? {
    let reply: Result<ReplyReader.Reply, WireError>? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      let reply = state.reader.next(from: socket, before: ReplyReader.deadline(timeout))
      switch reply {
      case .success(let reply): state.hasEnded = !reply.continues
      case .failure: state.hasEnded = true
      }
      return reply
    }
    return try reply?.get().parameters(Method.Reply.self)
  }

  /// Ends the stream and its connection, from any thread.
  package func close() {
    socket.shutDown()
  }
}
