// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// Where the daemon's socket and its state are, from the environment.
///
/// Relative paths in the `XDG_` variables are ignored, as the XDG base directory specification
/// asks; relative paths in our own variables are taken from the present folder.
package struct Places: Hashable, Sendable {
  /// The path of the socket on which the daemon listens.
  package var socket: String

  /// The folder of the daemon's state.
  package var state: String

  /// Reads the places from the environment.
  ///
  /// - Parameters:
  ///   - environment: The variables; those of the process unless a test gives others.
  ///   - user: The user's number.
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    user: UInt32 = getuid()
  ) {
    let home = Self.absolute(environment["HOME"]) ?? NSHomeDirectory()
    if let given = Self.present(environment["NIGHTJAR_SOCKET"]) {
      socket = given
    } else if let runtime = Self.absolute(environment["XDG_RUNTIME_DIR"]) {
      socket = runtime + "/nightjar/socket"
    } else {
      socket = "/tmp/nightjar-\(user)/socket"
    }
    if let given = Self.present(environment["NIGHTJAR_STATE"]) {
      state = given
    } else if let stateHome = Self.absolute(environment["XDG_STATE_HOME"]) {
      state = stateHome + "/nightjar"
    } else {
      state = home + "/.local/state/nightjar"
    }
  }

  /// The folder that holds the socket.
  package var socketFolder: String { (socket as NSString).deletingLastPathComponent }

  private static func present(_ value: String?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return value
  }

  private static func absolute(_ value: String?) -> String? {
    guard let value = present(value), value.hasPrefix("/") else { return nil }
    return value
  }
}
