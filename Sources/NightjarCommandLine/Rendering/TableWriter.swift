// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Session {
  /// Writes a table; rows are made twice, to be measured and to be written, and none is kept.
  ///
  /// - Throws: `OutputError` when nobody reads.
  func write<Item>(
    _ items: [Item],
    headings: [String],
    indent: Int = 0,
    row: (Item) -> Table.Row
  ) throws(OutputError) {
    try Self.lay(items, headings, screen: output.size.columns, paint, indent, row) {
      (text) throws(OutputError) in try output.write(text)
    }
  }

  /// Lays a table out and hands it over line by line.
  static func lay<Item, Failed: Error>(
    _ items: [Item],
    _ headings: [String],
    screen columns: Int,
    _ paint: Paint,
    _ indent: Int,
    _ row: (Item) -> Table.Row,
    to write: (String) throws(Failed) -> Void
  ) throws(Failed) {
    var table = Table(headings: headings, width: columns, paint: paint, indent: indent)
    for item in items { table.measure(row(item).cells) }
    try write(table.head)
    var group: String?
    for item in items {
      let row = row(item)
      if let name = row.group, name != group {
        group = name
        try write(paint(.bold, Printable.text(name)) + "\n")
      }
      try write(table.text(of: row))
    }
  }
}
