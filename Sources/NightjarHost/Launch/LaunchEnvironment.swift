// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// The environment that an app starts with.
enum LaunchEnvironment {
  /// The number of the launch socket in the app.
  static let launchDescriptor: Int32 = 3

  /// What a service manager says to the daemon alone.
  ///
  /// From sd_notify(3), sd_listen_fds(3) and systemd.exec(5). An app that heard it would speak in
  /// the daemon's name.
  private static let daemonOnly: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "MAINPID", "MANAGERPID", "INVOCATION_ID",
    "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "FDSTORE", "CREDENTIALS_DIRECTORY", "RUNTIME_DIRECTORY",
    "STATE_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY", "CONFIGURATION_DIRECTORY",
    "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "OLDPWD", "SHLVL", "_",
  ]

  /// Puts the environment together.
  ///
  /// - Parameters:
  ///   - own: The daemon's own variables.
  ///   - launch: What is handed to the app.
  ///   - directory: The folder that the app starts in.
  ///   - socketPath: The daemon's socket.
  ///   - additions: More variables, which win over the daemon's own but not over Nightjar's.
  /// - Returns: The entries, sorted so that the same launch gives the same environment.
  static func entries(
    own: [String: String],
    launch: Launch,
    directory: String,
    socketPath: String,
    additions: [String: String]
  ) -> [String] {
    var variables = own.filter { name, _ in
      !daemonOnly.contains(name) && !name.hasPrefix("LISTEN_") && !name.hasPrefix("NIGHTJAR_")
    }
    variables.merge(additions) { $1 }
    variables["PWD"] = directory
    variables["NIGHTJAR_LAUNCH"] = launch.token
    variables["NIGHTJAR_LAUNCH_FD"] = String(launchDescriptor)
    variables["NIGHTJAR_LAUNCH_STATE"] = launch.inForeground ? "foreground" : "background"
    variables["NIGHTJAR_SOCKET"] = socketPath
    variables["NIGHTJAR_INFO_PLIST"] = launch.facts.infoPlist
    return variables.compactMap { name, value in
      guard !name.isEmpty, !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "=")),
        !value.utf8.contains(0)
      else { return nil }
      return "\(name)=\(value)"
    }
    .sorted()
  }

  /// What is handed to an app that is started.
  struct Launch {
    var facts: AppFacts
    var token: String
    var inForeground: Bool
  }
}
