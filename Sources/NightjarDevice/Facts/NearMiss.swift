// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Finds the word that was probably meant.
package enum NearMiss {
  /// The nearest of some words.
  ///
  /// - Parameters:
  ///   - text: What was written.
  ///   - words: What could have been written.
  /// - Returns: A word that differs only in case or white space, else one with at most two typing
  ///   errors and at most a third of its letters wrong; nil when there is none.
  package static func find(_ text: String, among words: [String]) -> String? {
    // Longer than any of our words: not worth the quadratic comparison.
    guard text.utf8.count <= 64 else { return nil }
    let written = folded(text)
    let ranked = words.map { (word: $0, distance: distance(written, folded($0))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= min(2, max(1, best.word.count / 3)) ? best.word : nil
  }

  private static func folded(_ text: String) -> [Character] {
    text.lowercased().filter { !$0.isWhitespace }
  }

  /// Letters to insert, drop, change or swap with their neighbour: the optimal string alignment.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: right.count + 1),
      count: left.count + 1
    )
    for row in 0...left.count { table[row][0] = row }
    for column in 0...right.count { table[0][column] = column }
    for row in left.indices {
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(
          table[row][column + 1] + 1,
          table[row + 1][column] + 1,
          table[row][column] + cost
        )
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = best
      }
    }
    return table[left.count][right.count]
  }
}
