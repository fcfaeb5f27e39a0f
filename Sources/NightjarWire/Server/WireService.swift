// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// An interface and what carries out its methods.
///
/// A method that the description has and nobody carries out is answered with
/// `MethodNotImplemented`, one that it does not have with `MethodNotFound`.
package struct WireService {
  /// The interface.
  package let description: InterfaceDescription

  private var routes: [String: (IncomingCall) throws -> Void] = [:]

  /// Makes a service that carries out nothing yet.
  package init(_ description: InterfaceDescription) {
    self.description = description
  }

  /// Says what carries out a method.
  ///
  /// - Parameters:
  ///   - method: A method of the interface.
  ///   - handler: Called on the loop's thread with the caller's parameters. It answers at once or
  ///     keeps the call and answers later, on the same thread. An ``ErrorMessage`` that it throws
  ///     becomes the answer.
  package mutating func on<Method: WireMethod>(
    _ method: Method.Type,
    _ handler: @escaping (Method.Parameters, Call<Method>) throws -> Void
  ) {
    precondition(
      description.methods.contains(Method.name),
      "\(description.name) has no method \(Method.name); add it to the interface file"
    )
    routes[Method.name] = { incoming in
      try handler(incoming.parameters(Method.Parameters.self), Call(incoming))
    }
  }

  /// Carries out a call of the interface, or answers why it cannot be.
  func handle(_ call: IncomingCall) {
    do {
      if let route = routes[call.method] {
        try route(call)
      } else if description.methods.contains(call.method) {
        throw ServiceInterface.MethodNotImplemented(method: call.method)
      } else {
        throw ServiceInterface.MethodNotFound(method: call.method)
      }
    } catch let error as any ErrorMessage {
      call.fail(error)
    } catch {
      call.fail(DaemonInterface.InternalError(message: "\(call.method) failed: \(error)"))
    }
  }
}

/// A call whose method is known, so that only its own kind of answer fits.
package struct Call<Method: WireMethod> {
  /// The call without the types.
  package let incoming: IncomingCall

  init(_ incoming: IncomingCall) {
    self.incoming = incoming
  }

  /// Where the call came from.
  package var connection: WireConnection { incoming.connection }

  /// Whether the caller takes more than one answer.
  package var wantsMore: Bool { incoming.wantsMore }

  /// Answers.
  ///
  /// - Parameters:
  ///   - reply: The answer.
  ///   - continues: Whether further answers follow; a caller that wants one only gets this one.
  package func reply(_ reply: Method.Reply, continues: Bool = false) {
    incoming.reply(reply, continues: continues)
  }

  /// Answers with an error.
  package func fail(_ error: some ErrorMessage) {
    incoming.fail(error)
  }

  /// Refuses a caller that takes only one answer.
  ///
  /// - Throws: `ServiceInterface.ExpectedMore` when the call was made without `more`.
  package func requireMore() throws(ServiceInterface.ExpectedMore) {
    guard wantsMore else { throw ServiceInterface.ExpectedMore() }
  }
}

extension Call where Method.Reply == NoFields {
  /// Answers that it is done.
  package func reply() {
    reply(NoFields())
  }
}
