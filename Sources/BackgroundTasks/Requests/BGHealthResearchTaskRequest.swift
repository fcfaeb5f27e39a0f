// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A processing request of a health study.
///
/// Needs the entitlement `com.apple.developer.backgroundtasks.healthresearch`.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  /// The protection class of the data that the task must be able to read.
  ///
  /// The default is complete until first authentication. Linux has no protection classes: the value
  /// is kept and holds nothing back, as a user's files are readable while their home is there.
  open var protectionTypeOfRequiredData: NSString =
    "NSFileProtectionCompleteUntilFirstUserAuthentication"

  /// Makes a request for an identifier.
  public override init(identifier: String) {
    super.init(identifier: identifier)
  }

  /// Makes an independent request with equal properties.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGHealthResearchTaskRequest(identifier: identifier)
    copy.takeProcessingProperties(of: self)
    copy.protectionTypeOfRequiredData = protectionTypeOfRequiredData
    return copy
  }
}
