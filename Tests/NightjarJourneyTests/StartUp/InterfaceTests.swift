// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import NightjarSystem
import NightjarWire
import Testing

@Suite(.serialized, .ownThread)
struct InterfaceTests {
  /// Calls every method of every interface once, with parameters made from the description alone.
  ///
  /// An answer or an error of the interface is fine; an error that no interface has is not.
  private static let script = """
    import sys, varlink
    client = varlink.Client(address="unix:" + sys.argv[1])
    facts = dict(identifier="org.example.foreign", executable="/bin/true", arguments=[], name="",
                 build="1", permittedIdentifiers=["a"], backgroundModes=["processing"],
                 entitlements=[])
    values = dict(facts=facts, foreground=False, runs=[], app="org.example.foreign",
                  identifier="a", task="a", kind="processing", run=1, success=True, hadHandler=True,
                  values={"power": "battery"}, interface="io.nightjar.Apps")
    calls = 0
    with client.open("io.nightjar.Apps") as apps:
        apps.Install(facts=facts)
    with client.open("io.nightjar.Scheduler") as scheduler:
        assert scheduler.Submit(app="org.example.foreign", identifier="a", kind="processing",
                                requiresExternalPower=True)["replaced"] is False
    methods = [(name, member, method)
               for name in client.get_interfaces()
               for member, method in client.get_interface(name).members.items()
               if isinstance(method, varlink.scanner._Method)]
    # Who is attached is an app, and is ended when the app is quit or removed.
    for name, member, method in sorted(methods, key=lambda each: each[1] == "Attach"):
        with client.open(name) as connection:
            parameters = {key: values[key] for key in method.in_type.fields if key in values}
            more = {"_more": True} if member == "Attach" else {}
            try:
                reply = getattr(connection, member)(**parameters, **more)
                if more:
                    reply = next(iter(reply))
                assert set(reply) <= set(method.out_type.fields), (member, reply)
            except varlink.VarlinkError as error:
                known = error.error().rpartition(".")[0] in client.get_interfaces()
                internal = error.error().endswith(("InternalError", "MethodNotImplemented"))
                assert known and not internal, (member, error.error(), error.parameters())
        calls += 1
    print("called", calls)
    """

  @Test(
    .enabled(if: hasPackage(), "needs python3 and `pip install varlink`")
  )
  func `a foreign client calls every method of every interface`() throws {
    let daemon = try RunningDaemon()
    let python = try ChildProcess(
      "/usr/bin/env",
      ["python3", "-c", Self.script, daemon.socket],
      environment: [:],
      output: "\(daemon.folder.path)/python.log",
      on: daemon.loop
    )
    #expect(try python.wait() == .exited(0), "\(python.text)")
    #expect(python.text == "called 34\n")
    #expect(daemon.process?.isAlive == true)
  }

  private static func hasPackage() -> Bool {
    guard let folder = try? TestFolder(), let loop = try? EventLoop(),
      let python = try? ChildProcess(
        "/usr/bin/env",
        ["python3", "-c", "import varlink"],
        environment: [:],
        output: "\(folder.path)/log",
        on: loop
      )
    else { return false }
    return (try? python.wait()) == .exited(0)
  }

  @Test
  func `changes that come close together are told to a watcher once`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.install()
    try daemon.set(["power": "battery"])
    let watcher = try daemon.connect().stream(SchedulerInterface.Tasks.self, .init())
    defer { watcher.close() }
    _ = try watcher.next(timeout: .seconds(10))
    for _ in 0..<50 { try app.submit("processing", "index", power: true) }
    try daemon.call(SchedulerInterface.CancelAll.self, .init(app: app.identifier))
    var answers = 1
    while let reply = try watcher.next(timeout: .seconds(10)), !reply.tasks.isEmpty {
      answers += 1
    }
    #expect(answers < 50)
  }

  @Test
  func `who follows the log gets the past first and then each line`() throws {
    let daemon = try RunningDaemon()
    let app = try TestApp(in: daemon)
    try app.install()
    try daemon.set(["power": "battery"])
    for _ in 0..<2 { try app.submit("processing", "index", power: true) }
    let follower = try daemon.connect().stream(
      DaemonInterface.Log.self,
      .init(app: app.identifier)
    )
    defer { follower.close() }
    let past = try #require(try follower.next(timeout: .seconds(10)))
    #expect(past.lines.map(\.message) == ["replaced pending request \"index\""])
    try app.submit("processing", "index", power: true)
    let line = try #require(try follower.next(timeout: .seconds(10))?.lines.first)
    #expect(line.message == "replaced pending request \"index\"")
    #expect(line.app == app.identifier && line.task == "index" && line.level == "notice")
  }
}
