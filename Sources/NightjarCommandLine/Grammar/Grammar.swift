// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The whole table: every verb, and the options that are everywhere.
package enum Grammar {
  /// Answers as JSON.
  package static let json = Option(
    name: "json",
    help: "Answer in JSON; a complaint becomes {\"error\": {\"code\", \"message\"}} on stderr."
  )

  /// Asks for help.
  package static let help = Option(name: "help", letter: "h", help: "Print help and exit.")

  /// Names the daemon's socket.
  package static let socket = Option(
    name: "socket",
    argument: .one(.file),
    help: "The daemon's socket, instead of the place that NIGHTJAR_SOCKET or the system gives."
  )

  /// Asks for the version, as so many programs understand it.
  package static let version = Option(name: "version", help: "Print the version and exit.")

  /// The options that every verb has.
  package static let everywhere = [json, socket, help]

  /// The names of the verbs that carry lines out, in the order in which help lists them.
  static let verbs: [any Verb.Type] = [
    DaemonVerb.self, AppsVerb.self, TasksVerb.self, WhyVerb.self, SubmitVerb.self,
    SimulateVerb.self, DeviceVerb.self, ActivityVerb.self, LogVerb.self, ForecastVerb.self,
    ReplayVerb.self, DoctorVerb.self, CompletionsVerb.self, VersionVerb.self, HelpVerb.self,
  ]

  /// The program itself.
  package static let root = Command(
    name: "nightjar",
    summary: "background execution for Swift on Linux",
    discussion: [
      "Nightjar runs the background tasks of this user's apps: the daemon nightjard decides when, "
        + "launches the app, hands it the task and takes the time back. nightjar is the window on "
        + "it: it lists what waits and why, and lets a developer press every button.",
      "APP-ID is an app's bundle identifier, TASK-ID the identifier of a request.",
    ],
    actions: verbs.map { $0.command }
  )

  /// The variables that the program reads.
  static let variables: [(name: String, help: String)] = [
    ("NIGHTJAR_SOCKET", "The daemon's socket; else $XDG_RUNTIME_DIR/nightjar/socket."),
    ("NIGHTJAR_STATE", "The daemon's state; else $XDG_STATE_HOME/nightjar."),
    ("NIGHTJAR_INFO_PLIST", "The Info.plist that `apps install` reads, instead of the app's own."),
    ("NO_COLOR", "Switches colours off when it is not empty."),
  ]
}
