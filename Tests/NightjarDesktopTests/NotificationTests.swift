// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarSystem
import Testing

@testable import NightjarDesktop

/// A private session bus with dbusmock's notification service on it.
private final class Desktop {
  private static let script = """
    import json, subprocess, sys, dbus
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1"],
                           stdout=subprocess.PIPE, text=True)
    address = bus.stdout.readline().strip()
    connection = dbus.bus.BusConnection(address)
    name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
    mock = None
    def object():
        return connection.get_object(name, path, introspect=False)
    def obey(words):
        global mock
        if words[0] == "start":
            mock = subprocess.Popen(
                [sys.executable, "-m", "dbusmock", "--template", "notification_daemon"],
                env={"DBUS_SESSION_BUS_ADDRESS": address}, stdout=subprocess.DEVNULL)
            while not connection.name_has_owner(name): pass
        elif words[0] == "stop":
            mock.kill(); mock.wait()
            while connection.name_has_owner(name): pass
        elif words[0] == "cancel":
            values = dbus.Array([dbus.UInt32(int(words[1])), "cancel"], signature="v")
            object().EmitSignal(name, "ActionInvoked", "us", values,
                                dbus_interface="org.freedesktop.DBus.Mock")
        else:
            calls = object().GetMethodCalls("Notify", dbus_interface="org.freedesktop.DBus.Mock")
            return [[str(a[1]), a[3], a[4], list(a[5]), {k: int(v) for k, v in a[6].items()},
                     int(a[7])] for _, a in calls]
    print(address, flush=True)
    for line in sys.stdin:
        print(json.dumps(obey(line.split())), flush=True)
    if mock: mock.kill()
    bus.kill()
    """

  static let python = "/usr/bin/python3"
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private(set) var address = ""

  init() throws {
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-c", Self.script]
    process.standardInput = commands
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
    address = line()
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private func line() -> String {
    var bytes = Data()
    while let byte = try? answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
      byte != Data("\n".utf8)
    {
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @discardableResult
  func tell(_ words: String) -> String {
    commands.fileHandleForWriting.write(Data((words + "\n").utf8))
    return line()
  }

  static let isAvailable: Bool = {
    let test = Process()
    test.executableURL = URL(fileURLWithPath: "/bin/sh")
    test.arguments = [
      "-c", "\(python) -c 'import dbus, dbusmock, gi' && dbus-daemon --version >/dev/null",
    ]
    test.standardError = FileHandle.nullDevice
    guard (try? test.run()) != nil else { return false }
    test.waitUntilExit()
    return test.terminationStatus == 0
  }()
}

@Suite(
  .timeLimit(.minutes(1)),
  .enabled(if: Desktop.isAvailable, "python3-dbusmock and dbus-daemon are needed")
)
struct `Notifications` {
  private func item(_ percent: Int?, _ text: String = "b", isOver: Bool = false) -> DesktopItem {
    DesktopItem(key: "k", title: "Exporting", text: text, percent: percent, isOver: isOver)
  }

  /// Lets the loop work until something is so, which is looked at a hundred times a second.
  private func work(_ loop: EventLoop, until isSo: @escaping () -> Bool) throws {
    let end = Clocks.boot + 10_000_000_000
    var timer: LoopTimer?
    timer = try LoopTimer(on: loop) {
      if isSo() || Clocks.boot > end { return loop.stop() }
      timer?.arm(at: Clocks.boot + 10_000_000)
    }
    timer?.arm(at: 0)
    try loop.run()
    timer?.close()
    #expect(isSo())
  }

  @Test func `have a bar and a Cancel action, which works, and become final`() throws {
    let desktop = try Desktop()
    desktop.tell("start")
    let loop = try EventLoop()
    var cancelled: [String] = []
    let sink = NotificationSink(address: desktop.address, loop: loop) { cancelled.append($0) }
    defer { sink.stop() }
    sink.show([item(42)])
    let first = #"["0", "Exporting", "b", ["cancel", "Cancel"], {"urgency": 0, "value": 42}, 0]"#
    try work(loop) { desktop.tell("calls") == "[\(first)]" }
    // The answer with the number may be on its way.
    try work(loop) {
      desktop.tell("cancel 1")
      return !cancelled.isEmpty
    }
    #expect(cancelled.first == "k")
    sink.show([item(42, "stopped: cancelled by the user", isOver: true)])
    let last =
      #"["1", "Exporting", "stopped: cancelled by the user", [], {"urgency": 0}, -1]"#
    try work(loop) { desktop.tell("calls") == "[\(first), \(last)]" }
  }

  @Test func `are shown again by a service that comes later`() throws {
    let desktop = try Desktop()
    let loop = try EventLoop()
    let sink = NotificationSink(address: desktop.address, loop: loop) { _ in }
    defer { sink.stop() }
    sink.show([item(1)])
    desktop.tell("start")
    let again = #"["0", "Exporting", "b", ["cancel", "Cancel"], {"urgency": 0, "value": 1}, 0]"#
    try work(loop) { desktop.tell("calls") == "[\(again)]" }
    desktop.tell("stop")
    desktop.tell("start")
    try work(loop) { desktop.tell("calls") == "[\(again)]" }
  }
}
