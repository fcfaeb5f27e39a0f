// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// A kind of user, by what they do with their device and with the app.
///
/// The habits are ours: plain, so that a forecast can be understood, and different enough that each
/// meets other gates.
package enum UserKind: String, CaseIterable, Hashable, Sendable {
  /// Opens the app on the way to work, at noon, on the way back and in the evening; charges nearly
  /// every night.
  case commuter

  /// Opens the app now and then, stays on Wi-Fi, and charges every night.
  case overnightCharger

  /// Opens the app once in one or two weeks.
  case rareUser

  /// Charges seldom, and spends the afternoon in Low Power Mode.
  case lowPowerUser

  /// Swipes the app away after most visits.
  case forceQuitter

  /// Nobody invented: the device that a plan was learned from, as its daemon knows it.
  case thisDevice

  /// The kinds that a plan can name.
  package static let allCases: [Self] = [
    .commuter, .overnightCharger, .rareUser, .lowPowerUser, .forceQuitter,
  ]

  /// What they are, for people.
  package var title: String {
    switch self {
    case .commuter: "commuter"
    case .overnightCharger: "overnight charger"
    case .rareUser: "rare user"
    case .lowPowerUser: "low-power user"
    case .forceQuitter: "force-quitter"
    case .thisDevice: "this device"
    }
  }

  /// Of a hundred nights, so many are spent on the charger.
  var chargedNights: Int {
    switch self {
    case .commuter: 90
    case .overnightCharger: 100
    case .rareUser: 75
    case .lowPowerUser: 45
    case .forceQuitter: 80
    case .thisDevice: 0
    }
  }

  /// What an hour away from the charger costs, in percent.
  var hourlyDrain: ClosedRange<Int> {
    switch self {
    case .commuter, .overnightCharger, .rareUser, .forceQuitter, .thisDevice: 3...5
    case .lowPowerUser: 5...8
    }
  }

  /// The hours about which the app is opened on a day.
  func visits(on day: Int, _ dice: inout Dice) -> [Double] {
    let isWeekend = day % 7 >= 5
    switch self {
    case .commuter: return isWeekend ? [10.5, 20] : [7.7, 12.5, 18, 21.5]
    case .overnightCharger:
      return (0..<Int.random(in: 2...4, using: &dice)).map { _ in
        Double.random(in: 8...22.5, using: &dice)
      }
    case .rareUser: return dice.chance(11) ? [Double.random(in: 9...21, using: &dice)] : []
    case .lowPowerUser: return [9, 13, 19]
    case .forceQuitter: return [8, 12.5, 17, 21]
    // Visits follow what was learned.
    case .thisDevice: return []
    }
  }
}
