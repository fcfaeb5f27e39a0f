// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import NightjarModel

extension BGTaskScheduler {
  /// Why a submission was refused.
  ///
  /// `catch BGTaskScheduler.Error.notPermitted`, a cast, and the code and domain of `NSError` all
  /// work. `userInfo` holds a plain sentence under `NSDebugDescriptionErrorKey`.
  public struct Error: Swift.Error, CustomNSError, Hashable, Sendable {
    /// Apple's numbers.
    @nonexhaustive(warn)
    public enum Code: Int, Sendable {
      /// Background work is switched off, or the daemon cannot be reached.
      case unavailable = 1

      /// The app has as many pending requests of this kind as it may have.
      case tooManyPendingTaskRequests = 2

      /// The `Info.plist`, an entitlement or the user does not allow it.
      case notPermitted = 3

      /// A continued request with `.fail` cannot start at once.
      case immediateRunIneligible = 4
    }

    /// What stands behind it; immutable.
    private let stored: NSError

    /// Makes an error, for tests of an app's own handling.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
      stored = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Apple's number.
    public var code: Code { Code(rawValue: stored.code) ?? .unavailable }

    /// The facts that belong to the refusal, with the spelling of the documentation.
    public var userInfo: [String: Any] { stored.userInfo }

    /// The domain, ``BGTaskScheduler/errorDomain``.
    public static var errorDomain: String { BGTaskScheduler.errorDomain }

    /// The number of the code.
    public var errorCode: Int { stored.code }

    /// The same as ``userInfo``.
    public var errorUserInfo: [String: Any] { stored.userInfo }

    /// Background work is switched off, or the daemon cannot be reached.
    public static var unavailable: Code { .unavailable }

    /// The app has as many pending requests of this kind as it may have.
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }

    /// The `Info.plist`, an entitlement or the user does not allow it.
    public static var notPermitted: Code { .notPermitted }

    /// A continued request with `.fail` cannot start at once.
    public static var immediateRunIneligible: Code { .immediateRunIneligible }

    init(_ refusal: SubmissionError) {
      var userInfo: [String: Any] = [NSDebugDescriptionErrorKey: refusal.message]
      for (key, fact) in refusal.facts {
        userInfo[key] =
          switch fact {
          case .text(let text): text
          case .number(let number): number
          case .texts(let texts): texts
          }
      }
      // A code of a newer daemon that Apple's four do not hold is a refusal all the same.
      self.init(Code(rawValue: refusal.code.rawValue) ?? .unavailable, userInfo: userInfo)
    }
  }
}

extension BGTaskScheduler.Error.Code {
  /// Matches any scheduler error of this code in a `catch` clause.
  public static func ~= (code: Self, error: any Swift.Error) -> Bool {
    (error as? BGTaskScheduler.Error)?.code == code
  }
}
