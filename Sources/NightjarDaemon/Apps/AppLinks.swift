// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// The streams on which connected processes get their tasks, and which app each process belongs to.
///
/// A task for a process without a stream is not lost: it is recorded as running, and handed over
/// again when the process attaches anew.
final class AppLinks: AppLinkPort {
  typealias Stream = Call<AppsInterface.Attach>

  private var streams: [ProcessIdentity: Stream] = [:]
  private var owners: [ProcessIdentity: AppIdentifier] = [:]

  /// The app that a process belongs to; `nil` for a tool.
  func app(of process: ProcessIdentity) -> AppIdentifier? { owners[process] }

  /// Whether a process has a stream.
  func isAttached(_ process: ProcessIdentity) -> Bool { streams[process] != nil }

  /// The processes that have a stream.
  var attached: [ProcessIdentity] { Array(streams.keys) }

  /// Remembers whose process it is, from its launch or its attachment to its exit.
  func note(_ process: ProcessIdentity, belongsTo app: AppIdentifier) {
    owners[process] = app
  }

  /// Forgets a process that has ended.
  func forget(_ process: ProcessIdentity) {
    owners[process] = nil
    drop(process)
  }

  /// Takes over a process's stream.
  ///
  /// - Parameters:
  ///   - stream: The call that is answered with tasks.
  ///   - process: Who called.
  ///   - onEnd: Called when the stream is closed while it is still the process's one.
  func open(_ stream: Stream, of process: ProcessIdentity, onEnd: @escaping () -> Void) {
    streams[process] = stream
    let connection = stream.connection.id
    stream.connection.onClose { [weak self] in
      guard let self, streams[process]?.connection.id == connection else { return }
      drop(process)
      onEnd()
    }
  }

  /// Lets go of a process's stream.
  ///
  /// Taken out before it is released: the last reference to a call ends its connection, which comes
  /// back here to look for the stream.
  private func drop(_ process: ProcessIdentity) {
    let stream = streams.removeValue(forKey: process)
    withExtendedLifetime(stream) {}
  }

  /// Sends every connected process something that may concern it.
  func broadcast(_ message: (AppIdentifier) -> AppsInterface.Attach.Reply) {
    for (process, stream) in streams {
      guard let app = owners[process] else { continue }
      stream.reply(message(app), continues: true)
    }
  }

  /// Sends one process something.
  func send(_ reply: AppsInterface.Attach.Reply, to process: ProcessIdentity) {
    streams[process]?.reply(reply, continues: true)
  }

  func deliver(_ run: Run) {
    send(AppsInterface.Attach.Reply(deliver: AppsInterface.Delivery(run)), to: run.process)
  }

  func expire(_ run: Run, reason: ExpirationReason, grace: TimeSpan) {
    let expiry = AppsInterface.Expiry(run.number, reason, grace: grace)
    send(AppsInterface.Attach.Reply(expire: expiry), to: run.process)
  }

  func withdraw(_ run: Run) {
    send(AppsInterface.Attach.Reply(withdraw: Int(run.number.rawValue)), to: run.process)
  }
}
