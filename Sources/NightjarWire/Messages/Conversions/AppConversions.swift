// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

extension AppsInterface.Facts {
  /// Spells what an app says of itself.
  package init(_ facts: AppFacts) {
    self.init(
      identifier: facts.identifier.rawValue,
      bundleIdentifier: facts.bundleIdentifier,
      executable: facts.executable,
      arguments: facts.arguments,
      workingDirectory: facts.workingDirectory,
      infoPlist: facts.infoPlist,
      name: facts.name,
      build: facts.build,
      permittedIdentifiers: facts.permittedIdentifiers,
      backgroundModes: facts.backgroundModes.sorted(),
      entitlements: facts.entitlements.sorted()
    )
  }

  /// Reads what an app says of itself.
  ///
  /// - Returns: The facts.
  /// - Throws: `AppsInterface.BadApp` when the identifier cannot name an app, or a path or argument
  ///   could not be handed to the kernel.
  package func appFacts() throws(AppsInterface.BadApp) -> AppFacts {
    let identifier = AppIdentifier(identifier)
    guard identifier.isWellFormed else {
      throw bad("an app's identifier has 1 to 4096 bytes and no control characters")
    }
    guard executable.isEmpty || executable.hasPrefix("/") else {
      throw bad("the executable \"\(executable)\" is not an absolute path")
    }
    let handedOver = [executable, workingDirectory ?? ""] + arguments
    guard !handedOver.contains(where: { $0.utf8.contains(0) }) else {
      throw bad("a path or an argument contains a NUL, which no program can be given")
    }
    return AppFacts(
      identifier: identifier,
      bundleIdentifier: bundleIdentifier,
      executable: executable,
      arguments: arguments,
      workingDirectory: workingDirectory,
      infoPlist: infoPlist,
      name: name,
      build: build,
      permittedIdentifiers: permittedIdentifiers,
      backgroundModes: Set(backgroundModes),
      entitlements: Set(entitlements)
    )
  }

  private func bad(_ message: String) -> AppsInterface.BadApp {
    AppsInterface.BadApp(app: identifier, message: message)
  }
}

extension AppsInterface.App {
  /// Spells an app as the daemon knows it.
  ///
  /// - Parameters:
  ///   - record: What the device remembers of the app.
  ///   - state: What its process does.
  ///   - pid: Its process, if it has one.
  ///   - pending: How many requests are pending.
  ///   - running: How many tasks run.
  package init(_ record: AppRecord, state: String, pid: Int?, pending: Int, running: Int) {
    self.init(
      facts: AppsInterface.Facts(record.facts),
      state: state,
      pid: pid,
      backgroundRefresh: record.isRefreshOn,
      forceQuit: record.isForceQuit,
      pending: pending,
      running: running,
      lastOpened: record.lastForeground?.rfc3339
    )
  }
}

extension AppsInterface.Budget {
  /// Spells how much of a budget is spent.
  ///
  /// - Parameters:
  ///   - level: How much.
  ///   - wall: The present: a refill before it is no news.
  package init(_ level: BudgetLevel, at wall: WallTime) {
    self.init(
      budget: level.budget.rawValue,
      spent: Int(level.spent),
      limit: Int(level.limit),
      refillsAt: level.refillsAt > wall ? level.refillsAt.rfc3339 : nil
    )
  }
}

extension AppsInterface.Delivery {
  /// Spells a task that an app is handed.
  package init(_ run: Run) {
    let request = run.consumed.request
    self.init(
      run: Int(run.number.rawValue),
      identifier: request.key.task.rawValue,
      kind: request.kind.rawValue,
      title: request.continued?.title,
      subtitle: request.continued?.subtitle
    )
  }
}

extension AppsInterface.Expiry {
  /// Spells a task that an app is asked to give back.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - reason: Why.
  ///   - grace: How long the app has; what is less than nothing is none.
  package init(_ run: RunNumber, _ reason: ExpirationReason, grace: TimeSpan) {
    self.init(
      run: Int(run.rawValue),
      reason: reason.name,
      milliseconds: Int(max(0, grace.nanoseconds / 1_000_000))
    )
  }
}
