// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel
internal import NightjarWire

/// `io.nightjar.Activity`: what the user watches, and the button that ends it.
final class ActivityService {
  typealias Interface = ActivityInterface

  private let shell: Shell
  private let authority: Authority
  private let publisher: ActivityPublisher

  init(shell: Shell, authority: Authority, publisher: ActivityPublisher) {
    self.shell = shell
    self.authority = authority
    self.publisher = publisher
  }

  /// The routes of the interface.
  var service: WireService {
    var service = WireService(.activity)
    service.on(Interface.Watch.self, watch)
    service.on(Interface.Cancel.self, cancel)
    return service
  }

  private func watch(
    _ parameters: Interface.Watch.Parameters,
    _ call: Call<Interface.Watch>
  ) throws {
    let app = try authority.scope(of: call.connection.peer, asking: parameters.app)?.rawValue
    let tell = { (items: [Interface.Item]) in
      let visible = items.filter { app == nil || $0.app == app }
      call.reply(Interface.Watch.Reply(items: visible), continues: true)
    }
    if call.wantsMore {
      let sink = publisher.add(tell)
      call.connection.onClose { [weak publisher] in publisher?.remove(sink) }
    }
    tell(publisher.items)
  }

  private func cancel(
    _ parameters: Interface.Cancel.Parameters,
    _ call: Call<Interface.Cancel>
  ) throws {
    let key = RequestKey(
      app: AppIdentifier(parameters.app),
      task: TaskIdentifier(parameters.task)
    )
    try authority.check(call.connection.peer, mayActFor: key.app)
    let status = shell.engine.statuses(of: key, at: shell.now).first {
      $0.pending.request.kind == .continued
    }
    guard let status else {
      throw Interface.NotActive(
        app: parameters.app,
        task: parameters.task,
        message: "no continued task \"\(parameters.task)\" waits or runs"
      )
    }
    // The user's wish is what the debugger's command imitates (9.5), so that it is the same event.
    let ticket = shell.expect { answer in
      if case .notSaved = answer { return call.fail(SchedulerInterface.SubmissionRefused.notSaved) }
      call.reply()
    }
    shell.happen(status.run == nil ? .cancelled(key, ticket) : .expirationSimulated(key, ticket))
  }
}
