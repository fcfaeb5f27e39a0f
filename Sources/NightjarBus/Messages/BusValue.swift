// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A value that came over the bus; variants are opened, so that only what is in them is left.
package indirect enum BusValue: Hashable, Sendable {
  /// `b`.
  case boolean(Bool)

  /// `n`, `i` or `x`.
  case integer(Int64)

  /// `y`, `q`, `u` or `t`.
  case unsigned(UInt64)

  /// `d`; may be infinite or no number.
  case real(Double)

  /// `s`, `o` or `g`.
  case text(String)

  /// `h`; open for as long as anybody has the value.
  case descriptor(BusDescriptor)

  /// An array, or the members of a structure.
  case list([Self])

  /// One entry of a dictionary.
  case entry(key: Self, value: Self)

  /// The entries of a dictionary by their names; empty for anything else.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package var properties: [String: Self] {
    guard case .list(let items) = self else { return [:] }
    var properties: [String: Self] = [:]
    for case .entry(.text(let name), let value) in items { properties[name] = value }
    return properties
  }
}

/// A descriptor that came with a message; it is closed with the last value that holds it.
package final class BusDescriptor: Sendable {
  /// The number to make system calls with.
  package let number: Int32

  /// Takes over an open descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

extension BusDescriptor: Hashable {
  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}
