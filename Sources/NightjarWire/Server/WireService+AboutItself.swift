// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension WireService {
  /// The interface `org.varlink.service` (varlink.org, "Service").
  ///
  /// - Parameters:
  ///   - about: What the server says of itself.
  ///   - descriptions: All interfaces of the server.
  /// - Returns: The service.
  static func aboutItself(
    _ about: WireServer.About,
    describing descriptions: [InterfaceDescription]
  ) -> Self {
    var service = Self(.service)
    service.on(ServiceInterface.GetInfo.self) { _, call in
      call.reply(
        ServiceInterface.GetInfo.Reply(
          vendor: about.vendor,
          product: about.product,
          version: about.version,
          url: about.url,
          interfaces: descriptions.map(\.name)
        )
      )
    }
    service.on(ServiceInterface.GetInterfaceDescription.self) { parameters, call in
      guard let found = descriptions.first(where: { $0.name == parameters.interface }) else {
        throw ServiceInterface.InterfaceNotFound(interface: parameters.interface)
      }
      call.reply(ServiceInterface.GetInterfaceDescription.Reply(description: found.text))
    }
    return service
  }
}
