// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// Something that knows a few facts of the machine.
///
/// A source never throws: where it cannot find out it reports the default and says why, there and
/// in its check.
protocol DeviceSource: AnyObject {
  /// Whether the kernel leaves a change that counts now unannounced, so that somebody must look.
  var mustBeLookedAt: Bool { get }

  /// How the source fares.
  var check: DeviceCheck { get }

  /// Finds out for the first time and listens from now on.
  ///
  /// - Parameters:
  ///   - loop: The loop on which to listen.
  ///   - report: Takes what was found, now and after each announcement.
  func start(on loop: EventLoop, report: @escaping ([Finding]) -> Void)

  /// Stops listening and gives back all descriptors.
  func stop()

  /// Looks again at what the kernel does not announce.
  ///
  /// - Parameter isFirst: Whether nobody looked for a while, so that what was seen before is stale.
  func look(isFirst: Bool)
}
