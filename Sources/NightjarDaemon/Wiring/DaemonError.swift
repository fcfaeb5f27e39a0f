// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Why a daemon cannot start or go on.
package struct DaemonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do about it.
  package var description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description
  }

  /// Takes over what another room says.
  init(_ error: any Error) {
    description = String(describing: error)
  }
}
