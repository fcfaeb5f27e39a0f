// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarWire

/// The daemon's calls that the command line needs; tests put another one in its place.
///
/// A call that fails throws `WireError` or `Failure`.
package protocol Daemon {
  /// The daemon at a glance.
  func status() throws -> DaemonInterface.Status.Reply

  /// The numbers that the daemon decides by.
  func policy() throws -> DaemonInterface.Policy.Reply

  /// All apps.
  func apps() throws -> [AppsInterface.App]

  /// Makes an app known.
  func install(_ facts: AppsInterface.Facts) throws -> AppsInterface.App

  /// Forgets an app.
  func remove(app: String) throws

  /// Opens an app in front.
  func launch(app: String) throws

  /// Swipes an app away.
  func quit(app: String) throws

  /// Sets an app's switch of Background App Refresh; `nil` leaves it as it is.
  func settings(app: String, backgroundRefresh: Bool?) throws -> AppsInterface.App

  /// When the user tends to open an app.
  func usage(app: String) throws -> AppsInterface.Usage.Reply

  /// Forgets when the user opened an app.
  func eraseUsage(app: String) throws

  /// What waits, runs and, if asked for, has ended.
  func tasks(app: String?, history: Bool) throws -> [SchedulerInterface.Task]

  /// Hands over the tasks now and after each change, until the closure throws or the daemon goes.
  func watchTasks(
    app: String?,
    history: Bool,
    each: ([SchedulerInterface.Task]) throws -> Void
  ) throws

  /// Everything that holds a task.
  func why(task: String, app: String?) throws -> SchedulerInterface.Task

  /// Asks for background time; returns whether a pending request was replaced.
  func submit(_ request: SchedulerInterface.Submit.Parameters) throws -> Bool

  /// Starts a pending request, whatever holds it.
  func simulateLaunch(task: String, app: String?) throws

  /// Takes a running task back.
  func simulateExpiration(task: String, app: String?) throws

  /// What the user watches: continued tasks that wait, run, or have ended of late.
  func activity(app: String?) throws -> [ActivityInterface.Item]

  /// Hands over what the user watches now and after changes, until the closure throws or the daemon
  /// goes.
  func watchActivity(app: String?, each: ([ActivityInterface.Item]) throws -> Void) throws

  /// Ends a continued task for the user.
  func cancelActivity(app: String, task: String) throws

  /// What the daemon believes of the machine.
  func deviceFacts() throws -> [DeviceInterface.Fact]

  /// Overrides facts.
  func setDevice(_ values: [String: String]) throws -> [DeviceInterface.Fact]

  /// Lifts overrides; `nil` lifts all.
  func resetDevice(_ keys: [String]?) throws -> [DeviceInterface.Fact]

  /// The last lines of the log.
  func log(app: String?, limit: Int?) throws -> [DaemonInterface.Line]

  /// Hands over the last lines and then each new one, until the closure throws or the daemon goes.
  func followLog(
    app: String?,
    limit: Int?,
    each: ([DaemonInterface.Line]) throws -> Void
  ) throws

  /// Hands over the lines of the journal, oldest first, some at a time.
  func readJournal(each: ([String]) throws -> Void) throws
}
