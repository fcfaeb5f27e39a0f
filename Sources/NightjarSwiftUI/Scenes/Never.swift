// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// What scenes and views that consist of no others say that they consist of.
extension Never {
  /// Nothing.
  public typealias Body = Never

  /// There is no value to ask.
  public var body: Never { switch self {} }
}
