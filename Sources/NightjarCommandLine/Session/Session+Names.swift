// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// Names that nobody has are answered with the name that was probably meant.
extension Session {
  /// Makes a call about a task.
  ///
  /// - Throws: What the call throws, with the nearest task in its remedy if there is no such one.
  func about<Answer>(
    task: String,
    _ call: (any Daemon) throws -> Answer
  ) throws -> Answer {
    try about(task, call) { try $0.tasks(app: nil, history: true).map(\.task) }
  }

  /// Makes a call about an app.
  ///
  /// - Throws: What the call throws, with the nearest app in its remedy if there is no such one.
  func about<Answer>(
    app: String,
    _ call: (any Daemon) throws -> Answer
  ) throws -> Answer {
    try about(app, call) { try $0.apps().map(\.facts.identifier) }
  }

  /// Makes a call whose answer may be empty because the app that it is limited to is misspelt.
  ///
  /// - Throws: What the call throws; a refusal if the answer is empty and nobody knows the app.
  func list<Item>(
    limitedTo app: String?,
    _ call: (any Daemon) throws -> [Item]
  ) throws -> [Item] {
    let daemon = try daemon()
    let items = try call(daemon)
    guard items.isEmpty, let app else { return items }
    let names = try daemon.apps().map(\.facts.identifier)
    guard !names.contains(app) else { return items }
    var failure = Failure(
      refusal: AppsInterface.AppNotFound.name,
      "no app \"\(app)\" is known; `nightjar apps` lists those that are"
    )
    failure.remedy = Self.hint(for: app, among: names)
    throw failure
  }

  private func about<Answer>(
    _ word: String,
    _ call: (any Daemon) throws -> Answer,
    names: (any Daemon) throws -> [String]
  ) throws -> Answer {
    let daemon = try daemon()
    do {
      return try call(daemon)
    } catch {
      var failure = DaemonFailure.failure(for: error)
      if Self.unknownNames.contains(failure.code.rawValue), let names = try? names(daemon) {
        failure.remedy = Self.hint(for: word, among: names)
      }
      throw failure
    }
  }

  /// The daemon's errors that a misspelt name leads to.
  private static let unknownNames: Set = [
    AppsInterface.AppNotFound.name,
    SchedulerInterface.TaskNotFound.name,
    SchedulerInterface.SimulationRefused.name,
  ]

  private static func hint(for word: String, among names: [String]) -> String? {
    guard !names.contains(word), let name = Suggestion.nearest(to: word, among: names) else {
      return nil
    }
    return "Did you mean \(Printable.text(name))?"
  }
}
