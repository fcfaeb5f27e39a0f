// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `nightjar forecast` on plans, by the real program.
struct ForecastTests {
  private let folder: TemporaryFolder
  private var plan: String { folder.path + "/plan.json" }

  init() throws {
    folder = try TemporaryFolder()
    try Data(
      """
      {"plan": 1, "name": "Tiny", "users": ["commuter"],
       "app": {"id": "a", "permitted": ["a.t"], "modes": ["fetch"],
               "tasks": {"a.t": {"kind": "refresh"}}}}
      """.utf8
    ).write(to: URL(filePath: plan))
  }

  @Test func `a plan gives a table, JSON and a picture`() throws {
    let command = "\(Tool.nightjar) forecast \(plan) --users 3 --days 2"
    let picture = folder.path + "/forecast.svg"
    let table = try Tool.shell("\(command) --svg \(picture)")
    #expect(table.code == 0, "\(table.errors)")
    #expect(table.text.hasPrefix("Tiny: 3 users, 2 days, preset phone, seed 1\n\na.t\n"))
    #expect(table.text.contains("  commuter"))
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg "))
    let json = try Tool.shell("\(command) --json")
    let object = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
    #expect(object?["users"] as? Int == 3)
    #expect((object?["tasks"] as? [[String: Any]])?.first?["task"] as? String == "a.t")
    #expect(try Tool.shell("\(command) --json").text == json.text)
  }

  @Test(arguments: [
    ("--users 0", "--users cannot be \"0\""), ("--users many", "\"many\""),
    ("--days 9999", "1 to 3660"), ("--seed -1", "--seed"),
    ("--users 1 --days 1 --svg /nonexistent/x.svg", "/nonexistent/x.svg"),
  ])
  func `a wrong number or place is refused`(words: String, part: String) throws {
    let result = try Tool.shell("\(Tool.nightjar) forecast \(plan) \(words)")
    #expect(result.code == 2)
    #expect(result.errors.contains(part), "\(result.errors)")
  }
}
