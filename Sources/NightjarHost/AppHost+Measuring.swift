// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
internal import NightjarSystem

extension AppHost {
  /// What a process, and what it started, has used since it began.
  ///
  /// A cgroup counts everything in it. Without one it is the process itself with the children that
  /// it waited for.
  ///
  /// - Parameters:
  ///   - app: The app that it is of.
  ///   - process: The process.
  /// - Returns: The use; `nil` when the process is not watched or nothing can be read of it.
  package func use(of app: AppIdentifier, _ process: ProcessIdentity) -> ResourceUse? {
    guard let hosted = processes[process], hosted.app == app else { return nil }
    return Self.use(of: hosted.scope, process: ProcessUse.read(process.pid))
  }

  static func use(of scope: ProcessScope, process: ProcessUse?) -> ResourceUse? {
    var use = process.map { process in
      ResourceUse(
        cpu: TimeSpan(nanoseconds: process.cpuNanoseconds),
        readBytes: process.readBytes,
        writtenBytes: process.writtenBytes
      )
    }
    guard case .cgroup(let group) = scope, let cpu = group.cpuMicroseconds else { return use }
    use = use ?? ResourceUse()
    use?.cpu = TimeSpan(nanoseconds: cpu * 1000)
    if let disk = group.diskBytes {
      use?.readBytes = disk.read
      use?.writtenBytes = disk.written
    }
    return use
  }
}
