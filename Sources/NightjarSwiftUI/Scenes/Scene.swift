// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A part of an app; on Linux without a window.
@preconcurrency @MainActor
public protocol Scene {
  /// What the scene consists of.
  associatedtype Body: Scene

  /// The scenes that it consists of.
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

/// A scene that consists of no others.
@MainActor
protocol SceneNode {
  func read(in pass: inout ScenePass)
}

extension Scene where Body == Never {
  /// Scenes without others are read as they are, so that this is never called.
  public var body: Never { fatalError("SwiftUI: \(Self.self) has no body") }
}
