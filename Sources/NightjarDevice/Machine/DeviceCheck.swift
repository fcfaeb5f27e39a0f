// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What `nightjar doctor` says of one source: whether it works, and what to do if it does not.
package struct DeviceCheck: Hashable, Sendable {
  /// How a source fares.
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// It works.
    case ok

    /// The machine does not have it, which may be right.
    case missing

    /// It should work and does not.
    case failed
  }

  /// The source, such as `network`.
  package var name: String

  /// How it fares.
  package var state: State

  /// What was found.
  package var detail: String

  /// What to do about it; nil when there is nothing to do.
  package var remedy: String?
}

extension DeviceCheck {
  /// What is said where no bus is asked.
  static let noBus = Self(
    name: "bus",
    state: .missing,
    detail: "a container's bus is that of its host and is not asked",
    remedy: "Nothing; name a bus with DBUS_SYSTEM_BUS_ADDRESS to have it asked all the same."
  )
}
