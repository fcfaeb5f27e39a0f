// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to refresh the app's content for up to 30 seconds.
///
/// Needs `fetch` in `UIBackgroundModes`; one can be pending per app.
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Makes a request for an identifier.
  public override init(identifier: String) {
    super.init(identifier: identifier)
  }

  /// Makes an independent request with equal properties.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGAppRefreshTaskRequest(identifier: identifier)
    copy.takeCommonProperties(of: self)
    return copy
  }
}
