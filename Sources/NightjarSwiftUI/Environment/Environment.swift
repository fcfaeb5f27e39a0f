// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How much the user sees of an app.
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// Nothing.
  case background

  /// It is in sight, and not given input.
  case inactive

  /// It is given input.
  case active
}

/// What scenes and views are told.
public struct EnvironmentValues: Sendable {
  /// How much the user sees of the app: active if any of its scenes is.
  public internal(set) var scenePhase = ScenePhase.background

  private static let values = Mutex(EnvironmentValues())

  static var current: EnvironmentValues { values.withLock { $0 } }

  static func update(_ change: (inout EnvironmentValues) -> Void) {
    values.withLock { change(&$0) }
  }
}

/// Reads a value that scenes and views are told.
@propertyWrapper
public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  /// Names the value.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    path = keyPath
  }

  /// The present value.
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}

@available(*, unavailable)
extension Environment: Sendable {}

/// A value that an app or a view keeps.
@propertyWrapper
public struct State<Value> {
  private final class Box {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let box: Box

  /// Keeps a value.
  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  /// The value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

@available(*, unavailable)
extension State: Sendable {}
