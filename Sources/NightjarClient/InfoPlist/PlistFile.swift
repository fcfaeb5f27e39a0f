// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Reads a property list, XML or binary, into a dictionary.
enum PlistFile {
  /// What a path led to.
  enum Answer {
    case missing
    case broken(String)
    case contents([String: Any])
  }

  /// Far above any real `Info.plist`, and low enough that a wrong path costs nothing.
  static let sizeLimit = 1 << 20

  static func read(_ path: String) -> Answer {
    switch FileKind(at: path) {
    case .missing: return .missing
    case .folder: return .broken("a folder, not a file")
    case .other: return .broken("not a regular file")
    case .file, .executable: break
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return .broken("not readable") }
    defer { try? file.close() }
    let data: Data
    do {
      data = try file.read(upToCount: sizeLimit + 1) ?? Data()
    } catch {
      return .broken("not readable: \(error.localizedDescription)")
    }
    guard data.count <= sizeLimit else { return .broken("larger than \(sizeLimit) bytes") }
    guard !data.isEmpty else { return .broken("empty") }
    return parse(data)
  }

  private static func parse(_ data: Data) -> Answer {
    let value: Any
    do {
      value = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    } catch {
      let why = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      return .broken("not a property list: \(why ?? "it cannot be parsed")")
    }
    guard let contents = value as? [String: Any] else {
      return .broken("not a dictionary but \(PlistValue.kind(of: value))")
    }
    return .contents(contents)
  }
}
