// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Something that the system puts into an app's hands, for whoever plays the app.
package enum Handover: Hashable, Sendable {
  /// A task begins.
  case task(Run)

  /// A task is asked back before an instant; the app answers whether it has a handler.
  case expiration(Run, ExpirationReason, until: Instant)

  /// A silent push.
  case push(SilentPush, ProcessIdentity)

  /// All transfers of a session have ended.
  case transferEvents(AppIdentifier, session: String, ProcessIdentity)
}
