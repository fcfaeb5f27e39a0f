// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarModel

/// Reads an app's entitlements, which Linux executables cannot carry inside.
///
/// The first of these that exists is used: `<executable>.entitlements` beside the executable;
/// `Entitlements.plist` beside the `Info.plist`; the dictionary `NightjarEntitlements` inside it.
struct Entitlements {
  /// The entitlements that are present and true.
  private(set) var granted: Set<String> = []

  /// What could not be used; log line L2.
  private(set) var findings: [LogLine] = []

  private static let known = [AppFacts.healthResearchEntitlement, AppFacts.gpuEntitlement]

  init(executable: String, infoPlist: String, embedded: [String: Any]?) {
    let folder = (infoPlist as NSString).deletingLastPathComponent
    for path in ["\(executable).entitlements", "\(folder)/Entitlements.plist"] {
      switch PlistFile.read(path) {
      case .missing: continue
      case .broken(let problem):
        findings.append(.ignoredEntry(key: path, why: "it is \(problem)"))
        return
      case .contents(let contents):
        take(contents)
        return
      }
    }
    if let embedded { take(embedded) }
  }

  private mutating func take(_ contents: [String: Any]) {
    var values = PlistValue(contents)
    granted = Set(Self.known.filter { values.flag($0) })
    values.noteNearMisses(of: Self.known.map { NearMiss(key: $0) })
    findings = values.findings
  }
}
