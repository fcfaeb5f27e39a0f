// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import Testing

@testable import NightjarWire

/// The `varlink` package of PyPI, which is not ours and knows Varlink from its specification.
@Suite(.timeLimit(.minutes(2))) struct `A foreign client` {
  static let hasPackage = (try? Peers.run("python3", ["-c", "import varlink"])) == ""

  @Test(.enabled(if: hasPackage, "needs python3 and `pip install varlink`"))
  func `introspects every interface and calls methods of each kind`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let script = """
      import sys, varlink
      client = varlink.Client(address="unix:" + sys.argv[1])
      for name in sorted(client.get_interfaces()):
          print(name, len(client.get_interface(name).members))
      with client.open("org.example.test") as example:
          print(example.Echo("é")["text"], example.Echo(text="")["text"] == "")
          print([reply["number"] for reply in example.Count(3, _more=True)])
          for call in (lambda: example.Refuse("tea"), lambda: example.Missing()):
              try:
                  call()
              except varlink.VarlinkError as error:
                  print(error.error(), error.parameters())
          example.Echo(text="quietly", _oneway=True)
          print(example.Echo("last")["text"])
      """
    let output = try Peers.run("python3", ["-c", script, bench.path])
    #expect(
      output == """
        io.nightjar.Activity 4
        io.nightjar.Apps 21
        io.nightjar.Daemon 12
        io.nightjar.Device 5
        io.nightjar.Scheduler 21
        org.example.test 8
        org.varlink.service 7
        é True
        [1, 2, 3]
        org.example.test.Refused {'message': 'no tea', 'text': 'tea'}
        org.varlink.service.MethodNotImplemented {'method': 'org.example.test.Missing'}
        last

        """
    )
    #expect(bench.loop.perform { $0.onewayNotes } == ["quietly"])
  }

  @Test(.enabled(if: hasPackage, "needs python3 and `pip install varlink`"))
  func `reads what our messages spell and spells what they read`() throws {
    let bench = try TestBench()
    defer { bench.stop() }
    let script = """
      import sys, varlink
      with varlink.Client(address="unix:" + sys.argv[1]) as client:
          with client.open("io.nightjar.Scheduler") as scheduler:
              print(scheduler.Submit(
                  app="org.example.app", identifier="org.example.app.x", kind="continued",
                  earliestBeginDate="2030-01-31T12:00:00+01:00", requiredResources=1, title="T"))
              try:
                  scheduler.Submit(app="org.example.app", identifier="x", kind="bakery")
              except varlink.VarlinkError as error:
                  print(error.error(), error.parameters()["parameter"])
          with client.open("io.nightjar.Device") as device:
              print(device.Set({"power": "battery", "battery": "7"})["facts"])
      """
    let output = try Peers.run("python3", ["-c", script, bench.path])
    #expect(
      output == """
        {'replaced': True}
        io.nightjar.Scheduler.BadValue kind
        [{'key': 'battery', 'value': '7', 'source': 'test', 'trust': 'test'}, \
        {'key': 'power', 'value': 'battery', 'source': 'test', 'trust': 'test'}]

        """
    )
    let submitted = try #require(bench.loop.perform { $0.submitted } ?? nil)
    #expect(submitted.earliestBegin == WallTime(rfc3339: "2030-01-31T11:00:00Z"))
    #expect(submitted.continued == ContinuedDetails(title: "T", subtitle: "", resources: 1))
  }
}
