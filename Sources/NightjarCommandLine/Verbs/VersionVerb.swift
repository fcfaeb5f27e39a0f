// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// `nightjar version`.
enum VersionVerb: Verb {
  static let command = Command(
    name: "version",
    summary: "Print the version of this program, and of the daemon if one answers."
  )

  static func run(_ session: Session) throws -> ExitCode {
    // No daemon is no fault here: the program's own version is what was asked for.
    let daemon = try? session.daemon().status().version
    if session.isJSON {
      try session.write(["version": .text(nightjarVersion), "daemon": .optional(daemon)])
    } else {
      try session.write("nightjar \(nightjarVersion)\n")
      if let daemon { try session.write("nightjard \(Printable.text(daemon))\n") }
    }
    return .done
  }
}
