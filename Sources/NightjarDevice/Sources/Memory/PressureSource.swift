// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarSystem

/// Hears from the kernel's pressure stall information that memory runs short.
///
/// A trigger is written into the file, and the kernel then says when it fires, at most once in its
/// window; see the kernel's `Documentation/accounting/psi.rst`.
final class PressureSource {
  /// Some task waited for memory during 200 ms of 2 s, in microseconds.
  ///
  /// Without privileges the kernel allows only windows that are whole multiples of 2 s.
  private static let trigger = "some 200000 2000000"

  private let path: String
  private var source: EventLoop.Source?
  private var descriptor: Int32?
  private var failure: String?
  private let fired: () -> Void

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - path: The file, `/proc/pressure/memory`.
  ///   - fired: Called when memory runs short.
  init(path: String, fired: @escaping () -> Void) {
    self.path = path
    self.fired = fired
  }

  /// Listens from now on, if the kernel lets us.
  func start(on loop: EventLoop) {
    failure = nil
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDWR | O_NONBLOCK)
      var text = Array(Self.trigger.utf8) + [0]
      guard write(file.number, &text, text.count) == text.count else {
        throw .last("write")
      }
      source = try loop.watch(file.number, for: .priority) { [weak self] in self?.hear($0) }
      descriptor = file.release()
    } catch {
      failure = error.description
    }
  }

  /// Takes the trigger back.
  func stop() {
    source?.cancel()
    source = nil
    if let descriptor { close(descriptor) }
    descriptor = nil
  }

  /// How the trigger fares.
  var check: DeviceCheck {
    guard let failure else {
      return DeviceCheck(
        name: "memory",
        state: .ok,
        detail: "the kernel says when memory runs short, \(path)"
      )
    }
    return DeviceCheck(
      name: "memory",
      state: .missing,
      detail: "\(path): \(failure); that memory runs short is not noticed",
      remedy: "Nothing; a kernel of 6.5 or newer with psi=1, or low-memory-monitor, would tell."
    )
  }

  private func hear(_ interest: EventLoop.Interest) {
    if interest.contains(.priority) { return fired() }
    // The file went away under us.
    stop()
    failure = "it is gone"
  }
}
