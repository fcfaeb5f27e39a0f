// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NightjarModel
internal import NightjarSystem

/// The process at the other end of a connection.
package struct WirePeer: Hashable, Sendable {
  /// The process that connected, as SO_PEERCRED names it.
  ///
  /// Its number is 0 when it lives in a namespace that we do not see, and its start is 0 when it
  /// was gone already.
  package var process: ProcessIdentity

  /// The user that it ran as.
  package var uid: UInt32

  /// Whether the daemon handed it the connection, and so knows who it is without being told.
  package var isAdopted: Bool

  /// Asks the kernel who connected.
  ///
  /// - Parameter descriptor: A connected socket.
  /// - Throws: `SystemError` when the descriptor is not a connected socket, or none are left to
  ///   look the process up with.
  init(of descriptor: Int32) throws(SystemError) {
    let credentials = try UnixSocket.credentials(of: descriptor)
    let identity = try Self.identity(pid: credentials.pid, connectedTo: descriptor)
    self.init(process: identity, uid: credentials.uid, isAdopted: false)
  }

  init(process: ProcessIdentity, uid: UInt32, isAdopted: Bool) {
    self.process = process
    self.uid = uid
    self.isAdopted = isAdopted
  }

  private static func identity(
    pid: Int32,
    connectedTo descriptor: Int32
  ) throws(SystemError) -> ProcessIdentity {
    let unknown = ProcessIdentity(pid: pid, startTicks: 0)
    guard pid > 0, let process = try UnixSocket.processDescriptor(of: descriptor) else {
      return unknown
    }
    defer { close(process) }
    let ticks = try startTicks(of: pid)
    // The number may have gone to another process before its start was read; if the one that
    // connected still runs now, it had the number all along.
    guard let ticks, !UnixSocket.wait(process, writing: false, milliseconds: 0) else {
      return unknown
    }
    return ProcessIdentity(pid: pid, startTicks: ticks)
  }

  /// When the process started, from `/proc`; `nil` when it is gone.
  private static func startTicks(of pid: Int32) throws(SystemError) -> UInt64? {
    do {
      return ProcessFacts(stat: try SmallFile.read("/proc/\(pid)/stat"))?.startTicks
    } catch {
      // Without descriptors a living process would be taken for one that is gone.
      if error.errno == EMFILE || error.errno == ENFILE { throw error }
      return nil
    }
  }
}
