// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The four kinds of work that an app can ask for.
package enum TaskKind: String, CaseIterable, Hashable, Sendable {
  /// A short update of content, `BGAppRefreshTaskRequest`.
  case refresh

  /// Minutes of maintenance while the device is idle, `BGProcessingTaskRequest`.
  case processing

  /// A processing task of a health study, `BGHealthResearchTaskRequest`.
  case healthResearch

  /// Work that a user started and watches, `BGContinuedProcessingTaskRequest`.
  case continued

  /// The `UIBackgroundModes` value that the kind needs, if any (1.5).
  package var requiredMode: String? {
    switch self {
    case .refresh: "fetch"
    case .processing, .healthResearch: "processing"
    case .continued: nil
    }
  }

  /// Whether the kind counts and waits as processing does (2.3.7).
  package var isProcessing: Bool {
    switch self {
    case .processing, .healthResearch: true
    case .refresh, .continued: false
    }
  }
}

/// The conditions that a request itself asks for.
package struct Conditions: OptionSet, Hashable, Sendable {
  /// The bits, stable in the store and on the wire.
  package var rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Never launched while offline, `requiresNetworkConnectivity`.
  package static let network = Self(rawValue: 1 << 0)

  /// Never launched on battery, `requiresExternalPower`.
  package static let externalPower = Self(rawValue: 1 << 1)
}
