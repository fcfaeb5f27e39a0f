// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation

@testable import NightjarDevice

/// A folder that looks like the machine's own, gone when the test is.
final class FakeMachine {
  let root: String

  init() throws {
    root = NSTemporaryDirectory() + "nightjar-device-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  var folders: MachineFolders { MachineFolders(root: root) }

  /// Writes a file, with the newline that the kernel puts behind each attribute.
  func write(_ path: String, _ text: String) throws {
    let url = URL(fileURLWithPath: "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data((text + "\n").utf8).write(to: url)
  }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(root)/\(path)",
      withIntermediateDirectories: true
    )
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: "\(root)/\(path)")
  }

  /// Lays down one power supply.
  func supply(_ name: String, _ attributes: [String: String]) throws {
    try makeFolder("sys/class/power_supply/\(name)")
    for (key, value) in attributes {
      try write("sys/class/power_supply/\(name)/\(key)", value)
    }
  }

  /// Sets when a terminal was last typed at.
  func touch(_ path: String, lastTyped: Date) throws {
    try write(path, "")
    var times = [timeval(), timeval()]
    times[0].tv_sec = Int(lastTyped.timeIntervalSince1970)
    times[1].tv_sec = times[0].tv_sec
    guard utimes("\(root)/\(path)", times) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
