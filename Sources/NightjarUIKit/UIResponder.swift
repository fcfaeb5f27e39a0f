// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What app delegates derive from.
@preconcurrency @MainActor
open class UIResponder: NSObject {
  /// Makes a responder; the application makes its delegate with it.
  public required override init() { super.init() }
}
