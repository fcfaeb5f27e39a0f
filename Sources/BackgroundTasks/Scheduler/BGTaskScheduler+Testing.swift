// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarModel

// What Apple offers in its debugger only. The names begin with Apple's underscore.
extension BGTaskScheduler {
  // swift-format-ignore: NoLeadingUnderscores
  /// Starts the pending request of an identifier now, whatever holds it; speaks through the log.
  @_spi(Testing)
  public func _simulateLaunchForTask(withIdentifier identifier: String) {
    runtime.simulateLaunch(TaskIdentifier(identifier))
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Expires the running task of an identifier now; speaks through the log.
  @_spi(Testing)
  public func _simulateExpirationForTask(withIdentifier identifier: String) {
    runtime.simulateExpiration(TaskIdentifier(identifier))
  }

  /// Says that launch has finished, in a program that knows better than the first main-queue turn.
  @_spi(Launch)
  public func finishLaunching() {
    runtime.finishLaunching()
  }
}
