// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

// After a resume everything that fell due while the machine slept is due at once, here and on all
// machines that woke up in the same minute. So each app gets a turn of its own.

extension Engine {
  /// Gives each app that waits for something a turn within the policy's time.
  ///
  /// The turns follow from the device and the app alone: the same at each resume here, others on
  /// other devices. Continued tasks, which the user waits for, need none.
  ///
  /// - Complexity: O(*a* log *n*) in the number of apps with requests.
  mutating func spreadLaunches(seed: Int64) {
    let spread = policy.resumeSpread.nanoseconds
    guard spread > 0 else { return }
    for app in apps.keys.sorted() where apps[app]?.requests.isEmpty == false {
      let turn = now + TimeSpan(nanoseconds: Self.place(of: app, seed: seed, within: spread))
      apps[app]?.resumeTurnAt = turn
      watch(.retry(app), until: turn)
    }
  }

  /// A place that looks like chance and is always the same: FNV-1a over the seed and the name.
  private static func place(of app: AppIdentifier, seed: Int64, within spread: Int64) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let seed = UInt64(bitPattern: seed)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: seed >> (8 * $0)) }
    for byte in bytes + Array(app.rawValue.utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(hash % UInt64(spread))
  }
}
