// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
public import Foundation
internal import NightjarClient
internal import NightjarEngine
internal import NightjarModel
internal import NightjarSimulator
internal import Synchronization

extension TestDevice {
  /// Installs an app, or a new build of one that is installed: its process ends, requests stay.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: Names the app.
  ///   - permittedIdentifiers: `BGTaskSchedulerPermittedIdentifiers` of its `Info.plist`.
  ///   - backgroundModes: `UIBackgroundModes` of its `Info.plist`.
  ///   - entitlements: The entitlements that it has.
  ///   - repeating: The tasks of which one has to be pending or running after each run; that
  ///     nothing submitted the next one is then among the problems.
  ///   - register: Registers its handlers, as the app does while it launches; called on the main
  ///     thread in each process that the device starts for it.
  /// - Returns: The app.
  @discardableResult
  public func install(
    _ bundleIdentifier: String,
    permittedIdentifiers: [String],
    backgroundModes: Set<String> = ["fetch", "processing"],
    entitlements: Set<String> = [],
    repeating: Set<String> = [],
    register: @escaping @Sendable () -> Void
  ) -> TestApp {
    let facts = AppFacts(
      identifier: AppIdentifier(bundleIdentifier),
      bundleIdentifier: bundleIdentifier,
      executable: "/\(bundleIdentifier)",
      name: bundleIdentifier,
      permittedIdentifiers: permittedIdentifiers,
      backgroundModes: backgroundModes,
      entitlements: entitlements
    )
    return install(facts, repeating, register)
  }

  /// Installs an app as its own `Info.plist` describes it.
  ///
  /// - Parameters:
  ///   - infoPlist: The file, in XML or binary form.
  ///   - repeating: The tasks of which one has to be pending or running after each run.
  ///   - register: Registers its handlers; called on the main thread in each process that the
  ///     device starts for it.
  /// - Returns: The app.
  /// - Throws: ``TestFailure`` when the file cannot be read or names no `CFBundleIdentifier`.
  @discardableResult
  public func install(
    infoPlist: URL,
    repeating: Set<String> = [],
    register: @escaping @Sendable () -> Void
  ) throws(TestFailure) -> TestApp {
    let values: [String: Any]?
    do {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: infoPlist),
        format: nil
      )
      values = list as? [String: Any]
    } catch {
      throw TestFailure("\(infoPlist.path) cannot be read: \(error)", timeline: timeline)
    }
    guard let name = values?["CFBundleIdentifier"] as? String else {
      throw TestFailure("\(infoPlist.path) has no CFBundleIdentifier", timeline: timeline)
    }
    return install(
      name,
      permittedIdentifiers: values?["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? [],
      backgroundModes: Set(values?["UIBackgroundModes"] as? [String] ?? []),
      repeating: repeating,
      register: register
    )
  }

  private func install(
    _ facts: AppFacts,
    _ repeating: Set<String>,
    _ register: @escaping @Sendable () -> Void
  ) -> TestApp {
    var facts = facts
    core.state.withLock { state in
      // Each installation is a build of its own.
      let build = Int(state.installed[facts.identifier]?.facts.build ?? "0") ?? 0
      facts.build = String(build + 1)
      state.installed[facts.identifier] = DeviceCore.Installed(
        facts: facts,
        repeating: repeating,
        register: register
      )
    }
    core.act { [facts] in $0.install(facts) }
    return TestApp(bundleIdentifier: facts.identifier.rawValue, device: self)
  }
}

extension DeviceCore {
  /// What `BGTaskScheduler.shared` is in the process of an app; `nil` when it does not run.
  func scheduler(of app: AppIdentifier) -> BGTaskScheduler? {
    state.withLock { state in
      state.device.process(of: app).flatMap { state.processes[$0] }
    }?.scheduler
  }

  /// Ends all processes, and everything that sleeps, and lets go of the apps.
  func shutDown() {
    let (processes, sleepers, apps) = state.withLock { state in
      defer {
        state.processes = [:]
        // Their functions may hold the device's clock, and with it this.
        state.installed = [:]
        state.waiting = []
      }
      return (Array(state.processes.values), state.sleepers.takeAll(), state.installed)
    }
    // Released outside the lock, since it may be code of the test's.
    withExtendedLifetime(apps) {}
    for process in processes { process.end() }
    for sleeper in sleepers { sleeper.wake.resume(throwing: CancellationError()) }
  }
}
