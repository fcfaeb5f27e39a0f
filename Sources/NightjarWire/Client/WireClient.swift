// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
internal import NightjarSystem
internal import Synchronization

/// One connection to a server that waits for its answers; for command lines and threads of apps.
///
/// Any thread may use it. Calls of several threads wait for one another. After a timeout or a
/// broken frame the connection cannot be used any more, since answers could be taken for another's.
package final class WireClient: Sendable {
  /// How long a call waits unless it says otherwise: what spec 12.4 gives a silent daemon.
  package static let defaultTimeout = TimeSpan.seconds(2)

  private let socket: ClientSocket
  // Held while a call waits: taking turns is what the lock is for. `close()` goes around it.
  private let turn: Mutex<ReplyReader>

  /// Connects to the server at a path.
  ///
  /// - Parameters:
  ///   - path: The server's socket.
  ///   - timeout: How long to wait for the server to take the connection.
  /// - Throws: `WireError`: `.notRunning` when nobody listens there, `.timedOut`, `.untrusted` when
  ///   another user serves it, `.system`.
  package init(path: String, timeout: TimeSpan = defaultTimeout) throws(WireError) {
    socket = try ClientSocket(path: path, timeout: timeout)
    turn = Mutex(ReplyReader())
  }

  /// Takes over a socket that is connected to a server, such as one that was inherited.
  ///
  /// - Parameter descriptor: Closed with the client, and when this throws.
  /// - Throws: `WireError.Code.system` when it is not a connected Unix stream socket.
  package init(descriptor: Int32) throws(WireError) {
    socket = try ClientSocket(adopting: descriptor)
    turn = Mutex(ReplyReader())
  }

  /// Ends the connection, from any thread; a call that waits throws `WireError.Code.closed`.
  package func close() {
    socket.shutDown()
  }

  /// Calls a method and waits for its answer.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - parameters: What to send along.
  ///   - timeout: How long to wait once it is this call's turn; `nil` waits without end.
  /// - Returns: The answer.
  /// - Throws: `WireError`: `.refused` with the server's error, `.timedOut`, `.closed`,
  ///   `.badFrame`.
  package func call<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters,
    timeout: TimeSpan? = defaultTimeout
  ) throws(WireError) -> Method.Reply {
    let frame = try Self.frame(method, parameters)
    let reply = turn.withLock { reader in
      reader.exchange(frame, over: socket, timeout: timeout)
    }
    return try reply.get().parameters(Method.Reply.self)
  }

  /// Calls a method without wanting an answer.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - parameters: What to send along.
  ///   - timeout: How long to wait while the server does not read.
  /// - Throws: `WireError`: `.timedOut` or `.closed`.
  package func send<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters,
    timeout: TimeSpan? = defaultTimeout
  ) throws(WireError) {
    let frame = try Self.frame(method, parameters, oneway: true)
    try turn.withLock { reader in
      reader.send(frame, over: socket, timeout: timeout)
    }.get()
  }

  /// Calls a method that answers again and again; the connection serves nothing else afterwards.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - parameters: What to send along.
  /// - Returns: The answers as they come.
  /// - Throws: `WireError`: `.timedOut` when the server does not read, `.closed`.
  package func stream<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters
  ) throws(WireError) -> WireStream<Method> {
    let frame = try Self.frame(method, parameters, more: true)
    let reader = turn.withLock { reader in
      reader.send(frame, over: socket, timeout: Self.defaultTimeout).map {
        reader.giveAway()
      }
    }
    return WireStream(socket: socket, reader: try reader.get())
  }

  private static func frame<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters,
    oneway: Bool? = nil,
    more: Bool? = nil
  ) throws(WireError) -> [UInt8] {
    let call = OutgoingCall(
      method: method.name,
      parameters: parameters,
      oneway: oneway,
      more: more
    )
    do {
      return try FrameCoder.frame(call)
    } catch {
      throw WireError(.badFrame, "\(method.name) cannot be spelt in JSON: \(error)")
    }
  }
}
