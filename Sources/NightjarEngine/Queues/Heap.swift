// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A binary min-heap: the smallest element is at hand, adding and removing cost O(log *n*).
///
/// Written here because the standard library has none and no package can be fetched.
struct Heap<Element: Comparable> {
  private(set) var elements: [Element] = []

  var count: Int { elements.count }
  var first: Element? { elements.first }

  init() {}

  /// Makes a heap of the elements in O(*n*).
  init(_ elements: [Element]) {
    self.elements = elements
    for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) {
      siftDown(from: index)
    }
  }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if !elements.isEmpty {
      elements[0] = last
      siftDown(from: 0)
    }
    return first
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var smallest = parent
      let left = 2 * parent + 1
      for child in left...(left + 1)
      where child < elements.count && elements[child] < elements[smallest] {
        smallest = child
      }
      guard smallest != parent else { return }
      elements.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
