// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension DaemonInterface {
  /// One number that is decided by.
  package struct Number: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String

    /// Its value, such as 25s, 4 or true.
    package var value: String

    /// The preset's own value.
    package var preset: String

    /// The file or the variable that overrides it; empty for the preset's own value.
    package var origin: String

    /// What it does.
    package var meaning: String

    /// Where the preset's value comes from.
    package var source: String

    /// Makes the message.
    package init(
      name: String,
      value: String,
      preset: String,
      origin: String,
      meaning: String,
      source: String
    ) {
      self.name = name
      self.value = value
      self.preset = preset
      self.origin = origin
      self.meaning = meaning
      self.source = source
    }
  }

  /// The numbers that are decided by.
  package enum Policy: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Daemon.Policy"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The name of the preset.
      package var preset: String

      /// Where overrides are looked for.
      package var file: String?

      /// The numbers, in the order for people.
      package var numbers: [Number]

      /// Makes the message.
      package init(preset: String, file: String?, numbers: [Number]) {
        self.preset = preset
        self.file = file
        self.numbers = numbers
      }
    }
  }

  /// The overrides cannot be used; nothing has changed.
  package struct WrongPolicy: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Daemon.WrongPolicy"

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(message: String) {
      self.message = message
    }
  }
}
