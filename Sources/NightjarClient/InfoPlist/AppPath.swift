// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import NightjarModel

extension AppFacts {
  /// Reads the app that a path leads to.
  ///
  /// - Parameters:
  ///   - path: An executable, an `.app` folder, or a folder with one executable and a list.
  ///   - environment: The variables; `NIGHTJAR_INFO_PLIST` comes first in the search.
  /// - Returns: The facts, and what in the `Info.plist` could not be used.
  /// - Throws: `ClientError` with `notAnApp`, `infoPlistMissing` or `infoPlistBroken`.
  package static func reading(
    executable path: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ClientError) -> InfoPlist {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    switch FileKind(at: absolute) {
    case .executable: return try InfoPlist(executable: absolute, environment: environment)
    case .folder:
      let executable = try AppFolder(path: absolute).executable()
      return try InfoPlist(executable: executable, environment: environment)
    case .missing: throw ClientError(.notAnApp, "\(path) does not exist")
    case .file:
      throw ClientError(.notAnApp, "\(path) is not executable; run chmod +x on it, or build it")
    case .other: throw ClientError(.notAnApp, "\(path) is neither a file nor a folder")
    }
  }
}

/// A folder that holds an app.
private struct AppFolder {
  var path: String

  /// The one program in the folder, its `Contents/`, or the folders below that hold programs.
  func executable() throws(ClientError) -> String {
    if let named = try named() { return named }
    let found = folders.flatMap(programs(in:))
    guard let first = found.first else {
      throw ClientError(.notAnApp, "\(path) holds no executable; name the executable itself")
    }
    guard found.count == 1 else {
      let names = found.map { ($0 as NSString).lastPathComponent }.joined(separator: ", ")
      throw ClientError(.notAnApp, "\(path) holds several executables (\(names)); name one of them")
    }
    return first
  }

  private var folders: [String] {
    ["", "/Contents", "/Contents/MacOS", "/Contents/Linux"].map { path + $0 }
  }

  /// The program that `CFBundleExecutable` names.
  private func named() throws(ClientError) -> String? {
    for plist in ["\(path)/Info.plist", "\(path)/Contents/Info.plist"] {
      guard case .contents(let contents) = PlistFile.read(plist),
        let name = contents["CFBundleExecutable"] as? String, !name.contains("/"), !name.isEmpty
      else { continue }
      for folder in folders where isProgram("\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
      throw ClientError(
        .notAnApp,
        "\(plist) names the executable \"\(name)\", which \(path) does not hold"
      )
    }
    return nil
  }

  private func programs(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }.filter(isProgram)
  }

  private func isProgram(_ path: String) -> Bool {
    switch FileKind(at: path) {
    case .executable: !path.hasSuffix(".so")
    case .missing, .folder, .file, .other: false
    }
  }
}
