// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// The cgroups that hosts make, one for each process that is started.
///
/// A name tells which daemon made the group, `nightjar-PID-TICKS-COUNT.app`, so that the next one
/// can clear away after one that is gone without touching the groups of one that lives.
struct AppGroups {
  private let tree: CgroupTree
  private let owner: ProcessIdentity
  private var count = 0

  init(in tree: CgroupTree) {
    self.tree = tree
    let pid = getpid()
    owner = ProcessIdentity(pid: pid, startTicks: ProcessFacts.read(pid)?.startTicks ?? 0)
  }

  /// Makes an empty group.
  mutating func make() throws(SystemError) -> Cgroup {
    while true {
      count += 1
      do {
        return try tree.makeGroup("nightjar-\(owner.pid)-\(owner.startTicks)-\(count).app")
      } catch  where error.errno == EEXIST {
        // Another host of this process has made it.
        continue
      }
    }
  }

  /// Removes what earlier daemons left empty, and thaws what they left frozen.
  func sweep() {
    for group in tree.groups {
      guard let owner = Self.owner(of: group), owner != self.owner,
        ProcessFacts.read(owner.pid)?.startTicks != owner.startTicks
      else { continue }
      do {
        try group.remove()
      } catch {
        try? group.setFrozen(false)
      }
    }
  }

  /// The group of a process, if a host made it.
  static func group(of process: ProcessIdentity) -> Cgroup? {
    CgroupTree.group(of: process.pid).flatMap { owner(of: $0) == nil ? nil : $0 }
  }

  private static func owner(of group: Cgroup) -> ProcessIdentity? {
    guard group.name.hasSuffix(".app") else { return nil }
    let parts = group.name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "nightjar", let pid = Int32(parts[1]),
      let startTicks = UInt64(parts[2]), Int(parts[3]) != nil
    else { return nil }
    return ProcessIdentity(pid: pid, startTicks: startTicks)
  }
}
