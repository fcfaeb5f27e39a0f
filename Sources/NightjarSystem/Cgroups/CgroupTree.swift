// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The part of the cgroup v2 hierarchy in which this process may make groups (cgroups(7)).
///
/// Groups of our own are made right below the group that this process is in: that is what a service
/// manager delegates. No controllers are switched on, so our group may go on holding processes.
package struct CgroupTree: Hashable, Sendable {
  /// Our own group's folder.
  package let path: String

  /// Whether groups can be made, and if not, why.
  package enum Availability: Hashable, Sendable {
    /// They can, in this tree.
    case available(CgroupTree)

    /// They cannot; the sentence tells why and what would help.
    case unavailable(String)
  }

  /// Takes a folder of the hierarchy.
  package init(path: String) {
    self.path = path
  }

  /// Looks for the tree of this process, also in a hybrid layout beside cgroup v1.
  ///
  /// - Returns: The tree, or why there is none.
  package static func find() -> Availability {
    guard let own = try? SmallFile.text("/proc/self/cgroup"),
      let mounts = try? SmallFile.text("/proc/self/mountinfo")
    else { return .unavailable("/proc/self/cgroup cannot be read: mount /proc") }
    switch locate(ownGroups: own, mounts: mounts) {
    case .unavailable(let why): return .unavailable(why)
    case .available(let tree):
      for path in [tree.path, "\(tree.path)/cgroup.procs"] where access(path, W_OK) != 0 {
        let why = SystemError.last("access", path)
        return .unavailable("\(why); delegate the group to this user (systemd: Delegate=yes)")
      }
      return .available(tree)
    }
  }

  /// Finds the folder of a process in the hierarchy.
  ///
  /// - Parameters:
  ///   - ownGroups: The text of /proc/PID/cgroup.
  ///   - mounts: The text of /proc/self/mountinfo.
  /// - Returns: The tree, whether or not it may be written to.
  package static func locate(ownGroups: String, mounts: String) -> Availability {
    // The line of v2 begins with "0::"; the others are hierarchies of v1.
    guard let line = ownGroups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return .unavailable("this machine has no cgroup v2 hierarchy")
    }
    let group = String(line.dropFirst(3))
    for mount in mounts.split(separator: "\n").compactMap(Mount.init) {
      if let folder = mount.folder(of: group) { return .available(Self(path: folder)) }
    }
    return .unavailable("no cgroup2 mount shows this process's group \(group)")
  }

  /// Makes a group.
  ///
  /// - Parameter name: Its name, one path component that is not taken.
  /// - Returns: The new, empty group.
  /// - Throws: `SystemError` when it cannot be made; EEXIST when the name is taken.
  package func makeGroup(_ name: String) throws(SystemError) -> Cgroup {
    let folder = path == "/" ? "/\(name)" : "\(path)/\(name)"
    guard mkdir(folder, 0o755) == 0 else { throw .last("mkdir", folder) }
    return Cgroup(path: folder)
  }

  /// The group that a process is in, if this hierarchy shows it.
  ///
  /// - Parameter pid: The process number.
  /// - Returns: The group; `nil` when the process is gone.
  package static func group(of pid: Int32) -> Cgroup? {
    guard let groups = try? SmallFile.text("/proc/\(pid)/cgroup"),
      let mounts = try? SmallFile.text("/proc/self/mountinfo"),
      case .available(let tree) = locate(ownGroups: groups, mounts: mounts)
    else { return nil }
    return Cgroup(path: tree.path)
  }

  /// The groups right below this one.
  package var groups: [Cgroup] {
    Cgroup(path: path).children
  }
}

/// A line of mountinfo (proc(5)) that mounts a cgroup v2 hierarchy.
private struct Mount {
  var root: String
  var point: String

  init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    // Optional fields end with a lone dash; the type comes after it.
    guard let dash = fields.firstIndex(of: "-"), dash >= 5, dash + 1 < fields.count,
      fields[dash + 1] == "cgroup2"
    else { return nil }
    root = Self.unescaped(fields[3])
    point = Self.unescaped(fields[4])
  }

  /// Where the mount shows a group; `nil` when the group lies outside of what is mounted.
  func folder(of group: String) -> String? {
    guard !group.hasPrefix("/..") else { return nil }
    if root == "/" { return group == "/" ? point : point + group }
    if group == root { return point }
    return group.hasPrefix(root + "/") ? point + group.dropFirst(root.utf8.count) : nil
  }

  /// Blanks and backslashes are written as three octal digits.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = field.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
