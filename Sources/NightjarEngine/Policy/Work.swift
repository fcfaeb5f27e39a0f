// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

/// Everything that gates apply to: the four kinds of tasks, silent pushes, discretionary transfers.
///
/// Transfers that are not discretionary meet no gate but a network, so they have no row.
package enum Work: Hashable, Sendable {
  /// A task of a kind.
  case task(TaskKind)

  /// A silent push.
  case push

  /// A transfer that is left to the system, or was made in the background.
  case discretionaryTransfer

  /// All of them, in the order of the table's rows.
  package static let all: [Self] =
    TaskKind.allCases.map { .task($0) } + [.push, .discretionaryTransfer]

  /// The place in ``all``.
  var ordinal: Int {
    switch self {
    case .task(let kind): kind.ordinal
    case .push: 4
    case .discretionaryTransfer: 5
    }
  }
}
