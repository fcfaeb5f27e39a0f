// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarDesktop
internal import NightjarEngine
internal import NightjarModel
internal import NightjarWire

// What the user watches, on the desktop that the daemon was started from.

extension Daemon {
  /// Shows what gets on as notifications; `nil` when there is no session bus.
  func showOnDesktop(_ publisher: ActivityPublisher) -> NotificationSink? {
    guard let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty
    else { return nil }
    let sink = NotificationSink(address: address, loop: loop) { [shell] key in
      let run = Int64(key).map { RunNumber(rawValue: $0) }
      guard let run, let record = shell.engine.run(run) else { return }
      shell.happen(.expirationSimulated(record.run.key, shell.expect { _ in }))
    }
    _ = publisher.add { [weak sink] items in
      sink?.show(items.compactMap(DesktopItem.init))
    }
    return sink
  }
}

extension DesktopItem {
  /// Spells a task that has a run; one that waits is not worth a notification.
  fileprivate init?(_ item: ActivityInterface.Item) {
    guard let run = item.run else { return nil }
    let isOver = item.endedAt != nil
    let end =
      item.state == "completed" ? "Done" : "Not done: \(item.expirationReason ?? item.state)"
    self.init(
      key: "\(run)",
      title: item.title,
      text: isOver ? end : item.subtitle,
      percent: item.fraction.map { Int(min(max($0, 0), 1) * 100) },
      isOver: isOver
    )
  }
}
