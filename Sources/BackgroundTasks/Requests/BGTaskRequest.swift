// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What all requests for background time have in common; submit one of its subclasses.
open class BGTaskRequest: NSObject, NSCopying {
  /// The identifier, one that the `Info.plist` permits.
  public let identifier: String

  /// The earliest moment at which the task may start; `nil` means no floor, and it is no promise.
  open var earliestBeginDate: Date?

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Makes an independent request of the same class with equal properties.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGTaskRequest(identifier: identifier)
    copy.takeCommonProperties(of: self)
    return copy
  }

  func takeCommonProperties(of other: BGTaskRequest) {
    earliestBeginDate = other.earliestBeginDate
  }

  /// The class, the identifier and the floor, in the shape that devices log.
  open override var description: String {
    let floor = earliestBeginDate.map { "\($0)" } ?? "(null)"
    return "<\(type(of: self)): \(identifier), earliestBeginDate: \(floor)>"
  }
}
