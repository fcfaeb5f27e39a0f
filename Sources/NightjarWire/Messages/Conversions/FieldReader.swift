// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Reads the fields of messages into words of the model, and says which one cannot be used.
enum FieldReader {
  typealias BadValue = SchedulerInterface.BadValue

  static func app(_ text: String) throws(BadValue) -> AppIdentifier {
    let app = AppIdentifier(text)
    guard app.isWellFormed else {
      throw BadValue(
        parameter: "app",
        value: text,
        message: "an app's identifier has 1 to 4096 bytes and no control characters"
      )
    }
    return app
  }

  static func task(_ text: String) throws(BadValue) -> TaskIdentifier {
    let task = TaskIdentifier(text)
    guard task.isWellFormed else {
      throw BadValue(
        parameter: "identifier",
        value: text,
        message: "a request's identifier has 1 to 255 bytes and no control characters"
      )
    }
    return task
  }

  static func kind(_ text: String) throws(BadValue) -> TaskKind {
    guard let kind = TaskKind(rawValue: text) else {
      let known = TaskKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw BadValue(parameter: "kind", value: text, message: "use one of \(known)")
    }
    return kind
  }

  static func date(_ text: String?, of parameter: String) throws(BadValue) -> WallTime? {
    guard let text else { return nil }
    guard let date = WallTime(rfc3339: text) else { throw notADate(text, of: parameter) }
    return date
  }

  static func notADate(_ text: String, of parameter: String) -> BadValue {
    BadValue(
      parameter: parameter,
      value: text,
      message: "write a date as RFC 3339 does, such as 2030-01-31T12:00:00Z"
    )
  }

  static func conditions(network: Bool?, externalPower: Bool?) -> Conditions {
    var conditions: Conditions = []
    if network ?? false { conditions.insert(.network) }
    if externalPower ?? false { conditions.insert(.externalPower) }
    return conditions
  }

  static func continued(
    _ kind: TaskKind,
    title: String?,
    subtitle: String?,
    strategy: String?,
    resources: Int?
  ) throws(BadValue) -> ContinuedDetails? {
    switch kind {
    case .refresh, .processing, .healthResearch: return nil
    case .continued: break
    }
    let resources = resources ?? 0
    guard resources >= 0 else {
      throw BadValue(
        parameter: "requiredResources",
        value: String(resources),
        message: "use the bits of the resources that are needed, 0 for none"
      )
    }
    return ContinuedDetails(
      title: title ?? "",
      subtitle: subtitle ?? "",
      strategy: try self.strategy(strategy),
      resources: resources
    )
  }

  private static func strategy(
    _ text: String?
  ) throws(BadValue) -> ContinuedDetails.Strategy {
    // What Apple's request has unless the app says otherwise (spec 1.3).
    guard let text else { return .queue }
    guard let strategy = ContinuedDetails.Strategy(rawValue: text) else {
      throw BadValue(parameter: "strategy", value: text, message: "use fail or queue")
    }
    return strategy
  }
}
