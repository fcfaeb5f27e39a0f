// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A part of a window; there are no windows here, and so views are declared and not shown.
@preconcurrency @MainActor
public protocol View {
  /// What the view consists of.
  associatedtype Body: View

  /// The views that it consists of.
  @ViewBuilder var body: Body { get }
}

extension Never: View {}

extension View where Body == Never {
  /// Views without others are not shown, so that this is never called.
  public var body: Never { fatalError("SwiftUI: \(Self.self) has no body") }
}

/// Some words.
public struct Text: View {
  private let words: String

  /// Takes the words.
  public init(_ words: some StringProtocol) {
    self.words = String(words)
  }

  /// None: it is not shown.
  public typealias Body = Never
}

/// Nothing.
public struct EmptyView: View {
  /// Makes nothing.
  public init() {}

  /// None: it is not shown.
  public typealias Body = Never
}

/// Several views, in their order.
public struct ViewList<each Content: View>: View {
  let content: (repeat each Content)

  /// None: it is not shown.
  public typealias Body = Never
}

/// Puts views together.
@preconcurrency @MainActor
@resultBuilder
public struct ViewBuilder {
  /// One view.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// Several views.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> ViewList<repeat each Content> {
    ViewList(content: (repeat each content))
  }
}
