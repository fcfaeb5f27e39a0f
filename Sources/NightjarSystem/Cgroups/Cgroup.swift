// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// One control group: processes that are frozen, counted and ended together (cgroups(7), v2).
package struct Cgroup: Hashable, Sendable {
  /// The group's folder.
  package let path: String

  /// Takes a group that exists.
  package init(path: String) {
    self.path = path
  }

  /// The group's own name.
  package var name: String { String(path.split(separator: "/").last ?? "") }

  /// The groups right below this one.
  package var children: [Cgroup] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [Cgroup] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard entry.pointee.d_type == UInt8(DT_DIR), name != ".", name != ".." else { continue }
      found.append(Cgroup(path: "\(path)/\(name)"))
    }
    return found
  }

  /// Opens the group for a process that starts in it; see ``Spawn/cgroup``.
  ///
  /// - Returns: A descriptor of the folder.
  /// - Throws: `SystemError` when the group is gone.
  package func openFolder() throws(SystemError) -> Descriptor {
    try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
  }

  /// The numbers of the processes in the group and below it, zombies left out.
  package var processes: [Int32] {
    let text = (try? SmallFile.text("\(path)/cgroup.procs")) ?? ""
    let own = text.split(separator: "\n").compactMap { Int32($0) }
    return own + children.flatMap(\.processes)
  }

  /// Whether any process that has not ended is in the group or below it.
  package var isPopulated: Bool { event("populated") }

  /// Whether all processes of the group stand still.
  package var isFrozen: Bool { event("frozen") }

  /// Freezes the group, or lets it go on; the kernel does so a moment later.
  ///
  /// - Parameter isFrozen: Which of the two.
  /// - Throws: `SystemError` when the group is gone or the kernel is older than 5.2.
  package func setFrozen(_ isFrozen: Bool) throws(SystemError) {
    try SmallFile.write(isFrozen ? "1" : "0", to: "\(path)/cgroup.freeze")
  }

  /// Sends a signal to each process of the group; one that is forked meanwhile may be missed.
  ///
  /// - Parameter signal: The signal's number.
  package func send(_ signal: Int32) {
    for process in processes {
      Glibc.kill(process, signal)
    }
  }

  /// Ends all processes of the group with SIGKILL, none can slip away.
  ///
  /// - Throws: `SystemError` when the group is gone.
  package func kill() throws(SystemError) {
    do {
      try SmallFile.write("1", to: "\(path)/cgroup.kill")
    } catch  where error.errno == ENOENT {
      // Before Linux 5.14: nothing can fork while it is frozen, and SIGKILL ends what is frozen.
      try setFrozen(true)
      send(SIGKILL)
      try setFrozen(false)
    }
  }

  /// Removes the group and the groups below it.
  ///
  /// - Throws: `SystemError` with EBUSY while a process is left.
  package func remove() throws(SystemError) {
    for child in children {
      try child.remove()
    }
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last("rmdir", path) }
  }

  private func event(_ key: String) -> Bool { value(of: key, in: "cgroup.events") == 1 }

  fileprivate func value(of key: String, in file: String) -> Int64? {
    guard let text = try? SmallFile.text("\(path)/\(file)") else { return nil }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == key { return Int64(words[1]) }
    }
    return nil
  }
}

// MARK: - What a group has used

extension Cgroup {
  /// A resource that processes wait for.
  package enum Resource: String, Hashable, Sendable {
    /// Processor time.
    case cpu

    /// Memory.
    case memory

    /// Reading and writing.
    case io
  }

  /// The processor time of the group so far, in microseconds.
  package var cpuMicroseconds: Int64? { value(of: "usage_usec", in: "cpu.stat") }

  /// The bytes that the group has read from disks and written to them; `nil` without the controller
  /// for it.
  package var diskBytes: (read: Int64, written: Int64)? {
    guard let text = try? SmallFile.text("\(path)/io.stat") else { return nil }
    var bytes: (read: Int64, written: Int64) = (0, 0)
    for word in text.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let value = Int64(parts[1]) else { continue }
      if parts[0] == "rbytes" { bytes.read += value }
      if parts[0] == "wbytes" { bytes.written += value }
    }
    return bytes
  }

  /// The memory that the group holds, in bytes; `nil` without the memory controller.
  package var memoryBytes: Int64? {
    guard let text = try? SmallFile.text("\(path)/memory.current") else { return nil }
    return text.split(separator: "\n").first.flatMap { Int64($0) }
  }

  /// The share of the last ten seconds in which something in the group waited for a resource.
  ///
  /// - Parameter resource: Which resource.
  /// - Returns: Percent, `avg10` of the `some` line; `nil` when the kernel does not count it.
  package func pressure(_ resource: Resource) -> Double? {
    guard let text = try? SmallFile.text("\(path)/\(resource.rawValue).pressure") else {
      return nil
    }
    for line in text.split(separator: "\n") where line.hasPrefix("some ") {
      for word in line.split(separator: " ") where word.hasPrefix("avg10=") {
        return Double(word.dropFirst("avg10=".count))
      }
    }
    return nil
  }

  /// Waits for the group to be left by its last process.
  ///
  /// - Parameters:
  ///   - watch: What watches the file.
  ///   - handler: Called at every change; it looks at ``isPopulated`` itself.
  /// - Returns: What `FileWatch.unwatch(_:)` takes.
  /// - Throws: `SystemError` when the group is gone.
  package func watchEvents(
    with watch: FileWatch,
    handler: @escaping () -> Void
  ) throws(SystemError) -> FileWatch.Token {
    try watch.watch("\(path)/cgroup.events", for: .modified) { _, _ in handler() }
  }
}
