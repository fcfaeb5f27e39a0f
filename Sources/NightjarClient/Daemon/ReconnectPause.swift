// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSystem

/// Waits between two attempts to reach the daemon: until its socket appears, somebody asks for an
/// attempt, or some time has passed.
///
/// Used by one thread. The time doubles from 20 ms to 30 s, and starts anew after a sign of life,
/// so that an app without a daemon costs next to nothing.
final class ReconnectPause {
  private static let shortest: Int32 = 20
  private static let longest: Int32 = 30_000

  private let socket: String
  private let loop: EventLoop?
  private let watch: FileWatch?
  private var token: FileWatch.Token?
  private var milliseconds = shortest
  private var hasAppeared = false

  private let waker: Waker

  init(socket: String, waker: Waker) {
    self.socket = socket
    self.waker = waker
    // Without descriptors for a loop or a watch, time alone has to do.
    loop = try? EventLoop()
    waker.serve(loop?.poster)
    watch = loop.flatMap { try? FileWatch(on: $0) }
  }

  deinit {
    watch?.close()
  }

  /// Watches the nearest folder on the way to the socket that is there.
  ///
  /// Called before an attempt, so that a socket that appears during the attempt is not missed.
  func prepare() {
    guard let watch else { return }
    if let token { watch.unwatch(token) }
    token = nil
    var folder = (socket as NSString).deletingLastPathComponent
    var name = (socket as NSString).lastPathComponent
    while !folder.isEmpty {
      token = try? watch.watch(folder, for: [.added, .attributes]) { [weak self] _, entry in
        guard entry == name else { return }
        self?.hasAppeared = true
        self?.reset()
      }
      if token != nil || folder == "/" { return }
      name = (folder as NSString).lastPathComponent
      folder = (folder as NSString).deletingLastPathComponent
    }
  }

  /// Makes the next pause short.
  func reset() {
    milliseconds = Self.shortest
  }

  /// Waits.
  func wait() {
    hasAppeared = false
    let planned = milliseconds
    milliseconds = min(Self.longest, planned * 2)
    let end = Clocks.boot + Int64(planned) * 1_000_000
    guard let loop else {
      Thread.sleep(forTimeInterval: Double(planned) / 1000)
      return
    }
    while !waker.take() {
      let left = Int32(clamping: (end - Clocks.boot) / 1_000_000)
      guard left > 0, (try? loop.turn(timeoutMilliseconds: left)) != nil else { return }
      // The socket appeared; if nobody listens on it yet, the next pause is the shortest.
      if hasAppeared { return }
    }
  }
}
