// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Finds the `Info.plist` of an executable.
///
/// The order is: the file that `NIGHTJAR_INFO_PLIST` names; `Info.plist` beside the executable;
/// inside `<executable>.app/`, or the `.app` folder around the executable, or its `Contents/`;
/// inside the resource folder that SwiftPM makes for the executable's target, or one folder
/// deeper, since SwiftPM forbids an `Info.plist` at the top of a resource folder. The first file
/// that exists is used: a broken one ends the search, because another one would be a silent wrong
/// answer.
struct PlistSearch {
  /// A file that exists and was read.
  struct Found {
    var path: String
    var contents: [String: Any]
  }

  private let executable: String
  private let environment: [String: String]
  private var attempts: [ClientError.Attempt] = []

  init(executable: String, environment: [String: String]) {
    self.executable = executable
    self.environment = environment
  }

  /// Looks at the places in their order.
  ///
  /// - Throws: `ClientError` with every place that was looked at and what was wrong there.
  mutating func run() throws(ClientError) -> Found {
    if let named = environment["NIGHTJAR_INFO_PLIST"], !named.isEmpty {
      let place = "NIGHTJAR_INFO_PLIST=\(named)"
      if let found = try look(at: named, called: place) { return found }
      throw ClientError(
        .infoPlistMissing,
        "NIGHTJAR_INFO_PLIST names a file that is not there; correct or unset it",
        attempts: attempts
      )
    }
    for path in candidates {
      if let found = try look(at: path, called: path) { return found }
    }
    throw ClientError(
      .infoPlistMissing,
      "\(executable) has no Info.plist; put one in one of these places, or name it in "
        + "NIGHTJAR_INFO_PLIST",
      attempts: attempts
    )
  }

  private var folder: String { (executable as NSString).deletingLastPathComponent }
  private var name: String { (executable as NSString).lastPathComponent }

  private var candidates: [String] {
    var paths = ["\(folder)/Info.plist"]
    for bundle in ["\(folder)/\(name).app"] + enclosingBundles {
      paths += ["\(bundle)/Info.plist", "\(bundle)/Contents/Info.plist"]
    }
    let resources = resourceFolders
    if resources.isEmpty { paths.append("\(folder)/*_\(name).resources/Info.plist") }
    for resource in resources {
      paths.append("\(resource)/Info.plist")
      paths += folders(in: resource).map { "\(resource)/\($0)/Info.plist" }
    }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// The `.app` folders around the executable, at most three levels up: `X.app/Contents/MacOS/X`.
  private var enclosingBundles: [String] {
    var bundles: [String] = []
    var path = folder
    for _ in 0..<3 {
      if path.hasSuffix(".app") { bundles.append(path) }
      path = (path as NSString).deletingLastPathComponent
    }
    return bundles
  }

  private var resourceFolders: [String] {
    folders(in: folder).filter { $0.hasSuffix("_\(name).resources") }.map { "\(folder)/\($0)" }
  }

  private func folders(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().filter {
      switch FileKind(at: "\(path)/\($0)") {
      case .folder: true
      case .missing, .executable, .file, .other: false
      }
    }
  }

  private mutating func look(at path: String, called place: String) throws(ClientError) -> Found? {
    switch PlistFile.read(path) {
    case .contents(let contents): return Found(path: path, contents: contents)
    case .missing:
      attempts.append(.init(place: place, problem: "not there"))
      return nil
    case .broken(let problem):
      attempts.append(.init(place: place, problem: problem))
      throw ClientError(
        .infoPlistBroken,
        "the Info.plist of \(executable) cannot be used",
        attempts: attempts
      )
    }
  }
}
