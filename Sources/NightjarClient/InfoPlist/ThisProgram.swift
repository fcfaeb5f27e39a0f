// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
package import NightjarModel

/// The running program as an app.
package struct ThisProgram: Sendable {
  /// What it says of itself; without a usable `Info.plist`, that nothing is permitted.
  package var facts: AppFacts

  /// What in the `Info.plist` could not be used.
  package var findings: [LogLine]

  /// Why there is no usable `Info.plist`; `nil` when there is one.
  package var problem: ClientError?

  /// Reads the `Info.plist` of the running program.
  ///
  /// - Parameter environment: The variables; `NIGHTJAR_INFO_PLIST` comes first in the search.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let executable = Self.executable()
    var environment = environment
    // A daemon that starts the program names the place where the Info.plist was; an update may have
    // moved it since.
    if environment["NIGHTJAR_LAUNCH"] != nil, let named = environment["NIGHTJAR_INFO_PLIST"],
      case .missing = FileKind(at: named)
    {
      environment["NIGHTJAR_INFO_PLIST"] = nil
    }
    do {
      let plist = try InfoPlist(
        executable: executable,
        environment: environment,
        identityPath: Self.link
      )
      facts = plist.facts
      findings = plist.findings
    } catch {
      facts = InfoPlist.withoutPlist(executable: executable, identityPath: Self.link)
      findings = []
      problem = error
    }
  }

  private static let link = "/proc/self/exe"

  /// The path that the program was started from; the kernel marks one that was replaced since.
  private static func executable() -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return CommandLine.arguments.first ?? "" }
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    let mark = " (deleted)"
    return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
  }
}
