// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// What the daemon hands to a process that it starts.
struct LaunchTicket {
  /// The value of `NIGHTJAR_LAUNCH`; `nil` when somebody else started the process.
  var token: String?

  /// The connected socket of `NIGHTJAR_LAUNCH_FD`, not owned yet.
  var descriptor: Int32?

  /// Whether the process is in front: what the user starts is, unless the daemon says otherwise.
  var isForeground: Bool

  init(environment: [String: String]) {
    token = environment["NIGHTJAR_LAUNCH"]
    isForeground = token == nil || environment["NIGHTJAR_LAUNCH_STATE"] == "foreground"
    // The number may have been inherited without the descriptor, and then names anything.
    if token != nil, let number = environment["NIGHTJAR_LAUNCH_FD"].flatMap({ Int32($0) }),
      number > STDERR_FILENO, UnixSocket.isStream(number, listening: false)
    {
      descriptor = number
    }
  }

  /// Keeps children of this process from taking the launch for theirs.
  static func forget() {
    guard getenv("NIGHTJAR_LAUNCH") != nil else { return }
    // The daemon that started this process also set the place of the Info.plist.
    for name in ["", "_FD", "_STATE"].map({ "NIGHTJAR_LAUNCH" + $0 }) + ["NIGHTJAR_INFO_PLIST"] {
      unsetenv(name)
    }
  }
}
