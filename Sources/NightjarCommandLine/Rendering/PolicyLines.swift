// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// The numbers of a policy, for `nightjar doctor --policy`.
enum PolicyLines {
  private static let headings = ["NUMBER", "VALUE", "FROM", "SOURCE"]

  static func write(
    _ policy: DaemonInterface.Policy.Reply,
    _ session: Session
  ) throws(OutputError) {
    if session.isJSON {
      return try session.write([
        "preset": .text(policy.preset),
        "file": .optional(policy.file),
        "numbers": .list(policy.numbers.map(JSONText.init)),
      ])
    }
    try session.write(policy.numbers, headings: headings) { row($0, preset: policy.preset) }
    if let file = policy.file {
      try session.write("\nOverrides are read from \(Printable.text(file)).\n")
    }
  }

  private static func row(_ number: DaemonInterface.Number, preset: String) -> Table.Row {
    let isOwn = number.origin.isEmpty
    let origin = isOwn ? "preset \(preset)" : "\(number.origin), not \(number.preset)"
    return Table.Row(
      cells: [
        Table.Cell(number.name),
        Table.Cell(number.value, isOwn ? .plain : .yellow),
        Table.Cell(origin),
        Table.Cell(number.source),
      ],
      notes: { [Table.Cell(number.meaning, .cyan)] }
    )
  }
}

extension JSONText {
  init(_ number: DaemonInterface.Number) {
    self = [
      "name": .text(number.name),
      "value": .text(number.value),
      "preset": .text(number.preset),
      "origin": .text(number.origin),
      "meaning": .text(number.meaning),
      "source": .text(number.source),
    ]
  }
}
