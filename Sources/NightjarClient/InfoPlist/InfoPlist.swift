// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import NightjarModel

/// An app's `Info.plist` and entitlements, read into the facts that the daemon needs.
package struct InfoPlist: Hashable, Sendable {
  /// What the app says of itself.
  package var facts: AppFacts

  /// What counts as absent, each with the expected type or the right key; log line L2.
  package var findings: [LogLine]

  /// Finds and reads the `Info.plist` of an executable.
  ///
  /// - Parameters:
  ///   - executable: The absolute path of the executable.
  ///   - environment: The variables; `NIGHTJAR_INFO_PLIST` comes first in the search.
  ///   - identityPath: What to examine for the build; `/proc/self/exe` for the running program.
  /// - Throws: `ClientError` with `infoPlistMissing` or `infoPlistBroken` and the places looked at.
  package init(
    executable: String,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    identityPath: String? = nil
  ) throws(ClientError) {
    var search = PlistSearch(executable: executable, environment: environment)
    let found = try search.run()
    var values = PlistValue(found.contents)
    let bundleIdentifier = Self.bundleIdentifier(&values)
    let permitted = values.texts("BGTaskSchedulerPermittedIdentifiers")
    let entitlements = Entitlements(
      executable: executable,
      infoPlist: found.path,
      embedded: values.dictionary("NightjarEntitlements")
    )
    facts = AppFacts(
      identifier: AppIdentifier(bundleIdentifier ?? executable),
      bundleIdentifier: bundleIdentifier,
      executable: executable,
      infoPlist: found.path,
      name: values.text("CFBundleName") ?? (executable as NSString).lastPathComponent,
      build: Self.build(values.text("CFBundleVersion"), of: identityPath ?? executable),
      permittedIdentifiers: permitted,
      backgroundModes: Set(values.texts("UIBackgroundModes")),
      entitlements: entitlements.granted
    )
    values.noteNearMisses(of: Self.keys)
    let ignored = PermittedIdentifiers(entries: permitted, bundleIdentifier: bundleIdentifier)
      .ignored.map {
        LogLine.ignoredEntry(key: "BGTaskSchedulerPermittedIdentifiers", why: $0.why)
      }
    findings = values.findings + ignored + entitlements.findings
  }

  /// The facts of an app without a usable `Info.plist`: it may run, but nothing is permitted.
  static func withoutPlist(executable: String, identityPath: String) -> AppFacts {
    AppFacts(
      identifier: AppIdentifier(executable),
      executable: executable,
      name: (executable as NSString).lastPathComponent,
      build: build(nil, of: identityPath)
    )
  }

  private static let keys = [
    NearMiss(key: "BGTaskSchedulerPermittedIdentifiers", stem: "BGTaskScheduler"),
    NearMiss(key: "UIBackgroundModes"),
    NearMiss(key: "NightjarEntitlements"),
    NearMiss(key: "CFBundleIdentifier"),
  ]

  private static func bundleIdentifier(_ values: inout PlistValue) -> String? {
    guard let text = values.text("CFBundleIdentifier") else { return nil }
    guard AppIdentifier(text).isWellFormed else {
      values.note("CFBundleIdentifier", "it must be a name without control characters")
      return nil
    }
    return text
  }

  private static func build(_ version: String?, of path: String) -> String {
    let identity = ExecutableIdentity(path: path).text
    return [version, identity].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
