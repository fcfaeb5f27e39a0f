// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarCommandLine
import Synchronization

/// Keeps what the program says.
final class CapturedOutput: Output {
  private struct State {
    var text = ""
    var errors = ""
    var failure: OutputError?
  }

  private let state = Mutex(State())
  let isTerminal: Bool
  let size: ScreenSize

  var isErrorTerminal: Bool { false }
  var text: String { state.withLock { $0.text } }
  var errors: String { state.withLock { $0.errors } }

  init(columns: Int = 80, rows: Int = 24, isTerminal: Bool = false, failure: OutputError? = nil) {
    size = ScreenSize(columns: columns, rows: rows)
    self.isTerminal = isTerminal
    state.withLock { $0.failure = failure }
  }

  func write(_ text: String) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      if let failure = state.failure { throw failure }
      state.text += text
    }
  }

  func flush() throws(OutputError) {}

  func writeError(_ text: String) {
    state.withLock { $0.errors += text }
  }
}
