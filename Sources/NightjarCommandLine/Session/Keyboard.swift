// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// The keys of the terminal, one by one.
///
/// The terminal stops waiting for whole lines and stops showing what is typed; Ctrl-C stays an
/// interrupt, and job control stays as it is (termios(3)).
enum Keyboard {
  /// Begins to read; nothing happens when standard input is no terminal.
  ///
  /// - Parameter press: Called on another thread with each byte.
  /// - Returns: Puts the terminal back as it was.
  static func read(_ press: @escaping @Sendable (UInt8) -> Void) -> @Sendable () -> Void {
    var usual = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &usual) == 0 else { return {} }
    let before = usual
    usual.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &usual)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while Glibc.read(STDIN_FILENO, &byte, 1) == 1 { press(byte) }
    }
    return {
      var before = before
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }
  }
}
