// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// The program `nightjard` from its first word to its exit code.
package enum NightjardProgram {
  /// The exit code when the words on the command line make no sense; as `nightjar` has it.
  private static let usageCode: Int32 = 2

  /// Runs a daemon until it is asked to end, and ends the process.
  package static func main() -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(DaemonOptions.usage)
      exit(0)
    }
    if arguments.contains("--version") {
      print("nightjard \(Daemon.version)")
      exit(0)
    }
    // A peer that goes away while it is answered must not end the daemon.
    signal(SIGPIPE, SIG_IGN)
    do {
      let environment = OwnEnvironment.all()
      let options = try DaemonOptions(
        arguments: arguments,
        environment: environment,
        uid: geteuid()
      )
      try Daemon(options: options, environment: environment).run()
      exit(0)
    } catch let error as DaemonOptions.UsageError {
      complain(error.description)
      exit(usageCode)
    } catch {
      complain(String(describing: error))
      exit(1)
    }
  }

  private static func complain(_ message: String) {
    var line = Array("nightjard: \(message)\n".utf8)
    _ = line.withUnsafeMutableBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
