// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A scene with windows, of which there are none here: its content is not read.
public struct WindowGroup<Content: View>: Scene {
  private let content: () -> Content

  /// Takes the content.
  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  /// Takes the content and a title.
  public init(_ title: String, @ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  /// Takes the content and the name of the group.
  public init(id: String, @ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  /// None: it is read as it is.
  public typealias Body = Never
}

extension WindowGroup: SceneNode {
  func read(in pass: inout ScenePass) {}
}
