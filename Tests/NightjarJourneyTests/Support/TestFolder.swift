// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NightjarSystem

/// A folder that is gone when the test is over, with the processes that know of it.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/nightjar-journey-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure("no temporary folder") }
    path = String(cString: made)
  }

  deinit {
    for pid in processes {
      kill(pid, SIGKILL)
      // A zombie that nobody reaps keeps the exit tests of other suites waiting for ever: Swift
      // Testing looks at whichever child has ended, again and again the same.
      waitpid(pid, nil, 0)
    }
    chmod("\(path)/state", 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The living processes whose environment names the folder: the daemon, apps and their children.
  var processes: [Int32] {
    let mark = Array(path.utf8)
    return ProcessFacts.all().compactMap { facts in
      guard !facts.hasEnded, facts.pid != getpid(),
        let environment = try? SmallFile.read("/proc/\(facts.pid)/environ", limit: 1 << 18)
      else { return nil }
      return environment.firstRange(of: mark) == nil ? nil : facts.pid
    }
  }

  /// Where the package's programs were built: beside the program that runs the tests.
  static let programs: String = {
    let own = ProcessFacts.executable(of: getpid()) ?? ""
    return (own as NSString).deletingLastPathComponent
  }()
}
