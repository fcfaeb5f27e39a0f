// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSystemd
internal import Glibc

/// What went wrong between this process and the bus, or what a service answered instead.
package struct BusError: Error, Hashable, Sendable {
  /// The name of the error on the bus, or that of the C call that failed.
  package var name: String

  /// What is wrong, in the words of whoever said so.
  package var message: String

  /// Makes an error.
  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// Checks what a call of sd-bus gave back: a negative number is an `errno`.
  ///
  /// - Parameters:
  ///   - result: What it gave back.
  ///   - call: Its name.
  /// - Returns: The result, which is not negative.
  /// - Throws: The error that the number stands for.
  @discardableResult
  static func check(_ result: Int32, _ call: String) throws(BusError) -> Int32 {
    guard result < 0 else { return result }
    throw BusError(name: call, message: String(cString: strerror(-result)))
  }

  /// Whether it only says that nobody owns the name that was asked for.
  package var isAbsence: Bool {
    [
      "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.ServiceUnknown",
    ].contains(name)
  }
}

extension BusError: CustomStringConvertible {
  /// One line: the name and the words.
  package var description: String { message.isEmpty ? name : "\(name): \(message)" }
}
