// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What an app says of itself: its executable and the facts of its `Info.plist`.
package struct AppFacts: Hashable, Sendable {
  /// The bundle identifier, or the executable's path when there is none.
  package var identifier: AppIdentifier

  /// `CFBundleIdentifier` as written; `nil` when the plist has none.
  package var bundleIdentifier: String?

  /// The absolute path that a launch executes; empty for a simulated app.
  package var executable: String

  /// The arguments that a launch passes after the program's name.
  package var arguments: [String]

  /// The folder that a launch starts in; `nil` means the executable's own.
  package var workingDirectory: String?

  /// Where the `Info.plist` was found; `nil` when there was none.
  package var infoPlist: String?

  /// `CFBundleName` or the executable's name, for people.
  package var name: String

  /// `CFBundleVersion` and the executable's identity; a change means a new build.
  package var build: String

  /// The strings of `BGTaskSchedulerPermittedIdentifiers`, as written.
  package var permittedIdentifiers: [String]

  /// The strings of `UIBackgroundModes`.
  package var backgroundModes: Set<String>

  /// The entitlements that are present and true.
  package var entitlements: Set<String>

  /// Makes the facts of an app that declares nothing.
  package init(
    identifier: AppIdentifier,
    bundleIdentifier: String? = nil,
    executable: String = "",
    arguments: [String] = [],
    workingDirectory: String? = nil,
    infoPlist: String? = nil,
    name: String = "",
    build: String = "",
    permittedIdentifiers: [String] = [],
    backgroundModes: Set<String> = [],
    entitlements: Set<String> = []
  ) {
    self.identifier = identifier
    self.bundleIdentifier = bundleIdentifier
    self.executable = executable
    self.arguments = arguments
    self.workingDirectory = workingDirectory
    self.infoPlist = infoPlist
    self.name = name
    self.build = build
    self.permittedIdentifiers = permittedIdentifiers
    self.backgroundModes = backgroundModes
    self.entitlements = entitlements
  }

  /// The entitlement of a health study (1.5).
  package static let healthResearchEntitlement =
    "com.apple.developer.backgroundtasks.healthresearch"

  /// The entitlement for GPU work in continued processing (1.5).
  package static let gpuEntitlement =
    "com.apple.developer.background-tasks.continued-processing.gpu"
}
