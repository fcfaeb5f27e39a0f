// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Something that happened to the machine and is no fact that lasts.
package enum DeviceEvent: Hashable, Sendable {
  /// It is about to sleep, and waits until all is saved or a few seconds have passed.
  case sleeps

  /// It woke up.
  case resumed

  /// It is about to shut down, and waits until all is saved or a few seconds have passed.
  case shutsDown

  /// Memory runs short; who says so.
  case memoryRanShort(String)
}
