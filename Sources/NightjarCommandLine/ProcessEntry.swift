// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where the process begins: the program with the real surroundings.
package enum ProcessEntry {
  /// Runs the program and ends the process.
  package static func run() -> Never {
    openStandardDescriptors()
    // A reader that goes away is an error of write(2), which is handled, instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    let words = RawArguments.words()
    guard let arguments = words.arguments else {
      let message =
        "nightjar: argument \(words.broken) is not UTF-8, which the daemon's wire needs\n"
      StandardOutput().writeError(message)
      exit(ExitCode.usage.rawValue)
    }
    exit(CommandLine(.system()).run(arguments).rawValue)
  }

  /// Gives the three standard descriptors a meaning when the caller closed them.
  ///
  /// Otherwise the daemon's socket would get one of their numbers, and the answer be written to it.
  /// `/dev/null` is opened for reading, so that writing there still fails, as it must.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}

/// The words that the kernel handed over, before Swift repairs what is not UTF-8.
private enum RawArguments {
  static func words() -> (arguments: [String]?, broken: Int) {
    let raw = Swift.CommandLine.unsafeArgv
    var arguments: [String] = []
    for index in 1..<max(1, Int(Swift.CommandLine.argc)) {
      guard let word = raw[index] else { break }
      guard let text = String(validatingCString: word) else { return (nil, index) }
      arguments.append(text)
    }
    return (arguments, 0)
  }
}
