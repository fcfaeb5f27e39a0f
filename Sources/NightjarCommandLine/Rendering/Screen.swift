// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire
internal import Synchronization

/// The list of tasks, redrawn in place on the terminal's second screen so that the first one stays.
final class Screen: Sendable {
  private struct State: Sendable {
    var tasks: [SchedulerInterface.Task] = []
    var isOpen = false
  }

  private let state = Mutex(State())
  private let surroundings: Surroundings
  private let paint: Paint
  private let endMatters: Bool

  /// xterm's controls: the second screen, the cursor, home, and the rest of a line and a screen.
  private enum Control {
    static let open = "\u{1B}[?1049h\u{1B}[?25l"
    static let close = "\u{1B}[?25h\u{1B}[?1049l"
    static let home = "\u{1B}[H"
    static let clearLine = "\u{1B}[K"
    static let clearBelow = "\u{1B}[J"
  }

  /// Prepares to draw.
  ///
  /// - Parameters:
  ///   - session: The session whose surroundings are drawn on.
  ///   - endMatters: Whether a list that is too long loses its beginning, not its end.
  init(session: Session, endMatters: Bool) {
    self.endMatters = endMatters
    surroundings = session.surroundings
    paint = session.paint
  }

  /// Opens the second screen while the closure draws, and closes it however that ends.
  ///
  /// - Throws: What the closure throws; `OutputError` when the terminal is gone.
  func show(_ body: () throws -> Void) throws {
    surroundings.interruptible(
      Interruption(
        onInterrupt: { try? self.close() },
        onResize: {
          try? self.state.withLock { (state) throws(OutputError) in try self.draw(state) }
        }
      )
    )
    try state.withLock { (state) throws(OutputError) in
      state.isOpen = true
      try surroundings.output.write(Control.open)
    }
    do {
      try body()
    } catch {
      try close()
      throw error
    }
    try close()
    throw Failure(.noDaemon, "the daemon ended the stream", remedy: DaemonFailure.remedy)
  }

  /// Shows another list.
  func draw(_ tasks: [SchedulerInterface.Task]) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      state.tasks = TaskList.grouped(tasks)
      try draw(state)
    }
  }

  /// Goes back to the first screen and leaves the last list there; a second call does nothing.
  private func close() throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      guard state.isOpen else { return }
      state.isOpen = false
      let lines = lines(state.tasks, columns: surroundings.output.size.columns)
      try surroundings.output.write(Control.close + lines.joined(separator: "\n") + "\n")
      try surroundings.output.flush()
    }
  }

  private func draw(_ state: borrowing State) throws(OutputError) {
    guard state.isOpen else { return }
    let size = surroundings.output.size
    let lines = cut(lines(state.tasks, columns: size.columns), rows: size.rows)
    let body = lines.map { $0 + Control.clearLine }.joined(separator: "\r\n")
    try surroundings.output.write(Control.home + body + "\r\n" + Control.clearBelow)
    try surroundings.output.flush()
  }

  private func cut(_ lines: [String], rows: Int) -> [String] {
    guard lines.count >= rows else { return lines }
    let hidden = lines.count - rows + 2
    guard endMatters, rows > Self.headLines + 2 else {
      return lines.prefix(rows - 2) + [paint(.dim, "… \(hidden) more lines")]
    }
    return lines.prefix(Self.headLines) + [paint(.dim, "… \(hidden) lines before")]
      + lines.dropFirst(Self.headLines + hidden)
  }

  /// The title, an empty line and the headings.
  private static let headLines = 3

  private func lines(_ tasks: [SchedulerInterface.Task], columns: Int) -> [String] {
    let now = surroundings.now()
    let times = TimeWords(now: now, offset: surroundings.utcOffset)
    var text = paint(.dim, "nightjar tasks · \(times.local(now)) · Ctrl-C ends") + "\n\n"
    let lines = TaskLines(times: times, isClock: true)
    if tasks.isEmpty {
      text += "No tasks.\n"
    } else {
      Session.lay(tasks, TaskLines.headings, screen: columns, paint, 2, lines.row) { text += $0 }
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
