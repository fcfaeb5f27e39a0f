// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarStore

/// What a daemon finds in the store, sorted by what it is for.
struct StoreStartUp {
  /// The overrides of the device, in the words of `nightjar device set`.
  var overrides: [String: String] = [:]

  /// The processes that the daemon before this one started.
  var started: [(process: ProcessIdentity, app: AppIdentifier)] = []

  private static let overridePrefix = "override."

  init(settings: [String: String]) {
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
      if key.hasPrefix(Self.overridePrefix) {
        overrides[String(key.dropFirst(Self.overridePrefix.count))] = value
      } else if let process = ProcessSetting.process(key) {
        started.append((process, AppIdentifier(value)))
      }
    }
  }

  /// The settings that change when the overrides do.
  ///
  /// - Parameters:
  ///   - overrides: The overrides that hold from now on.
  ///   - keys: All keys that there may be overrides of.
  /// - Returns: One setting for each key.
  static func settings(
    for overrides: [String: String],
    keys: [String]
  ) -> [Setting] {
    keys.map { Setting(name: overridePrefix + $0, value: overrides[$0]) }
  }
}
