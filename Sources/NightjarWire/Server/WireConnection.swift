// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// One peer's connection to a server; used on the loop's thread only.
///
/// Calls are carried out strictly one after another: the next begins when the one before it has its
/// last answer. A stream therefore keeps its connection until the connection is closed.
package final class WireConnection {
  /// Names a connection; none is used twice by one server.
  package struct ID: Hashable, Sendable {
    let rawValue: UInt64
  }

  /// How far the connection is in its life.
  enum Phase {
    /// Calls come in.
    case open

    /// The last thing to say is on its way; what comes in is not looked at.
    case finishing

    /// The peer is gone, and what it sent last is being looked at.
    case leaving

    /// The descriptor is closed.
    case closed
  }

  /// The connection's name.
  package let id: ID

  /// Who is at the other end.
  package let peer: WirePeer

  let descriptor: Int32
  let limits: WireLimits
  weak var server: WireServer?
  var source: EventLoop.Source?
  var watched: EventLoop.Interest = [.read]
  var splitter: FrameSplitter
  var output = OutputBuffer()
  var phase = Phase.open
  var hasInputEnded = false
  private var isCallOpen = false
  private var isPumping = false
  private var closeHandlers: [() -> Void] = []

  init(_ id: ID, descriptor: Int32, peer: WirePeer, server: WireServer) {
    self.id = id
    self.descriptor = descriptor
    self.peer = peer
    self.server = server
    limits = server.limits
    splitter = FrameSplitter(limit: server.limits.frame)
  }

  /// Whether answers still reach the peer, as far as is known.
  package var isOpen: Bool {
    switch phase {
    case .open: true
    case .finishing, .leaving, .closed: false
    }
  }

  /// Asks to be told when the connection is closed, whoever closes it.
  ///
  /// - Parameter handler: Called once, at once when it is closed already.
  package func onClose(_ handler: @escaping () -> Void) {
    switch phase {
    case .open, .finishing, .leaving: closeHandlers.append(handler)
    case .closed: handler()
    }
  }

  /// Closes the connection; what has not been sent is lost.
  package func close() {
    switch phase {
    case .open, .finishing, .leaving: break
    case .closed: return
    }
    phase = .closed
    source?.cancel()
    source = nil
    Glibc.close(descriptor)
    splitter = FrameSplitter(limit: 0)
    output = OutputBuffer()
    server?.forget(self)
    let handlers = closeHandlers
    closeHandlers = []
    for handler in handlers {
      handler()
    }
  }

  // MARK: - Calls

  /// Whether everything that came was carried out.
  var isIdle: Bool { !isCallOpen }

  /// Begins calls until one has to be waited for, then sends what there is to send.
  func pump() {
    guard !isPumping else { return }
    isPumping = true
    while isOpen, !isCallOpen, output.count < limits.queuedOutput, let frame = nextFrame() {
      begin(frame)
      if output.count >= limits.queuedOutput { flush() }
    }
    isPumping = false
    flush()
  }

  /// Takes the last answer of the call, if it has one, and goes on to the next call.
  func finishCall(with frame: [UInt8]?) {
    isCallOpen = false
    guard isOpen else { return }
    if let frame { output.append(frame) }
    pump()
  }

  /// Takes an answer after which more follow.
  func stream(_ frame: [UInt8]) {
    guard isOpen else { return }
    if output.count >= limits.queuedOutput { flush() }
    guard isOpen else { return }
    guard output.count < limits.queuedOutput else {
      // The reader is too slow; holding more for it would be at the cost of everyone else.
      close()
      return
    }
    output.append(frame)
    if !isPumping { flush() }
  }

  /// Carries out the oneway calls that came before the peer went; the others have no use any more.
  func carryOutLastCalls() {
    while case .leaving = phase, let frame = try? splitter.next() {
      guard let head = try? FrameCoder.value(CallHead.self, of: frame), head.oneway ?? false else {
        continue
      }
      server?.route(IncomingCall(head, frame: frame, connection: self), upgrade: head.upgrade)
    }
  }

  private func nextFrame() -> [UInt8]? {
    do {
      return try splitter.next()
    } catch {
      finish(with: error.message)
      return nil
    }
  }

  private func begin(_ frame: [UInt8]) {
    do {
      let head = try FrameCoder.value(CallHead.self, of: frame)
      isCallOpen = true
      server?.route(IncomingCall(head, frame: frame, connection: self), upgrade: head.upgrade)
    } catch {
      refuse(frame)
    }
  }

  /// Answers a frame that is not a call: as a bad parameter if it names a method at least.
  private func refuse(_ frame: [UInt8]) {
    guard let head = try? FrameCoder.value(MethodOnly.self, of: frame) else {
      finish(with: "what came is not a call; send {\"method\": …, \"parameters\": {…}} and a NUL")
      return
    }
    isCallOpen = true
    let call = IncomingCall(CallHead(method: head.method), frame: frame, connection: self)
    call.fail(ServiceInterface.InvalidParameter(parameter: "oneway, more or upgrade"))
  }

  /// Says a last word and closes the connection once it is sent.
  private func finish(with message: String) {
    let error = DaemonInterface.BadFrame(message: message)
    let reply = OutgoingError(error: DaemonInterface.BadFrame.name, parameters: error)
    if let frame = try? FrameCoder.frame(reply) { output.append(frame) }
    phase = .finishing
  }

  private struct MethodOnly: Decodable {
    var method: String
  }
}

extension WireConnection: Hashable {
  package static func == (left: WireConnection, right: WireConnection) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
