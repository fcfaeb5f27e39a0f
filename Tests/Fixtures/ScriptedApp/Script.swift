// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the app is to do: words that a test has written beside the app's `Info.plist`.
struct Script: Decodable {
  /// What the main thread does; afterwards it serves the main queue.
  var start: [String]

  /// What the handler of each identifier does.
  var tasks: [String: [String]]

  /// The folder of the `Info.plist` that the environment names.
  static let folder: String = {
    let plist = ProcessInfo.processInfo.environment["NIGHTJAR_INFO_PLIST"] ?? ""
    return (plist as NSString).deletingLastPathComponent
  }()

  static func load() -> Script {
    let file = URL(fileURLWithPath: "\(folder)/script.json")
    do {
      return try JSONDecoder().decode(Script.self, from: try Data(contentsOf: file))
    } catch {
      fatalError("ScriptedApp: \(file.path) cannot be read: \(error)")
    }
  }
}
