// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarEngine

/// How a daemon is started.
package struct DaemonOptions: Hashable, Sendable {
  /// A mistake in the words on the command line.
  package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to write instead.
    package var description: String
  }

  /// Where to listen.
  package var socket: String

  /// Where the state is kept.
  package var stateDirectory: String

  /// The numbers to decide by; `nil` means `portable` where there is a battery, else `mains`.
  package var preset: Preset?

  /// The file that overrides numbers; `nil` when there is no place to look for one.
  package var policyFile: String?

  /// Whether the file was asked for, so that it has to be there.
  package private(set) var isPolicyFileRequired = false

  /// What `nightjard --help` prints.
  package static let usage = """
    usage: nightjard [--socket PATH] [--state DIRECTORY] [--preset phone|portable|mains]
                     [--policy FILE]

      --socket PATH      listen here instead of $XDG_RUNTIME_DIR/nightjar/socket
      --state DIRECTORY  keep the state here instead of $XDG_STATE_HOME/nightjar
      --preset NAME      decide by these numbers instead of by what the machine is
      --policy FILE      override numbers by this file instead of by
                         $XDG_CONFIG_HOME/nightjar/policy.json
      --version          print the version and end
      --help             print this and end

    NIGHTJAR_SOCKET and NIGHTJAR_STATE name the same places.
    """

  /// Reads the options of a command line.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - environment: The environment, for the places that it names.
  ///   - uid: The user, for the fallback place of the socket.
  /// - Throws: `UsageError` that names the word and the remedy.
  package init(
    arguments: [String],
    environment: [String: String],
    uid: UInt32
  )
    throws(UsageError)
  {
    socket = Self.defaultSocket(environment, uid: uid)
    stateDirectory = Self.defaultState(environment)
    policyFile = Self.defaultPolicy(environment)
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard ["--socket", "--state", "--preset", "--policy"].contains(name) else {
        throw UsageError(description: "unknown option \"\(word)\"; see nightjard --help")
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
      else { throw UsageError(description: "\(name) needs a value; see nightjard --help") }
      try set(name, to: value)
    }
    guard !stateDirectory.isEmpty else {
      throw UsageError(description: "no place for the state: set HOME or give --state DIRECTORY")
    }
  }

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--socket": socket = value
    case "--state": stateDirectory = value
    case "--policy":
      policyFile = value
      isPolicyFileRequired = true
    default:
      guard let preset = Preset(rawValue: value) else {
        let known = Preset.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(description: "there is no preset \"\(value)\"; there are \(known)")
      }
      self.preset = preset
    }
  }

  private static func defaultSocket(_ environment: [String: String], uid: UInt32) -> String {
    if let path = environment["NIGHTJAR_SOCKET"], !path.isEmpty { return path }
    if let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty {
      return "\(folder)/nightjar/socket"
    }
    return "/tmp/nightjar-\(uid)/socket"
  }

  private static func defaultState(_ environment: [String: String]) -> String {
    if let path = environment["NIGHTJAR_STATE"], !path.isEmpty { return path }
    if let folder = environment["XDG_STATE_HOME"], !folder.isEmpty { return "\(folder)/nightjar" }
    guard let home = environment["HOME"], !home.isEmpty else { return "" }
    return "\(home)/.local/state/nightjar"
  }

  private static func defaultPolicy(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty {
      return "\(folder)/nightjar/policy.json"
    }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.config/nightjar/policy.json"
  }
}
