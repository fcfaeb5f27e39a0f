// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel
package import NightjarSystem

/// What the host works with, and where.
package struct HostSettings {
  /// The folder of the daemon's state; logs go into `logs` in it.
  package var stateFolder: String

  /// The daemon's socket, which apps find in `NIGHTJAR_SOCKET`.
  package var socketPath: String

  /// The daemon's environment, of which apps inherit what is not about the daemon itself.
  package var environment: [String: String]

  /// Where each app gets a cgroup of its own, or why nowhere; then a session is its group.
  package var cgroups: CgroupTree.Availability

  /// How many descriptors an app may have open; `nil` lets it have as many as the daemon.
  package var openFiles: UInt64?

  /// Whether processes that an app has forked are ended when the app itself has ended.
  package var endsLeftovers = true

  /// How long they have between SIGTERM and SIGKILL.
  package var leftoverGrace = TimeSpan.seconds(2)

  /// How large a log may grow before it is moved aside, in bytes.
  package var logLimit: Int64 = 1 << 20

  /// How long a log may grow unwatched between two looks at its size.
  package var logInterval = TimeSpan.milliseconds(500)

  /// Starts a program: the place where tests let it fail.
  package var start: (Spawn) throws(SystemError) -> Spawn.Child

  /// Makes settings with the machine's own environment and cgroups.
  package init(stateFolder: String, socketPath: String) {
    self.stateFolder = stateFolder
    self.socketPath = socketPath
    environment = OwnEnvironment.all()
    cgroups = CgroupTree.find()
    start = { (spawn) throws(SystemError) in try spawn.start() }
  }
}
