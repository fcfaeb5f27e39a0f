// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import NightjarClient

/// A task that goes on with work that the user started and watches.
// Invariant for @unchecked: as for BGTask; `progress` is immutable, and Progress guards itself.
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  /// How far the work is; one object for the life of the task, which must be kept up to date.
  public let progress = Progress(parent: nil, userInfo: nil)

  /// The headline that the user sees.
  public var title: String { handle.title.title }

  /// The line below it.
  public var subtitle: String { handle.title.subtitle }

  /// Changes what the user sees; no effect after the task has ended.
  open func updateTitle(_ title: String, subtitle: String) {
    handle.setTitle(title, subtitle: subtitle)
  }
}
