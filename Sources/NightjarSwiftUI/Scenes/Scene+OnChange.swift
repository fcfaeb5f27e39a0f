// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Scene {
  /// Calls back when a value is different than at the last step of the app's life.
  ///
  /// - Parameters:
  ///   - value: What is compared.
  ///   - initial: Whether to call back the first time as well.
  ///   - action: Called with the old and the new value.
  /// - Returns: The scene that calls back.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene {
    ChangeScene(content: self, value: value, isInitial: initial, action: action)
  }

  /// Calls back when a value is different than at the last step of the app's life.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some Scene {
    ChangeScene(content: self, value: value, isInitial: initial) { _, _ in action() }
  }

  /// Calls back when a value is different than at the last step of the app's life.
  @available(*, deprecated, message: "take two parameters in the action, or none")
  public func onChange<Value: Equatable>(
    of value: Value,
    perform action: @escaping (_ newValue: Value) -> Void
  ) -> some Scene {
    ChangeScene(content: self, value: value, isInitial: false) { _, new in action(new) }
  }
}

struct ChangeScene<Content: Scene, Value: Equatable>: Scene, SceneNode {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: (Value, Value) -> Void

  typealias Body = Never

  func read(in pass: inout ScenePass) {
    let old = pass.exchange(value)
    if let old = old ?? (pass.isLaunch && isInitial ? value : nil) {
      pass.actions.append { action(old, value) }
    }
    pass.visit(content)
  }
}
