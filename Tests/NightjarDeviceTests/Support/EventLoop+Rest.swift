// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem

extension EventLoop {
  /// Whether there is no end to what is ready.
  ///
  /// A wait for a socket that is not there hears of all files that other tests make beside it, so
  /// a turn that finds something says nothing yet.
  var isBusy: Bool {
    get throws {
      for _ in 0..<1000 where try !turn(timeoutMilliseconds: 0) { return false }
      return true
    }
  }
}
