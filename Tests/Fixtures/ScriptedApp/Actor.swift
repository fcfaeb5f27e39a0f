// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

@_spi(Launch) import BackgroundTasks
import Dispatch
import Foundation
import Glibc

/// Carries out a script, one step after the other.
final class Actor: @unchecked Sendable {
  // Invariant for @unchecked: never changed after it was made.
  private let script: Script

  init(_ script: Script) {
    self.script = script
  }

  /// Does what the script says of the start.
  func begin() { perform(script.start) }

  /// Carries out steps.
  ///
  /// - Parameters:
  ///   - steps: What to do.
  ///   - task: The task at hand; `nil` at the start of the app.
  func perform(_ steps: some Collection<String>, for task: BGTask? = nil) {
    var rest = Array(steps)[...]
    while let step = rest.popFirst() {
      let words = step.split(separator: " ").map(String.init)
      if words[0] == "after" {
        let steps = Array(rest)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(words[1]) ?? 0)) {
          self.perform(steps, for: task)
        }
        return
      }
      perform(words[0], Array(words.dropFirst()), for: task)
    }
  }

  private func perform(_ verb: String, _ words: [String], for task: BGTask?) {
    switch verb {
    case "register": register(words[0])
    case "submit": submit(kind: words[0], words[1], Array(words.dropFirst(2)))
    case "cancel": BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: words[0])
    case "cancelAll": BGTaskScheduler.shared.cancelAllTaskRequests()
    case "pending": pending()
    case "finish": BGTaskScheduler.shared.finishLaunching()
    case "complete": complete(task, words[0] == "true")
    case "onExpiration": expect(task, Array(words.joined(separator: " ").split(separator: ",")))
    case "trace": Trace.write(words[0], task: task?.identifier)
    case "fork": fork()
    case "compute": compute(milliseconds: Int64(words[0]) ?? 0)
    case "exit": exit(Int32(words[0]) ?? 0)
    case "crash": crash()
    case "hang": while true { pause() }
    default: fatalError("ScriptedApp: unknown step \"\(verb)\"")
    }
  }

  // MARK: - Requests

  private func register(_ identifier: String) {
    let answer = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier,
      using: nil
    ) { [self] task in
      Trace.write("began", task: identifier, value: "\(type(of: task))")
      perform(script.tasks[identifier] ?? [], for: task)
    }
    Trace.write("registered", task: identifier, value: "\(answer)")
  }

  private func submit(kind: String, _ identifier: String, _ options: [String]) {
    let request: BGTaskRequest
    switch kind {
    case "refresh": request = BGAppRefreshTaskRequest(identifier: identifier)
    case "processing":
      let processing = BGProcessingTaskRequest(identifier: identifier)
      processing.requiresNetworkConnectivity = options.contains("network")
      processing.requiresExternalPower = options.contains("power")
      request = processing
    default:
      request = BGContinuedProcessingTaskRequest(
        identifier: identifier,
        title: "Title",
        subtitle: "Subtitle"
      )
    }
    if let seconds = options.compactMap({ Double($0) }).first {
      request.earliestBeginDate = Date(timeIntervalSinceNow: seconds)
    }
    let done = DispatchSemaphore(value: 0)
    BGTaskScheduler.shared.submitTaskRequest(request) { error in
      let code = error.map { "\(($0 as NSError).code)" }
      Trace.write("submitted", task: identifier, value: code ?? "ok")
      done.signal()
    }
    done.wait()
  }

  private func pending() {
    let done = DispatchSemaphore(value: 0)
    BGTaskScheduler.shared.getPendingTaskRequests { requests in
      let words = requests.map { "\(type(of: $0)) \($0.identifier)" }
      Trace.write("pending", value: words.joined(separator: ","))
      done.signal()
    }
    done.wait()
  }

  // MARK: - Tasks

  private func complete(_ task: BGTask?, _ success: Bool) {
    task?.setTaskCompleted(success: success)
    Trace.write("completed", task: task?.identifier, value: "\(success)")
  }

  private func expect(_ task: BGTask?, _ steps: [Substring]) {
    task?.expirationHandler = { [self] in
      let hadHandler = task?.expirationHandler != nil
      Trace.write("expired", task: task?.identifier, value: "\(hadHandler)")
      perform(steps.map(String.init), for: task)
    }
  }

  // MARK: - Processes

  /// Uses the processor for so much of its time, however long that takes.
  private func compute(milliseconds: Int64) {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    let end = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 + milliseconds
    while Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 < end {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    }
  }

  private func fork() {
    var child: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("1000")]
    let failure = posix_spawn(&child, "/bin/sleep", nil, nil, words + [nil], environ)
    for word in words { free(word) }
    Trace.write("forked", value: failure == 0 ? "\(child)" : "failed")
  }

  private func crash() -> Never {
    // Swift's own handler would write a backtrace first, which takes seconds.
    signal(SIGSEGV, SIG_DFL)
    raise(SIGSEGV)
    fatalError("ScriptedApp: alive after SIGSEGV")
  }
}
