// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// Accepts the connections of one listening socket.
final class Listener {
  private let socket: ListeningSocket
  private unowned let server: WireServer
  private var source: EventLoop.Source?

  /// A descriptor that is given up to turn somebody away when there is no other left.
  private var reserve: Int32

  /// The path that the socket made for itself; `nil` when it was inherited.
  var path: String? { socket.path }

  init(_ socket: ListeningSocket, server: WireServer, loop: EventLoop) throws(SystemError) {
    self.socket = socket
    self.server = server
    reserve = Self.openReserve()
    source = try loop.watch(socket.descriptor, for: .read) { [weak self] _ in self?.accept() }
  }

  deinit {
    if reserve >= 0 { Glibc.close(reserve) }
  }

  /// Stops accepting and gives up the socket.
  func close() {
    source?.cancel()
    source = nil
    socket.close()
  }

  private func accept() {
    // A bounded batch, so that a flood of new connections leaves time for the others.
    for _ in 0..<64 {
      do {
        let descriptor = try UnixSocket.accept(socket.descriptor)
        if !server.admit(descriptor) { Glibc.close(descriptor) }
      } catch {
        switch error.errno {
        case ECONNABORTED, EINTR: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: shed()
        case EAGAIN:
          // After a shutdown(2) it stays readable for ever, and still only says "try again".
          if UnixSocket.isHungUp(socket.descriptor) { fail(error) }
        case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP: fail(error)
        default: break
        }
        return
      }
    }
  }

  /// Turns one peer away with the reserve, so that a full table does not keep the loop spinning.
  private func shed() {
    if reserve >= 0 { Glibc.close(reserve) }
    if let descriptor = try? UnixSocket.accept(socket.descriptor) {
      server.turnAway(descriptor, because: "the server has no descriptors left")
      Glibc.close(descriptor)
    } else {
      // Another thread took the descriptor. Nothing tells when one is free again, and the socket
      // stays readable, so a short rest is what keeps this from burning the processor.
      poll(nil, 0, 10)
    }
    reserve = Self.openReserve()
  }

  /// The socket can never be used again; watching it on would only keep the loop spinning.
  private func fail(_ error: SystemError) {
    source?.cancel()
    source = nil
    server.onListeningFailed?(
      WireError(
        .system,
        "the socket takes no connections any more; restart the server",
        cause: error
      )
    )
  }

  private static func openReserve() -> Int32 {
    open("/dev/null", O_RDONLY | O_CLOEXEC)
  }
}
