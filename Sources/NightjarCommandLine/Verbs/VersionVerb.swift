// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// `nightjar version`.
enum VersionVerb: Verb {
  /// The version of the program (semver.org).
  static let version = "0.1.0"

  static let command = Command(
    name: "version",
    summary: "Print the version of this program, and of the daemon if one answers."
  )

  static func run(_ session: Session) throws -> ExitCode {
    // No daemon is no fault here: the program's own version is what was asked for.
    let daemon = try? session.daemon().status().version
    if session.isJSON {
      try session.write(["version": .text(version), "daemon": .optional(daemon)])
    } else {
      try session.write("nightjar \(version)\n")
      if let daemon { try session.write("nightjard \(Printable.text(daemon))\n") }
    }
    return .done
  }
}
