// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux

/// The environment variables of this process.
package enum OwnEnvironment {
  /// Reads all variables.
  ///
  /// Nobody may set one meanwhile: the C library does not lock its environment.
  ///
  /// - Returns: The values by name; an entry without `=` is left out.
  package static func all() -> [String: String] {
    var variables: [String: String] = [:]
    guard var entry = nightjar_environment() else { return [:] }
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }
}
