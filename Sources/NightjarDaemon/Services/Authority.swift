// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// Who may do what: an app may name itself only, a tool of the same user may name any app.
///
/// Every peer is a process of this user already, or the server would not have listened to it. The
/// rule keeps apps from each other's requests by mistake; it is no wall against a hostile process
/// of the same user, which could as well write to the files that the daemon reads.
struct Authority {
  let links: AppLinks

  /// Makes sure that a caller may act for an app.
  ///
  /// - Throws: `NotYours` when the caller is another app.
  func check(
    _ peer: WirePeer,
    mayActFor app: AppIdentifier
  ) throws(SchedulerInterface.NotYours) {
    guard let own = links.app(of: peer.process), own != app else { return }
    throw SchedulerInterface.NotYours(
      app: app.rawValue,
      message: "this process belongs to \"\(own.rawValue)\" and may not act for another app"
    )
  }

  /// The app whose tasks a caller is shown: its own when it is an app, whatever it asks for else.
  ///
  /// - Throws: `NotYours` when an app asks for another.
  func scope(
    of peer: WirePeer,
    asking app: String?
  ) throws(SchedulerInterface.NotYours) -> AppIdentifier? {
    if let app {
      try check(peer, mayActFor: AppIdentifier(app))
      return AppIdentifier(app)
    }
    return links.app(of: peer.process)
  }
}
