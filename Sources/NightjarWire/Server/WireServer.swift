// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarModel
package import NightjarSystem

/// Answers Varlink calls of this user's processes; used on the loop's thread only.
///
/// A process of another user, root included, is turned away before anything of it is read.
package final class WireServer {
  /// What the server says of itself in `org.varlink.service.GetInfo`.
  package struct About: Hashable, Sendable {
    /// Who made it.
    package var vendor: String

    /// What it is called.
    package var product: String

    /// Its version.
    package var version: String

    /// Where to read about it.
    package var url: String

    /// Makes the facts.
    package init(vendor: String, product: String, version: String, url: String) {
      self.vendor = vendor
      self.product = product
      self.version = version
      self.url = url
    }
  }

  /// What a peer can make the server hold.
  package let limits: WireLimits

  private let loop: EventLoop
  private var services: [String: WireService] = [:]
  private var listeners: [Listener] = []
  private var lastID: UInt64 = 0
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// Called when a listening socket can never be used again, such as after a shutdown(2) of it.
  package var onListeningFailed: ((WireError) -> Void)?

  /// The open connections by their names.
  package private(set) var connections: [WireConnection.ID: WireConnection] = [:]

  /// Makes a server that listens nowhere yet.
  ///
  /// - Parameters:
  ///   - loop: The loop whose thread everything happens on.
  ///   - about: What the server says of itself.
  ///   - services: The interfaces, beside `org.varlink.service`, which is always there.
  ///   - limits: What a peer can make the server hold.
  package init(
    loop: EventLoop,
    about: About,
    services: [WireService],
    limits: WireLimits = WireLimits()
  ) {
    self.loop = loop
    self.limits = limits
    for service in services {
      self.services[service.description.name] = service
    }
    let all = [InterfaceDescription.service] + services.map(\.description)
    self.services[InterfaceDescription.service.name] = .aboutItself(about, describing: all)
  }

  deinit {
    close()
    scratch.deallocate()
  }

  /// Listens at a path: makes its folder, and takes the place of a server that is gone.
  ///
  /// - Parameter path: Where the socket shall be.
  /// - Throws: `WireError.Code.alreadyServed` when another server answers there, `.untrusted` when
  ///   somebody else could put a socket there, `.system` for everything else.
  package func listen(atPath path: String) throws(WireError) {
    try start(ListeningSocket(path: path))
  }

  /// Listens at a path again after the socket there was removed; open connections go on.
  ///
  /// - Parameter path: The path of an earlier ``listen(atPath:)``.
  /// - Throws: As ``listen(atPath:)``; then the server listens there no more.
  package func listenAnew(atPath path: String) throws(WireError) {
    listeners.removeAll { listener in
      guard listener.path == path else { return false }
      listener.close()
      return true
    }
    try listen(atPath: path)
  }

  /// Listens on a socket that was inherited, such as from socket activation.
  ///
  /// - Parameter descriptor: A listening stream socket, which the server closes in the end.
  /// - Throws: `WireError.Code.system` when it is anything else.
  package func listen(onInherited descriptor: Int32) throws(WireError) {
    try start(ListeningSocket(inherited: descriptor))
  }

  /// Takes over a connected socket whose other end was handed to a process.
  ///
  /// - Parameters:
  ///   - descriptor: A connected stream socket, which the server closes in the end, also when this
  ///     throws.
  ///   - process: The process that has the other end; the kernel names the one that made the pair.
  /// - Returns: The connection.
  /// - Throws: `WireError.Code.system` when the descriptor is not such a socket.
  @discardableResult
  package func adopt(
    _ descriptor: Int32,
    as process: ProcessIdentity
  ) throws(WireError) -> WireConnection {
    do throws(SystemError) {
      guard UnixSocket.isStream(descriptor, listening: false) else {
        throw SystemError(errno: EINVAL, call: "adopt", subject: "descriptor \(descriptor)")
      }
      try UnixSocket.makeNonBlocking(descriptor)
      let peer = WirePeer(process: process, uid: geteuid(), isAdopted: true)
      return try open(descriptor, peer: peer)
    } catch {
      Glibc.close(descriptor)
      throw WireError(error)
    }
  }

  /// Stops listening, removes the sockets that the server made, and closes all connections.
  package func close() {
    for listener in listeners {
      listener.close()
    }
    listeners = []
    for connection in connections.values {
      connection.close()
    }
  }

  // MARK: - What connections and listeners ask for

  /// Opens a connection of our own user that was accepted; the caller closes what is refused.
  ///
  /// - Parameter descriptor: A connected, non-blocking socket.
  /// - Returns: Whether the connection is the server's now.
  func admit(_ descriptor: Int32) -> Bool {
    let peer: WirePeer
    do {
      peer = try WirePeer(of: descriptor)
    } catch {
      turnAway(descriptor, because: "the server cannot look you up: \(error)")
      return false
    }
    guard peer.uid == geteuid() else { return false }
    guard connections.count < limits.connections else {
      turnAway(
        descriptor,
        because: "there are \(connections.count) connections, the most there may be"
      )
      return false
    }
    return (try? open(descriptor, peer: peer)) != nil
  }

  /// Tells a peer that there is no room for it.
  func turnAway(_ descriptor: Int32, because reason: String) {
    guard let peer = try? UnixSocket.credentials(of: descriptor), peer.uid == geteuid() else {
      return
    }
    let error = DaemonInterface.Overloaded(
      connections: connections.count,
      message: "\(reason); close some or try again later"
    )
    let reply = OutgoingError(error: DaemonInterface.Overloaded.name, parameters: error)
    guard let frame = try? FrameCoder.frame(reply) else { return }
    // A new socket has room for it; if not, the end of the connection says enough.
    _ = frame.withUnsafeBytes { UnixSocket.send(descriptor, $0) }
  }

  /// Finds out who carries out a call.
  func route(_ call: IncomingCall, upgrade: Bool?) {
    guard !(upgrade ?? false) else {
      return call.fail(ServiceInterface.InvalidParameter(parameter: "upgrade"))
    }
    guard let interface = CallHead(method: call.method).interface else {
      return call.fail(ServiceInterface.MethodNotFound(method: call.method))
    }
    guard let service = services[interface] else {
      return call.fail(ServiceInterface.InterfaceNotFound(interface: interface))
    }
    service.handle(call)
  }

  /// Lends the one buffer that all connections read into.
  func withScratch<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    body(scratch)
  }

  /// Drops a connection that is closed.
  func forget(_ connection: WireConnection) {
    connections[connection.id] = nil
  }

  private func start(_ socket: ListeningSocket) throws(WireError) {
    do {
      listeners.append(try Listener(socket, server: self, loop: loop))
    } catch {
      socket.close()
      throw WireError(error)
    }
  }

  private func open(
    _ descriptor: Int32,
    peer: WirePeer
  ) throws(SystemError) -> WireConnection {
    lastID += 1
    let id = WireConnection.ID(rawValue: lastID)
    let connection = WireConnection(id, descriptor: descriptor, peer: peer, server: self)
    try connection.start(on: loop)
    connections[id] = connection
    return connection
  }
}
