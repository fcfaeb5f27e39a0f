// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarEngine
import NightjarModel
import Testing

/// The tables of Documentation/Policy.md against what is decided by.
struct PolicyPageTests {
  private static let kinds: [TaskKind] = [.refresh, .processing, .healthResearch, .continued]

  /// The cells of a table that begins with a heading, by the first one of each row.
  private func table(_ heading: String) throws -> [String: [String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Documentation/Policy.md"),
      encoding: .utf8
    )
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0.dropFirst())) })
  }

  @Test func `every cell of the table of gates is what the scheduler does`() throws {
    let table = try table("gate")
    #expect(Set(table.keys) == Set(Gate.allCases.map(\.rawValue)))
    let work = Self.kinds.map { Work.task($0) } + [.push, .discretionaryTransfer]
    for gate in Gate.allCases {
      // The first cell tells when it is closed.
      let cells = try #require(table[gate.rawValue]).dropFirst()
      let seen = work.map { GateTable.phone.applies(gate, to: $0) }
      #expect(cells.map { !$0.isEmpty } == seen, "\(gate)")
    }
  }

  @Test func `presets leave out what the page says`() {
    #expect(GateTable.portable == GateTable.phone.without([.recentUse]))
    let saving: Set<Gate> = [.recentUse, .budget, .spacing, .lowPower, .criticalBattery]
    #expect(GateTable.mains == GateTable.phone.without(saving))
    #expect(Policy(preset: .mains).cpuLimit == 0)
    #expect(Policy(preset: .phone).cpuLimit == 80)
    #expect(Policy(preset: .portable).cpuLimit == 80)
  }

  @Test func `every cell of the table of scores is what the scheduler does`() throws {
    let table = try table("term")
    for (column, kind) in Self.kinds.enumerated() {
      let weights = ScorePolicy().weights(of: kind)
      let seen = [
        "usage": weights?.usage, "age": weights?.age, "power": weights?.power,
        "network": weights?.network, "quiet": weights?.quiet,
      ]
      #expect(table.mapValues { Double($0[column]) } == seen, "\(kind)")
    }
  }
}
