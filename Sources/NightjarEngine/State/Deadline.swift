// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// Something to look at when its instant has come.
struct Deadline: Comparable, Hashable {
  enum Matter: Hashable {
    /// A run's time or its grace is over.
    case run(RunNumber)

    /// A process is to be given up, frozen or killed.
    case process(AppIdentifier)

    /// An app or one of its tasks may be tried again.
    case retry(AppIdentifier)

    /// What is held for an app, a push or the news of its transfers, may be handed over.
    case deliveries(AppIdentifier)

    /// A transfer of an app may begin.
    case transfers(AppIdentifier)

    /// The place among matters that are due at the same instant; runs have an order of their own.
    var order: String {
      switch self {
      case .run: ""
      case .process(let app): "process \(app.rawValue)"
      case .retry(let app): "retry \(app.rawValue)"
      case .deliveries(let app): "deliveries \(app.rawValue)"
      case .transfers(let app): "transfers \(app.rawValue)"
      }
    }
  }

  let at: Instant
  let matter: Matter

  static func < (left: Self, right: Self) -> Bool { left.at < right.at }
}

/// The deadlines of the engine, the earliest first, each of them once.
///
/// Deadlines are not withdrawn: what has become of the matter is looked up when the instant comes.
/// That each is kept once bounds them, however often something asks for the same one.
struct DeadlineQueue {
  private var heap = Heap<Deadline>()
  private var members: Set<Deadline> = []

  var first: Deadline? { heap.first }

  mutating func insert(_ deadline: Deadline) {
    guard members.insert(deadline).inserted else { return }
    heap.insert(deadline)
  }

  mutating func removeFirst() {
    guard let first = heap.popFirst() else { return }
    members.remove(first)
  }
}
