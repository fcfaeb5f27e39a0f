// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// `nightjar daemon`.
enum DaemonVerb: Verb {
  static let state = Option(
    name: "state",
    argument: .one(.folder),
    help: "The folder of the daemon's state, instead of the place that NIGHTJAR_STATE gives."
  )
  static let preset = Option(
    name: "preset",
    argument: .one(
      .words([
        ValueForm.Word("phone", "Apple's published limits"),
        ValueForm.Word("portable", "a machine with a battery"),
        ValueForm.Word("mains", "a server or a desktop"),
      ])
    ),
    help: "The policy; chosen by what the machine is when not given."
  )

  static let policy = Option(
    name: "policy",
    argument: .one(.file),
    help: "The file of overrides, instead of $XDG_CONFIG_HOME/nightjar/policy.json."
  )

  static let command = Command(
    name: "daemon",
    summary: "Run nightjard in the foreground.",
    discussion: [
      "The nightjard beside this program is taken, else the first one in PATH. The process becomes "
        + "it, so that signals and the exit code are its own."
    ],
    options: [state, preset, policy],
    examples: [
      Example(
        line: "nightjar daemon --preset phone --socket /tmp/try/socket --state /tmp/try/state",
        meaning: "Try it without touching what is there."
      )
    ]
  )

  /// The most bytes that the path of a Unix socket may have (unix(7): 108 with the NUL).
  private static let longestSocketPath = 107

  static func run(_ session: Session) throws -> ExitCode {
    let invocation = session.invocation
    var arguments: [String] = []
    if let socket = invocation.value(of: Grammar.socket) {
      guard socket.utf8.count <= longestSocketPath else {
        throw Failure(
          .usage,
          "the path of the socket has \(socket.utf8.count) bytes; a Unix socket's has at most "
            + "\(longestSocketPath)"
        )
      }
      arguments += ["--socket", socket]
    }
    if let state = invocation.value(of: state) {
      var facts = stat()
      if stat(state, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR {
        throw Failure(.usage, "\(Printable.text(state)) is not a folder; --state needs one")
      }
      arguments += ["--state", state]
    }
    if let preset = invocation.value(of: preset) { arguments += ["--preset", preset] }
    if let policy = invocation.value(of: policy) { arguments += ["--policy", policy] }
    let program = try Program.daemon(session.surroundings)
    try session.output.flush()
    let reason = session.surroundings.become(program, [program] + arguments)
    throw Failure(.programMissing, "\(program) cannot be started: \(reason)")
  }
}

/// Finds programs of the package.
enum Program {
  /// The `nightjard` beside the running program, else the first in `PATH`.
  static func daemon(_ surroundings: Surroundings) throws(Failure) -> String {
    let name = "nightjard"
    let path = (surroundings.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let folders = (surroundings.programFolder.map { [$0] } ?? []) + path
    for folder in folders where isExecutable("\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    let beside = surroundings.programFolder ?? "the folder of nightjar"
    throw Failure(
      .programMissing,
      "there is no \(name) in \(beside) nor in PATH",
      remedy: "Install it with Scripts/install, or build it with `swift build --product \(name)`."
    )
  }

  static func isExecutable(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
