// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire
internal import Synchronization

/// Live bars on the terminal's second screen, and the keys that work on them.
final class ActivityScreen: Sendable {
  private struct State: Sendable {
    var items: [ActivityInterface.Item] = []
    var pace = ActivityPace()
    var selected = 0
    var notice = ""
    var isOpen = false
    var restore: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let surroundings: Surroundings
  private let paint: Paint
  private let cancel: @Sendable (ActivityInterface.Item) throws -> Void

  /// Called when the user presses q; ends the program.
  private let quit: @Sendable () -> Void

  /// xterm's controls: the second screen, the cursor, home, and the rest of a line and a screen.
  private enum Control {
    static let open = "\u{1B}[?1049h\u{1B}[?25l"
    static let close = "\u{1B}[?25h\u{1B}[?1049l"
    static let home = "\u{1B}[H"
    static let clearLine = "\u{1B}[K"
    static let clearBelow = "\u{1B}[J"
  }

  init(
    session: Session,
    cancel: @escaping @Sendable (ActivityInterface.Item) throws -> Void,
    quit: @escaping @Sendable () -> Void
  ) {
    surroundings = session.surroundings
    paint = session.paint
    self.cancel = cancel
    self.quit = quit
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
      state.restore = surroundings.keys { [weak self] key in self?.press(key) }
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

  /// Shows how things stand now.
  func draw(_ items: [ActivityInterface.Item]) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      let chosen = state.items.indices.contains(state.selected) ? state.items[state.selected] : nil
      state.items = items
      state.pace.note(items, at: surroundings.now())
      // The mark stays at its task when others come and go.
      let same = items.firstIndex { $0.app == chosen?.app && $0.task == chosen?.task }
      state.selected = same ?? min(state.selected, max(items.count - 1, 0))
      try draw(state)
    }
  }

  /// Does what a key says.
  ///
  /// An arrow's last byte is A or B, which are keys of their own here.
  func press(_ key: UInt8) {
    switch key {
    case UInt8(ascii: "q"):
      try? close()
      quit()
    case UInt8(ascii: "j"), UInt8(ascii: "B"): move(by: 1)
    case UInt8(ascii: "k"), UInt8(ascii: "A"): move(by: -1)
    case UInt8(ascii: "c"): cancelSelected()
    default: break
    }
  }

  private func move(by step: Int) {
    state.withLock { state in
      state.selected = min(max(state.selected + step, 0), max(state.items.count - 1, 0))
      state.notice = ""
      try? draw(state)
    }
  }

  private func cancelSelected() {
    let item = state.withLock { state in
      state.items.indices.contains(state.selected) ? state.items[state.selected] : nil
    }
    guard let item, item.endedAt == nil else { return }
    // The call waits for the daemon, which may have something to draw meanwhile.
    var notice = "cancelling \(ActivityLines.headline(item))"
    do { try cancel(item) } catch { notice = "not cancelled: \(error)" }
    state.withLock { [notice] state in
      state.notice = Printable.text(notice)
      try? draw(state)
    }
  }

  /// Goes back to the first screen and leaves the last bars there; a second call does nothing.
  private func close() throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      guard state.isOpen else { return }
      state.isOpen = false
      state.restore?()
      state.restore = nil
      let lines = lines(state, marked: false)
      try surroundings.output.write(Control.close + lines.map { $0 + "\n" }.joined())
      try surroundings.output.flush()
    }
  }

  private func draw(_ state: borrowing State) throws(OutputError) {
    guard state.isOpen else { return }
    let size = surroundings.output.size
    let foot = state.notice.isEmpty ? "up, down: select · c: cancel · q: quit" : state.notice
    let bottom = paint(.dim, ActivityLines.cut(foot, to: size.columns))
    var body = lines(state, marked: true)
    let room = max(size.rows - 3, 2)
    if body.count > room {
      // Two lines a task; what is selected stays on the screen.
      let first = min(max(state.selected * 2 - room + 2, 0), body.count - room)
      body = Array(body[first..<(first + room)])
    }
    let text = (body + ["", bottom]).map { $0 + Control.clearLine }.joined(separator: "\r\n")
    try surroundings.output.write(Control.home + text + Control.clearBelow)
    try surroundings.output.flush()
  }

  private func lines(_ state: borrowing State, marked: Bool) -> [String] {
    guard !state.items.isEmpty else { return ["Nothing to watch."] }
    let lines = ActivityLines(paint: paint, columns: surroundings.output.size.columns)
    var all: [String] = []
    for (index, item) in state.items.enumerated() {
      let isSelected = marked && index == state.selected
      all += lines.lines(item, pace: state.pace.reading(of: item), isSelected: isSelected)
    }
    return all
  }
}
