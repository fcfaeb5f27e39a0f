// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Why a figure could not be measured.
struct BenchError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
