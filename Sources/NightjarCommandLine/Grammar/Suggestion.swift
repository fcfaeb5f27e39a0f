// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Finds the word that was meant.
package enum Suggestion {
  /// The nearest of the words, if it is near enough to have been meant.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - words: What could have been meant; of equally near ones the first is taken.
  /// - Returns: The word, or `nil` when none is near.
  package static func nearest(to word: String, among words: [String]) -> String? {
    let written = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, written.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in words {
      let letters = Array(candidate.lowercased().unicodeScalars)
      // A word that was begun correctly was probably meant, however much of it is missing.
      let isBegun = written.count >= 2 && letters.starts(with: written)
      let distance = isBegun ? 1 : distance(written, letters)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.word
  }

  /// The suggestion as the end of a sentence; empty when there is none.
  static func phrase(for word: String, among words: [String]) -> String {
    nearest(to: word, among: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  ///
  /// This is the optimal string alignment distance: no letter is edited twice.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let replaced = last[column] + (letter == other ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
