// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

package import NightjarModel

extension SchedulerInterface.Submit.Parameters {
  /// Spells a request.
  package init(_ request: TaskRequest) {
    self.init(
      app: request.key.app.rawValue,
      identifier: request.key.task.rawValue,
      kind: request.kind.rawValue,
      earliestBeginDate: request.earliestBegin?.exactRFC3339,
      requiresNetworkConnectivity: request.conditions.contains(.network),
      requiresExternalPower: request.conditions.contains(.externalPower),
      title: request.continued?.title,
      subtitle: request.continued?.subtitle,
      strategy: request.continued?.strategy.rawValue,
      requiredResources: request.continued?.resources,
      protectionType: request.protectionType
    )
  }

  /// Reads the request; fields of another kind of work are ignored.
  ///
  /// - Returns: The request.
  /// - Throws: `SchedulerInterface.BadValue` that names the first field which cannot be used.
  package func taskRequest() throws(SchedulerInterface.BadValue) -> TaskRequest {
    let kind = try FieldReader.kind(kind)
    return TaskRequest(
      key: RequestKey(
        app: try FieldReader.app(app),
        task: try FieldReader.task(identifier)
      ),
      kind: kind,
      earliestBegin: try FieldReader.date(earliestBeginDate, of: "earliestBeginDate"),
      conditions: FieldReader.conditions(
        network: requiresNetworkConnectivity,
        externalPower: requiresExternalPower
      ),
      continued: try FieldReader.continued(
        kind,
        title: title,
        subtitle: subtitle,
        strategy: strategy,
        resources: requiredResources
      ),
      protectionType: protectionType
    )
  }
}

extension SchedulerInterface.Request {
  /// Spells a pending request; its number stays in the daemon.
  package init(_ pending: PendingRequest) {
    let request = pending.request
    self.init(
      app: request.key.app.rawValue,
      identifier: request.key.task.rawValue,
      kind: request.kind.rawValue,
      submittedAt: pending.submittedAt.exactRFC3339,
      earliestBeginDate: request.earliestBegin?.exactRFC3339,
      requiresNetworkConnectivity: request.conditions.contains(.network),
      requiresExternalPower: request.conditions.contains(.externalPower),
      title: request.continued?.title,
      subtitle: request.continued?.subtitle,
      strategy: request.continued?.strategy.rawValue,
      requiredResources: request.continued?.resources,
      protectionType: request.protectionType
    )
  }

  /// Reads the pending request.
  ///
  /// - Parameter number: Its place in the order of submissions, such as its place in the list.
  /// - Returns: The pending request.
  /// - Throws: `SchedulerInterface.BadValue` that names the first field which cannot be used.
  package func pendingRequest(
    number: SubmissionNumber
  ) throws(SchedulerInterface.BadValue) -> PendingRequest {
    let submission = SchedulerInterface.Submit.Parameters(
      app: app,
      identifier: identifier,
      kind: kind,
      earliestBeginDate: earliestBeginDate,
      requiresNetworkConnectivity: requiresNetworkConnectivity,
      requiresExternalPower: requiresExternalPower,
      title: title,
      subtitle: subtitle,
      strategy: strategy,
      requiredResources: requiredResources,
      protectionType: protectionType
    )
    guard let submittedAt = WallTime(rfc3339: submittedAt) else {
      throw FieldReader.notADate(submittedAt, of: "submittedAt")
    }
    return PendingRequest(
      request: try submission.taskRequest(),
      number: number,
      submittedAt: submittedAt
    )
  }
}
