// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to go on, after the app has left the front, with work that the user started.
///
/// Submitted in the foreground on a user action. Needs no value in `UIBackgroundModes`, and a
/// wildcard of the permitted list may cover its identifier.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// What to do when the task cannot start at once.
  @nonexhaustive(warn)
  public enum SubmissionStrategy: Int, Sendable {
    /// Refuse the request with `immediateRunIneligible`.
    case fail = 0

    /// Wait for a free slot.
    case queue = 1
  }

  /// Resources beyond CPU and network.
  public struct Resources: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The GPU; see ``BGTaskScheduler/supportedResources``.
    public static let gpu = Self(rawValue: 1 << 0)
  }

  /// The headline that the user sees.
  open var title: String

  /// The line below it.
  open var subtitle: String

  /// What to do when the task cannot start at once; to wait, unless set.
  open var strategy = SubmissionStrategy.queue

  /// Resources beyond CPU and network; none, unless set.
  open var requiredResources: Resources = []

  /// Makes a request for an identifier with the words that the user sees.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(identifier: identifier)
  }

  /// Makes an independent request with equal properties.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGContinuedProcessingTaskRequest(
      identifier: identifier,
      title: title,
      subtitle: subtitle
    )
    copy.takeCommonProperties(of: self)
    copy.strategy = strategy
    copy.requiredResources = requiredResources
    return copy
  }
}
