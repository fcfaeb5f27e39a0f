// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// How far a reading can be trusted.
package enum DeviceTrust: String, CaseIterable, Hashable, Sendable {
  /// The kernel says so.
  case measured

  /// Worked out from what the kernel says.
  case derived

  /// Nobody says anything, so this is assumed.
  case `default`

  /// A user or a test said so.
  case override
}

/// One thing the daemon believes of the machine, and where it knows it from.
package struct DeviceReading: Hashable, Sendable {
  /// Which fact.
  package var key: DeviceFactKey

  /// Its value in the words of `nightjar device set`.
  package var value: String

  /// Who says so, such as `rtnetlink, default route through eth0`.
  package var source: String

  /// How far to trust it.
  package var trust: DeviceTrust

  /// The value that an override hides, if one does.
  package var overridden: String?
}

/// One fact as a source found it.
struct Finding: Hashable {
  /// The fact.
  var fact: DeviceChange

  /// Who says so.
  var source: String

  /// How far to trust it.
  var trust: DeviceTrust

  /// What is assumed where a source could not find out.
  ///
  /// - Parameters:
  ///   - key: Which fact.
  ///   - why: Why nothing better is known.
  /// - Returns: The one finding.
  static func assumed(_ key: DeviceFactKey, because why: String? = nil) -> [Self] {
    DeviceState().facts.filter { $0.key == key }.map { fact in
      Self(fact: fact, source: why.map { "default: \($0)" } ?? "default", trust: .default)
    }
  }
}
