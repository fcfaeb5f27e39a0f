// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// Registers a handler that belongs to the main actor, on the main queue or on none.
@MainActor
final class Keeper {
  private var count = 0

  func start(using queue: DispatchQueue?) {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "org.example.task",
      using: queue
    ) { task in
      self.count += 1
      FileHandle.standardError.write(Data("entered\n".utf8))
      task.setTaskCompleted(success: true)
      exit(0)
    }
  }
}

@main
enum Program {
  @MainActor
  static func main() {
    let keeper = Keeper()
    keeper.start(using: CommandLine.arguments.contains("main") ? .main : nil)
    dispatchMain()
  }
}
