// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What every Varlink service answers about itself.
///
/// The interface `org.varlink.service`.
package enum ServiceInterface {
  /// Who made the service and which interfaces it has.
  package enum GetInfo: WireMethod {
    /// The method's full name.
    package static let name = "org.varlink.service.GetInfo"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// Who made it.
      package var vendor: String

      /// What it is called.
      package var product: String

      /// The version of the program.
      package var version: String

      /// Where to read about it.
      package var url: String

      /// The interfaces' names.
      package var interfaces: [String]

      /// Makes the message.
      package init(
        vendor: String,
        product: String,
        version: String,
        url: String,
        interfaces: [String]
      ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
      }
    }
  }

  /// The text that describes one of the interfaces.
  package enum GetInterfaceDescription: WireMethod {
    /// The method's full name.
    package static let name = "org.varlink.service.GetInterfaceDescription"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The interface's name.
      package var interface: String

      /// Makes the message.
      package init(interface: String) {
        self.interface = interface
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The interface's text.
      package var description: String

      /// Makes the message.
      package init(description: String) {
        self.description = description
      }
    }
  }

  /// The service has no interface of that name.
  package struct InterfaceNotFound: ErrorMessage {
    /// The error's full name.
    package static let name = "org.varlink.service.InterfaceNotFound"

    /// The interface's name.
    package var interface: String

    /// Makes the message.
    package init(interface: String) {
      self.interface = interface
    }
  }

  /// The interface has no method of that name.
  package struct MethodNotFound: ErrorMessage {
    /// The error's full name.
    package static let name = "org.varlink.service.MethodNotFound"

    /// The method's full name.
    package var method: String

    /// Makes the message.
    package init(method: String) {
      self.method = method
    }
  }

  /// The interface has the method, but this service does not carry it out.
  package struct MethodNotImplemented: ErrorMessage {
    /// The error's full name.
    package static let name = "org.varlink.service.MethodNotImplemented"

    /// The method's full name.
    package var method: String

    /// Makes the message.
    package init(method: String) {
      self.method = method
    }
  }

  /// A parameter is missing, of the wrong type or out of range.
  package struct InvalidParameter: ErrorMessage {
    /// The error's full name.
    package static let name = "org.varlink.service.InvalidParameter"

    /// The name of the parameter.
    package var parameter: String

    /// Makes the message.
    package init(parameter: String) {
      self.parameter = parameter
    }
  }

  /// The method answers more than once and must be called with `more`.
  package struct ExpectedMore: ErrorMessage {
    /// The error's full name.
    package static let name = "org.varlink.service.ExpectedMore"

    /// Makes the message.
    package init() {}
  }
}
