// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What the daemon believes of the machine.
///
/// The interface `io.nightjar.Device`.
package enum DeviceInterface {
  /// One fact.
  package struct Fact: Codable, Hashable, Sendable {
    /// The word of the fact.
    package var key: String

    /// Its value.
    package var value: String

    /// Who said so.
    package var source: String

    /// How far that is to be believed.
    package var trust: String

    /// What the source says, when an override hides it.
    package var overridden: String?

    /// Makes the message.
    package init(
      key: String,
      value: String,
      source: String,
      trust: String,
      overridden: String? = nil
    ) {
      self.key = key
      self.value = value
      self.source = source
      self.trust = trust
      self.overridden = overridden
    }
  }

  /// All facts.
  package enum Show: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Device.Show"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The facts.
      package var facts: [Fact]

      /// Makes the message.
      package init(facts: [Fact]) {
        self.facts = facts
      }
    }
  }

  /// Overrides facts until `Reset`.
  ///
  /// power=battery|external, battery=0…100, network=none|metered|unmetered, idle=true|false,
  /// lowPower=true|false, refresh=true|false, continued=true|false,
  /// thermal=nominal|fair|serious|critical, resources=none|gpu.
  package enum Set: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Device.Set"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The new values by their keys.
      package var values: [String: String]

      /// Makes the message.
      package init(values: [String: String]) {
        self.values = values
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The facts.
      package var facts: [Fact]

      /// Makes the message.
      package init(facts: [Fact]) {
        self.facts = facts
      }
    }
  }

  /// Lifts the overrides of the keys, or all.
  package enum Reset: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Device.Reset"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The keys; `nil` means all.
      package var keys: [String]?

      /// Makes the message.
      package init(keys: [String]? = nil) {
        self.keys = keys
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The facts.
      package var facts: [Fact]

      /// Makes the message.
      package init(facts: [Fact]) {
        self.facts = facts
      }
    }
  }

  /// A key is unknown or its value cannot be used.
  package struct BadFact: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Device.BadFact"

    /// The word of the fact.
    package var key: String

    /// The value that cannot be used.
    package var value: String

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(key: String, value: String, message: String) {
      self.key = key
      self.value = value
      self.message = message
    }
  }
}
