// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarClient
internal import NightjarModel

// Between Apple's request objects and the values that the system knows.
extension BGTaskRequest {
  /// The request as a value, which later changes of the object do not touch (2.3.13).
  func copied(for app: AppIdentifier) throws(SubmissionError) -> TaskRequest {
    let key = RequestKey(app: app, task: TaskIdentifier(identifier))
    let floor = earliestBeginDate.flatMap { WallTime($0) }
    // The most derived class first: a health research request is a processing request too.
    switch self {
    case let request as BGContinuedProcessingTaskRequest:
      return TaskRequest(
        key: key,
        kind: .continued,
        earliestBegin: floor,
        continued: request.details
      )
    case let request as BGHealthResearchTaskRequest:
      return TaskRequest(
        key: key,
        kind: .healthResearch,
        earliestBegin: floor,
        conditions: request.conditions,
        protectionType: request.protectionTypeOfRequiredData as String
      )
    case let request as BGProcessingTaskRequest:
      return TaskRequest(
        key: key,
        kind: .processing,
        earliestBegin: floor,
        conditions: request.conditions
      )
    case is BGAppRefreshTaskRequest:
      return TaskRequest(key: key, kind: .refresh, earliestBegin: floor)
    default: throw .unknownRequestClass("\(type(of: self))")
    }
  }

  /// The object that stands for a pending request: its class and all its properties (2.4.3).
  static func standing(for value: TaskRequest) -> BGTaskRequest {
    let request = make(value)
    request.earliestBeginDate = value.earliestBegin.map(Date.init)
    return request
  }

  private static func make(_ value: TaskRequest) -> BGTaskRequest {
    let identifier = value.key.task.rawValue
    switch value.kind {
    case .refresh: return BGAppRefreshTaskRequest(identifier: identifier)
    case .processing:
      let request = BGProcessingTaskRequest(identifier: identifier)
      request.conditions = value.conditions
      return request
    case .healthResearch:
      let request = BGHealthResearchTaskRequest(identifier: identifier)
      request.conditions = value.conditions
      if let type = value.protectionType {
        request.protectionTypeOfRequiredData = NSString(string: type)
      }
      return request
    case .continued:
      let details = value.continued ?? ContinuedDetails(title: "", subtitle: "")
      let request = BGContinuedProcessingTaskRequest(
        identifier: identifier,
        title: details.title,
        subtitle: details.subtitle
      )
      request.strategy =
        switch details.strategy {
        case .fail: .fail
        case .queue: .queue
        }
      request.requiredResources = .init(rawValue: details.resources)
      return request
    }
  }
}

extension BGProcessingTaskRequest {
  fileprivate var conditions: Conditions {
    get {
      var conditions: Conditions = []
      if requiresNetworkConnectivity { conditions.insert(.network) }
      if requiresExternalPower { conditions.insert(.externalPower) }
      return conditions
    }
    set {
      requiresNetworkConnectivity = newValue.contains(.network)
      requiresExternalPower = newValue.contains(.externalPower)
    }
  }
}

extension BGContinuedProcessingTaskRequest {
  fileprivate var details: ContinuedDetails {
    ContinuedDetails(
      title: title,
      subtitle: subtitle,
      strategy: strategy == .fail ? .fail : .queue,
      resources: requiredResources.rawValue
    )
  }
}

extension WallTime {
  /// The nanosecond nearest to a date; `nil` for a date that is not a number.
  ///
  /// Whole seconds and their fraction are converted apart, so that the way back gives this date.
  fileprivate init?(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    // 64 bits of nanoseconds reach from 1677 to 2262; dates beyond become the nearest end.
    guard abs(whole) < 8e9 else {
      self.init(secondsSinceEpoch: date.timeIntervalSince1970)
      return
    }
    let fraction = Int64(((seconds - whole) * 1e9).rounded())
    self.init(nanoseconds: (Int64(whole) + Self.referenceDate) * 1_000_000_000 + fraction)
  }

  /// Seconds from 1970 to 2001, where Foundation counts from.
  fileprivate static let referenceDate = Int64(Date.timeIntervalBetween1970AndReferenceDate)
}

extension Date {
  fileprivate init(_ time: WallTime) {
    let (seconds, nanoseconds) = time.nanoseconds.quotientAndRemainder(
      dividingBy: 1_000_000_000
    )
    self.init(
      timeIntervalSinceReferenceDate: Double(seconds - WallTime.referenceDate)
        + Double(nanoseconds) / 1e9
    )
  }
}
