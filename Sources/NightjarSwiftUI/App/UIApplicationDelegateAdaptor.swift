// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import NightjarUIKit

/// Gives an app that is declared as scenes a delegate beside it.
@preconcurrency @MainActor
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: UIResponder & UIApplicationDelegate> {
  /// The delegate.
  public let wrappedValue: DelegateType

  /// Makes the delegate; it must derive from `UIResponder`, as only that can be made by its type.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = delegateType.init()
    UIApplication.shared.adopt(wrappedValue)
  }
}
