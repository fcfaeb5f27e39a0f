// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarWire

extension InterfaceDescription {
  static let example = Self(
    text: """
      # For tests.
      interface org.example.test

      # Gives back what it gets.
      method Echo(text: string) -> (text: string)

      method Refuse(text: string) -> ()
      method Forget() -> ()
      method Keep() -> (text: string)
      method Count(to: int) -> (number: int)
      method Watch() -> (number: int)
      method Missing() -> ()

      error Refused (text: string, message: string)
      """
  )
}

/// The messages of the interface above.
enum Example {
  struct Text: Codable, Hashable, Sendable {
    var text: String
  }

  struct Number: Codable, Hashable, Sendable {
    var number: Int
  }

  struct Limit: Codable, Hashable, Sendable {
    var to: Int
  }

  struct Refused: ErrorMessage {
    static let name = "org.example.test.Refused"
    var text: String
    var message: String
  }

  enum Echo: WireMethod {
    static let name = "org.example.test.Echo"
    typealias Parameters = Text
    typealias Reply = Text
  }

  enum Refuse: WireMethod {
    static let name = "org.example.test.Refuse"
    typealias Parameters = Text
    typealias Reply = NoFields
  }

  enum Forget: WireMethod {
    static let name = "org.example.test.Forget"
    typealias Parameters = NoFields
    typealias Reply = NoFields
  }

  enum Keep: WireMethod {
    static let name = "org.example.test.Keep"
    typealias Parameters = NoFields
    typealias Reply = Text
  }

  enum Count: WireMethod {
    static let name = "org.example.test.Count"
    typealias Parameters = Limit
    typealias Reply = Number
  }

  enum Watch: WireMethod {
    static let name = "org.example.test.Watch"
    typealias Parameters = NoFields
    typealias Reply = Number
  }
}
