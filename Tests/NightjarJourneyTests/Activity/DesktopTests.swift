// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import Testing

@Suite(.serialized, .ownThread)
struct DesktopTests {
  /// A session bus with dbusmock's notification service, and a user who presses Cancel.
  private static let script = """
    import os, subprocess, sys, time
    try:
        import dbus, dbusmock
    except ImportError:
        print("no dbusmock"); sys.exit()
    address = "unix:path=" + sys.argv[1]
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--address=" + address],
                           stderr=subprocess.DEVNULL)
    while not os.path.exists(sys.argv[1]): time.sleep(0.01)
    mock = subprocess.Popen([sys.executable, "-m", "dbusmock", "-t", "notification_daemon"],
                            env={"DBUS_SESSION_BUS_ADDRESS": address}, stdout=subprocess.DEVNULL)
    try:
        connection = dbus.bus.BusConnection(address)
        name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
        kind = "org.freedesktop.DBus.Mock"
        while not connection.name_has_owner(name): time.sleep(0.01)
        service = connection.get_object(name, path, introspect=False)
        def calls(count):
            for _ in range(1500):
                found = service.GetMethodCalls("Notify", dbus_interface=kind)
                if len(found) >= count: return [call[1] for call in found]
                time.sleep(0.01)
            sys.exit("no notification")
        first = calls(1)[0]
        print(first[3], first[4], *first[5])
        pressed = dbus.Array([dbus.UInt32(1), "cancel"], signature="v")
        service.EmitSignal(name, "ActionInvoked", "us", pressed, dbus_interface=kind)
        for _ in range(1500):
            last = calls(1)[-1]
            if not last[5]: break
            time.sleep(0.01)
        print(last[1], last[3], last[4])
    finally:
        mock.kill(); bus.kill()
    """

  @Test func `a notification shows a continued task, and its Cancel takes the task back`() throws {
    let daemon = try RunningDaemon(starts: false)
    let bus = "\(daemon.folder.path)/bus"
    let desktop = try ChildProcess(
      "/usr/bin/python3",
      ["-c", Self.script, bus],
      environment: [:],
      output: "\(daemon.folder.path)/desktop.log",
      on: daemon.loop
    )
    daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus)"
    try daemon.start()
    let app = try TestApp(in: daemon)
    try app.describe(permitted: ["export"])
    try app.does(
      start: ["register export", "submit continued export"],
      ["export": ["onExpiration trace cleaned,complete false", "trace ready"]]
    )
    let process = try app.start()
    try app.wait(for: "ready")
    let end = try desktop.wait()
    if desktop.text == "no dbusmock\n" { return }
    #expect(end == .exited(0))
    #expect(desktop.text == "Title Subtitle cancel Cancel\n1 Title Not done: user\n")
    #expect(app.events("cleaned").count == 1)
    #expect(process.isAlive)
  }
}
