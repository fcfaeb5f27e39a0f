// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarApp

extension UIApplicationDelegate where Self: UIResponder {
  /// Makes the delegate and runs the app; what `@main` calls.
  public static func main() { UIApplication.shared.run(Self()) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Runs the app with a delegate that is named, as a `main.swift` does.
///
/// - Parameters:
///   - argc: Not used; arguments are those of `CommandLine`.
///   - argv: Not used.
///   - principalClassName: Not used; there is one class of application.
///   - delegateClassName: The delegate's class, as `NSStringFromClass` gives it.
/// - Returns: Never.
@preconcurrency @MainActor
@discardableResult
public func UIApplicationMain(
  _ argc: Int32,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ principalClassName: String?,
  _ delegateClassName: String?
) -> Int32 {
  let made = delegateClassName.map { name -> (any UIApplicationDelegate)? in
    (NSClassFromString(name) as? UIResponder.Type)?.init() as? any UIApplicationDelegate
  }
  switch made {
  case .some(.some(let delegate)): UIApplication.shared.run(delegate)
  case .none: UIApplication.shared.run(nil)
  case .some(.none):
    fatalError(
      "UIKit: \"\(delegateClassName ?? "")\" is no class that derives from UIResponder and is a "
        + "UIApplicationDelegate"
    )
  }
}

extension UIApplication {
  /// Keeps the delegate as long as the process lives.
  private static var kept: (any UIApplicationDelegate)?

  func run(_ delegate: (any UIApplicationDelegate)?) -> Never {
    lifecycle.catchEndings()
    adopt(delegate)
    launch()
    lifecycle.run()
  }

  /// Takes a delegate and keeps it.
  package func adopt(_ delegate: (any UIApplicationDelegate)?) {
    Self.kept = delegate
    self.delegate = delegate
  }

  /// Tells the delegate that the app launches.
  package func launch() {
    _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
  }
}
