// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import NightjarClient
internal import NightjarModel
internal import NightjarSystem

extension DaemonConnection: Daemon {}

extension Surroundings {
  /// The real ones: this process, this machine, the daemon at the socket.
  package static func system() -> Self {
    Self(
      environment: ProcessInfo.processInfo.environment,
      output: StandardOutput(),
      now: { WallTime(nanoseconds: Clocks.wall) },
      utcOffset: { localOffset(at: $0) },
      connect: { try DaemonConnection(socket: $0) },
      become: { become($0, $1) },
      programFolder: programFolder(),
      interruptible: { watchForInterrupts($0) },
      keys: { Keyboard.read($0) }
    )
  }

  private static func localOffset(at moment: WallTime) -> Int64 {
    var seconds = time_t(moment.nanoseconds / 1_000_000_000)
    var civil = tm()
    // A year that does not fit is shown in UTC.
    guard localtime_r(&seconds, &civil) != nil else { return 0 }
    return Int64(civil.tm_gmtoff)
  }

  private static func programFolder() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    return (path as NSString).deletingLastPathComponent
  }

  private static func become(_ program: String, _ arguments: [String]) -> String {
    // The new program is to meet signals as if a shell had started it.
    signal(SIGPIPE, SIG_DFL)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    execv(program, words)
    let reason = String(cString: strerror(errno))
    for word in words { free(word) }
    return reason
  }

  /// Has one thread wait for the signals, so that no handler runs between two instructions.
  private static func watchForInterrupts(_ interruption: Interruption) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH] { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let signals = set
    Thread.detachNewThread {
      var signals = signals
      while true {
        var number: Int32 = 0
        guard sigwait(&signals, &number) == 0 else { continue }
        guard number != SIGWINCH else {
          interruption.onResize()
          continue
        }
        interruption.onInterrupt()
        Glibc.exit(ExitCode.done.rawValue)
      }
    }
  }
}
