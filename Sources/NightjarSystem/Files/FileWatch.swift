// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Tells when files and folders change, through inotify(7).
package final class FileWatch {
  /// What can happen to a file, or to the entries of a folder.
  package struct Changes: OptionSet, Hashable, Sendable {
    /// The bits; ours, not inotify's.
    package var rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Its content changed.
    package static let modified = Self(rawValue: 1 << 0)

    /// Somebody who wrote to it has closed it.
    package static let written = Self(rawValue: 1 << 1)

    /// An entry came into the folder: made there or moved in.
    package static let added = Self(rawValue: 1 << 2)

    /// An entry left the folder, or the watched file itself was removed or moved.
    package static let removed = Self(rawValue: 1 << 3)

    /// Permissions, owner or times changed.
    package static let attributes = Self(rawValue: 1 << 4)

    /// Changes came faster than they were read: look at everything again.
    package static let overflow = Self(rawValue: 1 << 5)
  }

  /// Names one watched path.
  package struct Token: Hashable, Sendable {
    fileprivate var descriptor: Int32
  }

  private struct Watched {
    var handler: (Changes, String) -> Void
    var isOnce: Bool
  }

  private let inotify: Descriptor
  private var source: EventLoop.Source?
  private var watched: [Int32: Watched] = [:]

  /// Makes a watch of nothing yet; one serves any number of paths.
  ///
  /// - Parameter loop: Where to call back.
  /// - Throws: `SystemError` when the user has too many of them (EMFILE).
  package init(on loop: EventLoop) throws(SystemError) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard number >= 0 else { throw .last("inotify_init1") }
    inotify = Descriptor(owning: number)
    source = try loop.watch(number, for: .read) { [weak self] _ in self?.drain() }
  }

  deinit {
    close()
  }

  /// Watches a path; a path that is watched already by this object gets the new handler.
  ///
  /// - Parameters:
  ///   - path: A file or folder that exists.
  ///   - changes: What to call back for.
  ///   - once: Whether to forget the path after the first call.
  ///   - handler: Called with what happened and the name of the folder's entry, or an empty name.
  /// - Returns: What ``unwatch(_:)`` takes.
  /// - Throws: `SystemError` when the path is not there or the user watches too many (ENOSPC).
  @discardableResult
  package func watch(
    _ path: String,
    for changes: Changes,
    once: Bool = false,
    handler: @escaping (Changes, String) -> Void
  ) throws(SystemError) -> Token {
    let mask = Self.bits(changes) | (once ? IN_ONESHOT : 0)
    let descriptor = inotify_add_watch(inotify.number, path, mask)
    guard descriptor >= 0 else { throw .last("inotify_add_watch", path) }
    watched[descriptor] = Watched(handler: handler, isOnce: once)
    return Token(descriptor: descriptor)
  }

  /// Forgets a path.
  ///
  /// - Parameter token: What ``watch(_:for:once:handler:)`` returned.
  package func unwatch(_ token: Token) {
    guard watched.removeValue(forKey: token.descriptor) != nil else { return }
    inotify_rm_watch(inotify.number, token.descriptor)
  }

  /// Forgets everything; a second call does nothing.
  package func close() {
    source?.cancel()
    source = nil
    watched = [:]
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while source != nil {
      let count = read(inotify.number, &buffer, buffer.count)
      guard count > 0 else { return }
      for change in Self.parse(buffer[..<count]) {
        report(change)
      }
    }
  }

  private func report(_ change: RawChange) {
    if change.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      for entry in watched.values {
        entry.handler(.overflow, "")
      }
      return
    }
    guard let entry = watched[change.descriptor] else { return }
    // The kernel forgets a watch whose file is gone or that was for one time only.
    let isForgotten = change.mask & UInt32(IN_IGNORED) != 0
    if isForgotten || entry.isOnce { watched[change.descriptor] = nil }
    let changes = Self.changes(change.mask)
    if !changes.isEmpty { entry.handler(changes, change.name) }
  }
}

extension FileWatch {
  private struct RawChange {
    var descriptor: Int32
    var mask: UInt32
    var name: String
  }

  /// Takes apart what inotify writes: four 32-bit fields, then a name padded with zeros.
  private static func parse(_ bytes: ArraySlice<UInt8>) -> [RawChange] {
    var changes: [RawChange] = []
    var rest = bytes
    while rest.count >= 16 {
      let fields = rest.prefix(16).withUnsafeBytes { raw in
        (0..<4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      }
      let name = rest.dropFirst(16).prefix(Int(fields[3]))
      changes.append(
        RawChange(
          descriptor: Int32(bitPattern: fields[0]),
          mask: fields[1],
          name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        )
      )
      rest = rest.dropFirst(16 + Int(fields[3]))
    }
    return changes
  }

  private static let table: [(Changes, [Int32])] = [
    (.modified, [IN_MODIFY]),
    (.written, [IN_CLOSE_WRITE]),
    (.added, [IN_CREATE, IN_MOVED_TO]),
    (.removed, [IN_DELETE, IN_MOVED_FROM, IN_DELETE_SELF, IN_MOVE_SELF]),
    (.attributes, [IN_ATTRIB]),
  ]

  private static func bits(_ changes: Changes) -> UInt32 {
    var bits: UInt32 = 0
    for (change, numbers) in table where changes.contains(change) {
      for number in numbers { bits |= UInt32(number) }
    }
    return bits
  }

  private static func changes(_ bits: UInt32) -> Changes {
    var changes: Changes = []
    for (change, numbers) in table where numbers.contains(where: { bits & UInt32($0) != 0 }) {
      changes.insert(change)
    }
    return changes
  }
}
