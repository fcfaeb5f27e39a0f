// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation
package import NightjarClient
internal import NightjarModel

/// Launches the app for the background work that it registers handlers for and submits.
///
/// The process becomes known to the Nightjar daemon at the first use of ``shared``. What may be
/// registered and submitted is listed in `BGTaskSchedulerPermittedIdentifiers` and
/// `UIBackgroundModes` of the app's `Info.plist`.
// Invariant for @unchecked: the only stored property is immutable and Sendable.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The process side, which the rooms above share with the scheduler.
  package let runtime: AppRuntime

  /// Makes a scheduler on a runtime that has been started; tests put a virtual device behind it.
  package init(runtime: AppRuntime) {
    self.runtime = runtime
    super.init()
  }

  /// The scheduler of this process.
  public class var shared: BGTaskScheduler { SchedulerScope.scheduler(orElse: process) }

  private static let process = BGTaskScheduler(runtime: .startedForThisProcess())

  /// The resources that a continued request may ask for on this device.
  ///
  /// `.gpu` is in it only if the device offers a GPU and the app has the entitlement.
  public class var supportedResources: BGContinuedProcessingTaskRequest.Resources {
    .init(rawValue: shared.runtime.supportedResources)
  }

  /// The domain of the scheduler's errors, as devices print it.
  public class var errorDomain: String { "BGTaskSchedulerErrorDomain" }

  // MARK: - Registering

  /// Registers the handler that is called when the system launches the app for an identifier.
  ///
  /// Register before launch finishes; only handlers of continued processing may come later. A
  /// second registration of an identifier ends the process.
  ///
  /// - Parameters:
  ///   - identifier: An identifier that the `Info.plist` permits.
  ///   - queue: Where the handler runs; `nil` stands for a serial background queue.
  ///   - launchHandler: Called with the task each time the system launches it.
  /// - Returns: Whether the handler was registered; `false` if the identifier is not permitted.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String,
    using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let handler = LaunchHandler(identifier: identifier, queue: queue) { [weak self] handle in
      let task = BGTask.standing(for: handle)
      guard handle.begin(holder: task) else { return }
      let scope = self.map { SchedulerScope(scheduler: $0, run: handle.delivery.run) }
      SchedulerScope.$current.withValue(scope) { launchHandler(task) }
    }
    return runtime.register(TaskIdentifier(identifier), handler)
  }

  // MARK: - Submitting

  /// Submits a request and waits until the system has it.
  ///
  /// A pending request of the same identifier is replaced. The identifier must have a handler.
  ///
  /// - Parameter taskRequest: The request; it is copied.
  /// - Throws: ``Error`` when the request is refused or the daemon does not answer in two seconds.
  @available(
    *,
    deprecated,
    message: "use submitTaskRequest(_:) or submitTaskRequest(_:completionHandler:)"
  )
  open func submit(_ taskRequest: BGTaskRequest) throws {
    do {
      try runtime.submit(taskRequest.copied(for: runtime.facts.identifier))
    } catch {
      throw Error(error)
    }
  }

  /// Submits a request without waiting.
  ///
  /// - Parameters:
  ///   - taskRequest: The request; it is copied before the call returns.
  ///   - completionHandler: Called once, on any queue, with `nil` or an ``Error``.
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    do {
      let request = try taskRequest.copied(for: runtime.facts.identifier)
      runtime.submit(request) { refusal in
        completionHandler(refusal.map { Error($0) })
      }
    } catch {
      let refusal = Error(error)
      DispatchQueue.global().async { completionHandler(refusal) }
    }
  }

  /// Submits a request and suspends until the system has it.
  ///
  /// - Parameter taskRequest: The request; it is copied before the call suspends.
  /// - Throws: ``Error`` when the request is refused or the daemon does not answer in two seconds.
  open func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
    let request: TaskRequest
    do {
      request = try taskRequest.copied(for: runtime.facts.identifier)
    } catch {
      throw Error(error)
    }
    let refusal = await withCheckedContinuation { continuation in
      runtime.submit(request) { continuation.resume(returning: $0) }
    }
    if let refusal { throw Error(refusal) }
  }

  // MARK: - Pending requests

  /// Withdraws the pending request of an identifier; a running task goes on.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    runtime.cancel(TaskIdentifier(identifier))
  }

  /// Withdraws all pending requests of this app.
  open func cancelAllTaskRequests() {
    runtime.cancelAll()
  }

  /// Reads the requests that were accepted and not yet launched.
  ///
  /// - Parameter completionHandler: Called once, on any queue, with copies in the order of
  ///   submission; with none if the list cannot be read.
  open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    runtime.pending { requests in
      completionHandler(requests.map(BGTaskRequest.standing))
    }
  }

  /// The requests that were accepted and not yet launched, as copies in the order of submission.
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    let requests = await withCheckedContinuation { continuation in
      runtime.pending { continuation.resume(returning: $0) }
    }
    return requests.map(BGTaskRequest.standing)
  }
}
