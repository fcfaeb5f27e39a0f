// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// What the host tells without being asked.
package enum HostEvent: Hashable, Sendable {
  /// What a process had used in all; told right before its end, when it is known.
  case measured(AppIdentifier, ProcessIdentity, ResourceUse)

  /// A process of an app has ended; told once for each process.
  case exited(AppIdentifier, ProcessIdentity, ExitStatus)

  /// An app runs, but without something that it should have, such as its log; the text says what.
  ///
  /// Told while the launch is still under way.
  case warned(AppIdentifier, String)
}
