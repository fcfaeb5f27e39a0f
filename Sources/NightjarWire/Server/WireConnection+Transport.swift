// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

extension WireConnection {
  /// Begins to watch the descriptor.
  ///
  /// - Parameter loop: The loop whose thread everything happens on.
  /// - Throws: `SystemError` when the descriptor cannot be watched.
  func start(on loop: EventLoop) throws(SystemError) {
    source = try loop.watch(descriptor, for: watched) { [weak self] in self?.becameReady(for: $0) }
  }

  /// Sends what the socket takes, and waits for what is next.
  func flush() {
    switch phase {
    case .leaving, .closed: return
    case .open, .finishing: break
    }
    guard output.send(to: descriptor) else {
      leave()
      return
    }
    settle()
  }

  private func becameReady(for interest: EventLoop.Interest) {
    if interest.contains(.write), output.count > 0 {
      flush()
      // There may be room for the answers of calls that came long ago.
      pump()
    }
    guard interest.contains(.read) else { return }
    switch phase {
    case .open where watched.contains(.read): read()
    case .open, .finishing: if UnixSocket.isHungUp(descriptor) { leave() }
    case .leaving, .closed: return
    }
  }

  private func read() {
    // A few times at most, so that a peer which never stops sending leaves time for the others.
    for _ in 0..<4 where isOpen && wantsInput {
      switch receive() {
      case .moved: pump()
      case .wouldBlock: return
      case .ended:
        hasInputEnded = true
        UnixSocket.isHungUp(descriptor) ? leave() : settle()
        return
      case .failed: leave()
      }
    }
  }

  /// Whether there is room for more of what the peer sends.
  private var wantsInput: Bool {
    isOpen && !hasInputEnded && splitter.heldBytes <= limits.frame
  }

  private func receive() -> UnixSocket.Transfer {
    guard let server else { return .ended }
    return server.withScratch { buffer in
      let transfer = UnixSocket.receive(descriptor, into: buffer)
      if case .moved(let count) = transfer { splitter.append(buffer[..<count]) }
      return transfer
    }
  }

  /// Watches for what is needed now, and closes the connection when that is nothing.
  private func settle() {
    if output.count == 0 {
      switch phase {
      case .finishing: return close()
      case .open where hasInputEnded && isIdle: return close()
      case .open, .leaving, .closed: break
      }
    }
    var interest: EventLoop.Interest = []
    if wantsInput { interest.insert(.read) }
    if output.count > 0 { interest.insert(.write) }
    guard interest != watched else { return }
    watched = interest
    source?.watch(for: interest)
  }

  /// The peer is gone: what it sent before and wants no answer to is still carried out.
  private func leave() {
    phase = .leaving
    source?.cancel()
    carryOutLastCalls()
    // As much as one frame and no more, for a peer that only stopped reading may go on sending.
    var budget = limits.frame
    while budget > 0, case .leaving = phase, case .moved(let count) = receive() {
      budget -= count
      carryOutLastCalls()
    }
    close()
  }
}
