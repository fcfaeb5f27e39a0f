// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSystem

/// Runs an event loop on a thread of its own, as the daemon does.
final class LoopThread<Content>: Sendable {
  private let poster: Poster
  private let finished: DispatchSemaphore
  private let box: ContentBox<Content>

  /// Starts the loop.
  ///
  /// - Parameter setUp: Called on the loop's thread; what it returns lives as long as the loop.
  /// - Throws: Whatever setting up throws.
  init(_ setUp: @escaping @Sendable (EventLoop) throws -> Content) throws {
    let box = ContentBox<Content>()
    let finished = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let thread = Thread {
      defer { finished.signal() }
      do {
        let loop = try EventLoop()
        box.loop = loop
        box.poster = loop.poster
        box.content = try setUp(loop)
        started.signal()
        try loop.run()
      } catch {
        box.failure = error
        started.signal()
      }
      box.content = nil
      box.loop = nil
    }
    thread.stackSize = 1 << 20
    thread.start()
    started.wait()
    if let failure = box.failure { throw failure }
    guard let poster = box.poster else { throw CancellationError() }
    self.poster = poster
    self.finished = finished
    self.box = box
  }

  /// Has the loop's thread do something, and waits for what it returns.
  func perform<Result: Sendable>(_ work: @escaping @Sendable (Content) -> Result) -> Result? {
    let answer = Answer<Result>()
    poster.post { [box] in answer.set(box.content.map(work)) }
    return answer.wait()
  }

  /// Stops the loop and waits for its thread.
  func stop() {
    poster.post { [box] in box.loop?.stop() }
    finished.wait()
  }
}

// Written by the loop's thread before `started` is signalled, and used by that thread alone after.
private final class ContentBox<Content>: @unchecked Sendable {
  var loop: EventLoop?
  var poster: Poster?
  var content: Content?
  var failure: (any Error)?
}

// The semaphore orders the one write before the one read.
private final class Answer<Result: Sendable>: @unchecked Sendable {
  private var value: Result?
  private let semaphore = DispatchSemaphore(value: 0)

  func set(_ value: Result?) {
    self.value = value
    semaphore.signal()
  }

  func wait() -> Result? {
    semaphore.wait()
    return value
  }
}
