// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// An app's bundle identifier; the path of its executable when its `Info.plist` names none.
package struct AppIdentifier: RawRepresentable, Hashable, Comparable, Sendable {
  /// The identifier as written.
  package var rawValue: String

  /// Takes any text; ``isWellFormed`` says whether it can name an app.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes any text; ``isWellFormed`` says whether it can name an app.
  package init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether the text can name an app; the same bounds as for a task, but a path may be longer.
  package var isWellFormed: Bool { isWellFormedName(rawValue, limit: 4096) }

  package static func == (left: Self, right: Self) -> Bool {
    isSameName(left.rawValue, right.rawValue)
  }

  // What Swift gives to everything with a raw value would compare the texts.
  package static func != (left: Self, right: Self) -> Bool { !(left == right) }

  package static func < (left: Self, right: Self) -> Bool {
    precedes(left.rawValue, right.rawValue)
  }
}

/// The identifier of a request and of the task that it becomes.
package struct TaskIdentifier: RawRepresentable, Hashable, Comparable, Sendable {
  /// The identifier as written.
  package var rawValue: String

  /// Takes any text; ``isWellFormed`` says whether it can name a task.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes any text; ``isWellFormed`` says whether it can name a task.
  package init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether the text is not empty, at most 255 UTF-8 bytes, free of control characters (2.1.7).
  package var isWellFormed: Bool { isWellFormedName(rawValue, limit: 255) }

  package static func == (left: Self, right: Self) -> Bool {
    isSameName(left.rawValue, right.rawValue)
  }

  // What Swift gives to everything with a raw value would compare the texts.
  package static func != (left: Self, right: Self) -> Bool { !(left == right) }

  package static func < (left: Self, right: Self) -> Bool {
    precedes(left.rawValue, right.rawValue)
  }
}

// Swift holds texts for equal that look the same, such as "é" in one scalar and in two. Names are
// the same when their bytes are, as in the store and in other languages; the hash of equal texts is
// equal, so it serves both.

/// Whether two names have the same bytes; asked many times for each event, so eight at a time.
private func isSameName(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left, right)
  return left.withUTF8 { left in
    right.withUTF8 { right in
      guard left.count == right.count else { return false }
      let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      var index = 0
      while index + 8 <= left.count {
        let words = (
          left.loadUnaligned(fromByteOffset: index, as: UInt64.self),
          right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        )
        guard words.0 == words.1 else { return false }
        index += 8
      }
      while index < left.count {
        guard left[index] == right[index] else { return false }
        index += 1
      }
      return true
    }
  }
}

private func precedes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

private func isWellFormedName(_ name: String, limit: Int) -> Bool {
  guard (1...limit).contains(name.utf8.count) else { return false }
  // Unicode's control characters are U+0000…U+001F and U+007F…U+009F; the latter begin with C2 in
  // UTF-8. This is asked for each submission, and bytes are much faster than properties.
  var previous: UInt8 = 0
  for byte in name.utf8 {
    if byte < 0x20 || byte == 0x7F { return false }
    if previous == 0xC2, byte < 0xA0 { return false }
    previous = byte
  }
  return true
}

/// What names a request on the device: the same identifier in two apps is two requests.
package struct RequestKey: Hashable, Comparable, Sendable {
  /// The app that asks.
  package var app: AppIdentifier

  /// The request's identifier within the app.
  package var task: TaskIdentifier

  /// Names the request of an app.
  package init(app: AppIdentifier, task: TaskIdentifier) {
    self.app = app
    self.task = task
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.app, left.task) < (right.app, right.task)
  }
}

/// Counts submissions on one device; a higher number was submitted later, none is used twice.
package struct SubmissionNumber: RawRepresentable, Hashable, Comparable, Sendable {
  /// The count, from 1.
  package var rawValue: Int64

  /// Makes the number.
  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Counts the runs on one device and names a run towards the app; none is used twice.
package struct RunNumber: RawRepresentable, Hashable, Comparable, Sendable {
  /// The count, from 1.
  package var rawValue: Int64

  /// Makes the number.
  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names one answer that a caller of the daemon waits for.
package struct Ticket: RawRepresentable, Hashable, Sendable {
  /// The count, from 1.
  package var rawValue: Int64

  /// Makes the ticket.
  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}
