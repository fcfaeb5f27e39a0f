// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarModel
internal import NightjarWire
internal import Synchronization

/// The connection that carries calls, made when it is needed and made again when it is lost.
final class CallLine: Sendable {
  private let path: String
  private let client = Mutex<WireClient?>(nil)

  init(path: String) {
    self.path = path
  }

  /// Calls a method once.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - parameters: What to send along.
  ///   - deadline: When to give up.
  /// - Returns: The answer.
  /// - Throws: `WireError`; after anything but `.refused` the next call makes a new connection.
  func call<Method: WireMethod>(
    _ method: Method.Type,
    _ parameters: Method.Parameters,
    until deadline: Date
  ) throws(WireError) -> Method.Reply {
    let connected = try connection(until: deadline)
    do {
      return try connected.call(method, parameters, timeout: Self.left(until: deadline))
    } catch {
      if error.code != .refused { drop(connected) }
      throw error
    }
  }

  /// Ends the connection; calls that wait on it fail at once.
  func close() {
    let old = client.withLock { client in
      defer { client = nil }
      return client
    }
    old?.close()
  }

  private func connection(until deadline: Date) throws(WireError) -> WireClient {
    let answer: Result<WireClient, WireError> = client.withLock { client in
      if let client { return .success(client) }
      do throws(WireError) {
        let new = try WireClient(path: path, timeout: Self.left(until: deadline))
        client = new
        return .success(new)
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }

  private func drop(_ broken: WireClient) {
    client.withLock { client in
      if client === broken { client = nil }
    }
    broken.close()
  }

  private static func left(until deadline: Date) -> TimeSpan {
    .milliseconds(Int64(max(1, deadline.timeIntervalSinceNow * 1000)))
  }
}
