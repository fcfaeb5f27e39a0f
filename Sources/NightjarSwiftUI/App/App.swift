// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarApp
internal import NightjarUIKit

/// An app that is declared as scenes.
@preconcurrency @MainActor
public protocol App {
  /// What the app consists of.
  associatedtype Body: Scene

  /// The scenes; their background tasks are registered before launch ends.
  @SceneBuilder var body: Body { get }

  /// Makes the app.
  init()
}

extension App {
  /// Makes the app and runs it; what `@main` calls.
  public static func main() {
    AppLifecycle.shared.catchEndings()
    let host = AppHost(Self())
    UIApplication.shared.launch()
    host.begin()
    AppLifecycle.shared.run()
  }
}
