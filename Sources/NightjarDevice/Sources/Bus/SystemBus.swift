// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarBus
internal import NightjarSystem

/// The system bus on the daemon's loop: connects, connects again, and hands messages on.
///
/// A bus that is not there is waited for without polling. One that breaks off is connected to
/// again at once; one that breaks off at each try is left alone after a few, with growing pauses.
final class SystemBus {
  /// How the connection fares.
  enum State: Equatable {
    /// Not started, or stopped.
    case off

    /// The bus is not there yet, or has not greeted us.
    case waiting

    /// It works.
    case ready

    /// It does not, for this reason.
    case failed(String)
  }

  /// What is open between ``start()`` and ``stop()``, or the loss of the connection.
  private struct Link {
    var connection: BusConnection
    var source: EventLoop.Source?
    var openedAt: Int64
  }

  /// How many messages are taken in one turn, so that a storm of them starves nobody.
  private static let messagesPerTurn = 64

  /// How often a connection that breaks off early is tried again before it is left alone.
  private static let mostAttempts = 8

  /// A connection that lived this long, in nanoseconds, was a good one.
  private static let goodLife: Int64 = 60 * 1_000_000_000

  /// Where the bus is, in the words of the D-Bus specification.
  let address: String

  private(set) var state = State.off
  private let loop: EventLoop
  private let services: [BusService]
  private var link: Link?
  private var timer: LoopTimer?
  private var attempts = 0
  private var waiting: [UInt64: (Result<[BusValue], BusError>) -> Void] = [:]

  /// Makes a bus that is not connected.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - loop: The loop on which it works.
  ///   - services: What is listened to on it.
  init(address: String, loop: EventLoop, services: [BusService]) {
    self.address = address
    self.loop = loop
    self.services = services
  }

  /// Connects, and gives services that are there already a moment to say what they know.
  ///
  /// - Parameter patience: How many nanoseconds to block at most.
  func start(patience: Int64) {
    attempts = 0
    open()
    let deadline = Clocks.monotonic + patience
    while let link, link.connection.isReady || hasSocket, !isSettled {
      let rest = deadline - Clocks.monotonic
      guard rest > 0, (try? link.connection.wait(nanoseconds: rest)) != nil else { return }
      work()
    }
  }

  /// Disconnects; the services are told nothing.
  func stop() {
    close()
    timer = nil
    state = .off
  }

  /// Tries once more if the bus was left alone.
  func tryAgain() {
    guard case .failed = state, attempts >= Self.mostAttempts else { return }
    attempts = 0
    open()
  }

  /// Calls a service.
  ///
  /// - Parameters:
  ///   - call: What to call.
  ///   - answer: Takes the answer; never called when the connection is lost before.
  func send(_ call: BusCall, answer: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }) {
    guard let link else { return }
    do throws(BusError) {
      waiting[try link.connection.send(call)] = answer
    } catch {
      answer(.failure(error))
    }
  }

  private var isSettled: Bool { services.allSatisfy(\.isSettled) }

  /// Whether the connection has begun, and is not a wait for a socket that is not there.
  private var hasSocket: Bool {
    guard let link, let pending = try? link.connection.pending else { return false }
    return pending.until != nil || pending.writes
  }

  // MARK: - Connecting

  private func open() {
    do throws(BusError) {
      let connection = try BusConnection(address: address)
      link = Link(connection: connection, openedAt: Clocks.boot)
      state = .waiting
      for service in services { service.attach(to: self) }
      work()
    } catch {
      lose(error)
    }
  }

  private func close() {
    link?.source?.cancel()
    link = nil
    waiting = [:]
  }

  private func lose(_ error: BusError) {
    let life = link.map { Clocks.boot - $0.openedAt } ?? 0
    let wasReady = state == .ready
    close()
    state = .failed(error.description)
    attempts = life >= Self.goodLife ? 1 : attempts + 1
    for service in services { service.detach(because: "the system bus went away") }
    guard attempts < Self.mostAttempts else { return }
    let pause = attempts == 1 && wasReady ? 0 : Int64(1) << attempts
    wake(at: Clocks.boot + pause * 1_000_000_000)
  }

  // MARK: - Working

  /// Takes what has come, and says what to wait for next.
  private func work() {
    do throws(BusError) {
      var mayGoOn = true
      var left = Self.messagesPerTurn
      while mayGoOn, left > 0, let link {
        let step = try link.connection.next()
        if let message = step.message { deliver(message) }
        mayGoOn = step.mayGoOn
        left -= 1
      }
      guard let link else { return }
      if link.connection.isReady { state = .ready }
      try listen(hasMore: mayGoOn)
    } catch {
      lose(error)
    }
  }

  private func listen(hasMore: Bool) throws(BusError) {
    guard let link else { return }
    let pending = try link.connection.pending
    var interest: EventLoop.Interest = []
    if pending.reads { interest.insert(.read) }
    if pending.writes { interest.insert(.write) }
    if let source = link.source, source.descriptor == pending.descriptor {
      source.watch(for: interest)
    } else {
      link.source?.cancel()
      do throws(SystemError) {
        self.link?.source = try loop.watch(pending.descriptor, for: interest) { [weak self] _ in
          self?.work()
        }
      } catch {
        throw BusError(name: error.call, message: error.description)
      }
    }
    if hasMore {
      wake(at: 0)
    } else if let until = pending.until {
      wake(at: Clocks.boot + max(0, until - Clocks.monotonic))
    } else {
      timer = nil
    }
  }

  private func wake(at instant: Int64) {
    // Without a timer there is still the descriptor.
    if timer == nil { timer = try? LoopTimer(on: loop) { [weak self] in self?.timerFired() } }
    timer?.arm(at: instant)
  }

  private func timerFired() {
    link == nil ? open() : work()
  }

  private func deliver(_ message: BusMessage) {
    switch message {
    case .answer(let number, let body): waiting.removeValue(forKey: number)?(.success(body))
    case .refusal(let number, let error): waiting.removeValue(forKey: number)?(.failure(error))
    case .signal(let signal):
      for service in services { service.hear(signal) }
    }
  }
}
