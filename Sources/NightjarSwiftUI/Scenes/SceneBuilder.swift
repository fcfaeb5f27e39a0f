// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Puts scenes together.
@preconcurrency @MainActor
@resultBuilder
public struct SceneBuilder {
  /// One scene.
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }

  /// Several scenes.
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> SceneList<repeat each Content> {
    SceneList(content: (repeat each content))
  }
}

/// Several scenes, in their order.
public struct SceneList<each Content: Scene>: Scene {
  let content: (repeat each Content)

  /// None: it is read as it is.
  public typealias Body = Never
}

extension SceneList: SceneNode {
  func read(in pass: inout ScenePass) {
    repeat pass.visit(each content)
  }
}
