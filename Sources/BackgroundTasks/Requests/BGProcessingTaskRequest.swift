// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for minutes of work while the device is idle.
///
/// Needs `processing` in `UIBackgroundModes`; ten can be pending per app.
open class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the task is never launched while offline, and expires when the network is lost.
  open var requiresNetworkConnectivity = false

  /// Whether the task is never launched on battery, and expires when power is lost.
  open var requiresExternalPower = false

  /// Makes a request for an identifier.
  public override init(identifier: String) {
    super.init(identifier: identifier)
  }

  /// Makes an independent request with equal properties.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGProcessingTaskRequest(identifier: identifier)
    copy.takeProcessingProperties(of: self)
    return copy
  }

  func takeProcessingProperties(of other: BGProcessingTaskRequest) {
    takeCommonProperties(of: other)
    requiresNetworkConnectivity = other.requiresNetworkConnectivity
    requiresExternalPower = other.requiresExternalPower
  }
}
