// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarWire

/// Turns what a call throws into what the program says.
enum DaemonFailure {
  /// What to do when there is no daemon.
  static let remedy = "Start it with `nightjar daemon`; \(examination)"

  /// What to do when the message already says what is wrong with the daemon.
  private static let examination = "`nightjar doctor` examines this machine."

  static func failure(for error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as WireError: failure(for: error)
    case let error as ClientError: Failure(.unusable, error.line)
    default: Failure(.unusable, "\(error)")
    }
  }

  private static func failure(for error: WireError) -> Failure {
    guard let reply = error.reply else {
      return Failure(.noDaemon, error.message, remedy: error.code == .closed ? remedy : examination)
    }
    // The daemon may be newer than this program: its name of the error is printed as it is.
    let message = reply.message ?? "the daemon answered \(reply.name)"
    return Failure(refusal: reply.name, message, exitCode: exitCode(of: reply.name))
  }

  /// A value that the daemon cannot use is a wrong line, as it is when this program finds it.
  private static func exitCode(of name: String) -> ExitCode {
    switch name {
    case DeviceInterface.BadFact.name, SchedulerInterface.BadValue.name: .usage
    case DaemonInterface.Overloaded.name, DaemonInterface.BadFrame.name: .noDaemon
    default: .refused
    }
  }
}
