// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc
internal import Synchronization

/// One thread that waits for descriptors with epoll and calls back when they are ready.
///
/// Everything that is registered is called on the thread that runs the loop and must not block it.
/// Only ``poster`` may be used from other threads.
package final class EventLoop {
  /// What a descriptor is watched for.
  package struct Interest: OptionSet, Sendable {
    /// The bits; ours, not epoll's.
    package var rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Something can be read, or the other end is gone.
    package static let read = Self(rawValue: 1 << 0)

    /// Something can be written, or the other end is gone.
    package static let write = Self(rawValue: 1 << 1)

    /// The kernel has something exceptional to say, such as a trigger of psi that fired.
    package static let priority = Self(rawValue: 1 << 2)
  }

  /// A descriptor that the loop watches; it is watched until ``cancel()``.
  package final class Source {
    /// The watched descriptor; the loop does not own it.
    package let descriptor: Int32
    fileprivate let handler: (Interest) -> Void
    fileprivate weak var loop: EventLoop?

    fileprivate init(_ descriptor: Int32, _ loop: EventLoop, handler: @escaping (Interest) -> Void)
    {
      self.descriptor = descriptor
      self.loop = loop
      self.handler = handler
    }

    /// Stops watching, so that the descriptor may be closed; a second call does nothing.
    package func cancel() {
      loop?.remove(self)
      loop = nil
    }

    /// Changes what is watched for.
    ///
    /// - Parameter interest: What to wait for from now on; an empty set waits for nothing.
    package func watch(for interest: Interest) {
      loop?.modify(self, interest: interest)
    }
  }

  private let epoll: Int32
  private var sources: [Int32: Source] = [:]
  private var isStopping = false

  /// Hands closures to the loop from any thread.
  package let poster: Poster

  /// Makes a loop that watches nothing yet.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  package init() throws(SystemError) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .last("epoll_create1") }
    do {
      poster = try Poster()
    } catch {
      close(epoll)
      throw error
    }
    try watch(poster.descriptor, for: .read) { [poster] _ in poster.drain() }
  }

  deinit {
    close(epoll)
  }

  /// Watches a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: An open, non-blocking descriptor that no other source watches.
  ///   - interest: What to wait for.
  ///   - handler: Called with what is ready; a hang-up or an error counts as both.
  /// - Returns: The source, which must be cancelled before the descriptor is closed.
  /// - Throws: `SystemError` when the descriptor cannot be watched, such as a plain file.
  @discardableResult
  package func watch(
    _ descriptor: Int32,
    for interest: Interest,
    handler: @escaping (Interest) -> Void
  ) throws(SystemError) -> Source {
    let source = Source(descriptor, self, handler: handler)
    var event = epoll_event(events: Self.bits(interest), data: epoll_data_t(fd: descriptor))
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
      throw .last("epoll_ctl", "descriptor \(descriptor)")
    }
    sources[descriptor] = source
    return source
  }

  /// Runs until ``stop()`` is called on this thread.
  ///
  /// - Throws: `SystemError` when waiting itself fails, which leaves nothing to go on with.
  package func run() throws(SystemError) {
    isStopping = false
    while !isStopping {
      try turn(timeoutMilliseconds: -1)
    }
  }

  /// Waits once and calls the handlers of what is ready.
  ///
  /// - Parameter timeoutMilliseconds: How long to wait at most; -1 waits without end.
  /// - Returns: Whether anything was ready.
  /// - Throws: `SystemError` when waiting itself fails.
  @discardableResult
  package func turn(timeoutMilliseconds: Int32) throws(SystemError) -> Bool {
    let room = 64
    var failure: Int32?
    let events = [epoll_event](unsafeUninitializedCapacity: room) { buffer, count in
      let ready = epoll_wait(epoll, buffer.baseAddress, Int32(room), timeoutMilliseconds)
      if ready < 0 { failure = Glibc.errno }
      count = Int(max(0, ready))
    }
    if let failure, failure != EINTR { throw SystemError(errno: failure, call: "epoll_wait") }
    for event in events {
      // A handler may have cancelled a source that is ready in the same turn.
      guard let source = sources[event.data.fd] else { continue }
      source.handler(Self.interest(event.events))
    }
    return !events.isEmpty
  }

  /// Makes ``run()`` return after the present turn.
  package func stop() {
    isStopping = true
  }

  private func modify(_ source: Source, interest: Interest) {
    var event = epoll_event(
      events: Self.bits(interest),
      data: epoll_data_t(fd: source.descriptor)
    )
    epoll_ctl(epoll, EPOLL_CTL_MOD, source.descriptor, &event)
  }

  private func remove(_ source: Source) {
    guard sources[source.descriptor] === source else { return }
    sources[source.descriptor] = nil
    var event = epoll_event()
    epoll_ctl(epoll, EPOLL_CTL_DEL, source.descriptor, &event)
  }

  private static func bits(_ interest: Interest) -> UInt32 {
    var bits: UInt32 = 0
    if interest.contains(.read) { bits |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.write) { bits |= EPOLLOUT.rawValue }
    if interest.contains(.priority) { bits |= EPOLLPRI.rawValue }
    return bits
  }

  private static func interest(_ bits: UInt32) -> Interest {
    let gone = EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue
    if bits & gone != 0 { return [.read, .write] }
    var interest: Interest = []
    if bits & EPOLLPRI.rawValue != 0 { interest.insert(.priority) }
    if bits & EPOLLIN.rawValue != 0 { interest.insert(.read) }
    if bits & EPOLLOUT.rawValue != 0 { interest.insert(.write) }
    return interest
  }
}
