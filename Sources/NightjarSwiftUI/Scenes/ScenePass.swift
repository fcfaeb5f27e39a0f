// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What scenes remember from one reading to the next, by their place.
struct SceneMemory {
  var values: [Int: Any] = [:]
}

/// One reading of an app's scenes.
@MainActor
struct ScenePass {
  /// Whether it is the first, in which background tasks are registered.
  let isLaunch: Bool

  var memory: SceneMemory

  /// What is to be done once all scenes were read.
  var actions: [() -> Void] = []

  private var place = 0

  init(isLaunch: Bool, memory: SceneMemory) {
    self.isLaunch = isLaunch
    self.memory = memory
  }

  mutating func visit<Content: Scene>(_ scene: Content) {
    if let node = scene as? any SceneNode {
      node.read(in: &self)
    } else {
      visit(scene.body)
    }
  }

  /// Compares a value with the one that stood in the same place before.
  ///
  /// - Returns: The old value if it was different; `nil` in the first reading.
  mutating func exchange<Value: Equatable>(_ value: Value) -> Value? {
    place += 1
    defer { memory.values[place] = value }
    guard let old = memory.values[place] as? Value, old != value else { return nil }
    return old
  }
}
