// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite
internal import Synchronization

/// A `sqlite3_vfs` around the system's own that counts calls and fails those a test chooses.
///
/// Production code never registers one; a test does, and opens its files through ``name``.
/// See <https://www.sqlite.org/vfs.html>.
package final class FaultyFileSystem: Sendable {
  /// Told of a call before it is made; it may block the caller, or end the process.
  package typealias Hook = @Sendable (_ operation: FaultPlan.Operation, _ path: String) -> Void

  private struct State {
    var plan: FaultPlan?
    var seenOfPlan = 0
    var injected = 0
    var counts: [FaultPlan.Operation: Int] = [:]
    var hook: Hook?
  }

  /// The name under which SQLite knows it.
  package let name: String
  private let state = Mutex(State())

  /// Registers a file system that fails nothing yet.
  ///
  /// - Parameter name: A name that no other file system of the process has.
  /// - Throws: `SQLiteError` when SQLite has no file system to wrap.
  package init(name: String) throws(SQLiteError) {
    self.name = name
    let result = FaultShim.register(name: name, owner: self)
    guard result == SQLITE_OK else {
      throw SQLiteError(extendedCode: result, message: "not registered", subject: name)
    }
  }

  /// Sets what fails from now on, counting from 1 again; `nil` lets everything succeed.
  package func set(_ plan: FaultPlan?) {
    state.withLock { state in
      state.plan = plan
      state.seenOfPlan = 0
      state.injected = 0
    }
  }

  /// Has every counted call tell a closure first; `nil` tells nobody.
  package func set(hook: Hook?) {
    state.withLock { $0.hook = hook }
  }

  /// How many calls the present plan made fail.
  package var injected: Int { state.withLock(\.injected) }

  /// How many calls of one operation there were since the file system was made.
  package func count(of operation: FaultPlan.Operation) -> Int {
    state.withLock { $0.counts[operation, default: 0] }
  }

  /// Counts a call and says with which result code it must fail, if it must.
  func verdict(on operation: FaultPlan.Operation, path: UnsafePointer<CChar>?) -> Int32? {
    if let hook = state.withLock(\.hook) {
      hook(operation, path.map { String(cString: $0) } ?? "")
    }
    return state.withLock { state in
      state.counts[operation, default: 0] += 1
      guard let plan = state.plan, plan.operations.contains(operation) else { return nil }
      state.seenOfPlan += 1
      let isDue = state.seenOfPlan == plan.first
      let isLater = plan.failsFromThenOn && state.seenOfPlan > plan.first
      guard isDue || isLater else { return nil }
      state.injected += 1
      return switch plan.failure {
      case .full: operation == .open ? SQLITE_CANTOPEN : SQLITE_FULL
      case .inputOutput: Self.inputOutput(operation)
      }
    }
  }

  private static func inputOutput(_ operation: FaultPlan.Operation) -> Int32 {
    switch operation {
    case .open: SQLITE_CANTOPEN
    case .write: SQLITE_IOERR | (3 << 8)  // SQLITE_IOERR_WRITE, a macro that Swift cannot see
    case .sync: SQLITE_IOERR | (4 << 8)  // SQLITE_IOERR_FSYNC
    }
  }
}
