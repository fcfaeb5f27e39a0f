// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import Testing

@testable import NightjarWire

@Suite(.timeLimit(.minutes(2))) struct `Interfaces` {
  static let all: [InterfaceDescription] = [
    .service, .scheduler, .apps, .device, .daemon, .activity,
  ]

  /// The fields of a member as its interface file spells them.
  private func fields(of member: String, in description: InterfaceDescription) -> [[String]]? {
    let text = description.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .joined(separator: " ")
    guard let start = text.range(of: "\(member)(") ?? text.range(of: "\(member) (") else {
      return nil
    }
    var lists: [[String]] = []
    var rest = text[start.lowerBound...]
    repeat {
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")") else {
        return nil
      }
      let names = rest[rest.index(after: open)..<close].split(separator: ",")
      lists.append(names.map { $0.split(separator: ":")[0].filter { $0 != " " } })
      rest = rest[rest.index(after: close)...]
    } while rest.drop(while: { $0 == " " }).hasPrefix("->")
    return lists
  }

  private func names(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap(\.label)
  }

  private func check<Method: WireMethod>(
    _ method: Method.Type,
    _ description: InterfaceDescription,
    _ parameters: Method.Parameters,
    _ reply: Method.Reply
  ) {
    #expect(description.methods.contains(Method.name), "\(Method.name)")
    let member = "method " + Method.name.dropFirst(description.name.count + 1)
    let lists = fields(of: member, in: description)
    #expect(lists == [names(parameters), names(reply)], "\(Method.name)")
  }

  private func check<Message: ErrorMessage>(_ error: Message, _ description: InterfaceDescription) {
    let member = "error " + Message.name.dropFirst(description.name.count + 1)
    #expect(fields(of: member, in: description) == [names(error)], "\(Message.name)")
  }

  @Test func `every interface is in the program and names its methods`() {
    #expect(
      Self.all.map(\.name) == [
        "org.varlink.service", "io.nightjar.Scheduler", "io.nightjar.Apps", "io.nightjar.Device",
        "io.nightjar.Daemon", "io.nightjar.Activity",
      ]
    )
    #expect(Self.all.map(\.methods.count) == [2, 10, 12, 3, 5, 2])
  }

  @Test func `the messages of the scheduler have the fields of its file`() {
    typealias Wire = SchedulerInterface
    let key = Conversions.key
    let request = TaskRequest(key: key, kind: .refresh)
    let pending = PendingRequest(
      request: request,
      number: SubmissionNumber(rawValue: 1),
      submittedAt: WallTime(nanoseconds: 0)
    )
    let task = Wire.Task(TaskStatus(pending: pending, state: .pending))
    let none = NoFields()
    check(Wire.Submit.self, .scheduler, .init(request), .init(replaced: true))
    check(Wire.Cancel.self, .scheduler, .init(app: "", identifier: ""), .init(cancelled: 1))
    check(Wire.CancelAll.self, .scheduler, .init(app: ""), .init(cancelled: 1))
    check(Wire.Pending.self, .scheduler, .init(app: ""), .init(requests: []))
    check(Wire.Tasks.self, .scheduler, .init(), .init(tasks: []))
    check(Wire.Why.self, .scheduler, .init(identifier: ""), .init(task: task))
    check(Wire.SimulateLaunch.self, .scheduler, .init(identifier: ""), none)
    check(Wire.SimulateExpiration.self, .scheduler, .init(identifier: ""), none)
    check(Wire.Complete.self, .scheduler, .init(run: 1, success: true), none)
    check(Wire.AnswerExpiration.self, .scheduler, .init(run: 1, hadHandler: true), none)
    check(Wire.SubmissionRefused(code: 1, message: "", facts: [:]), .scheduler)
    check(Wire.TaskNotFound(identifier: "", message: ""), .scheduler)
    check(Wire.AmbiguousTask(identifier: "", apps: [], message: ""), .scheduler)
    check(Wire.SimulationRefused(identifier: "", reason: "", message: ""), .scheduler)
    check(Wire.NotYours(app: "", message: ""), .scheduler)
    check(Wire.BadValue(parameter: "", value: "", message: ""), .scheduler)
    #expect(fields(of: "type Task", in: .scheduler) == [names(task)])
    #expect(fields(of: "type Request", in: .scheduler) == [names(Wire.Request(pending))])
    #expect(
      fields(of: "type Reason", in: .scheduler) == [names(Wire.Reason(Reason.deviceInUse))]
    )
    #expect(fields(of: "type Use", in: .scheduler) == [names(Wire.Use(cpuSeconds: 1))])
  }

  @Test func `the messages of the apps have the fields of their file`() {
    typealias Wire = AppsInterface
    let facts = Wire.Facts(AppFacts(identifier: AppIdentifier("a")))
    let record = AppRecord(facts: AppFacts(identifier: AppIdentifier("a")))
    let app = Wire.App(record, state: "", pid: nil, pending: 0, running: 0)
    let budget = Wire.Budget(budget: "push", spent: 1, limit: 3)
    #expect(fields(of: "type Budget", in: .apps) == [names(budget)])
    let none = NoFields()
    check(
      Wire.Attach.self,
      .apps,
      .init(facts: facts, foreground: true, runs: []),
      .init(.attached)
    )
    check(Wire.FinishLaunching.self, .apps, none, none)
    check(Wire.EnterForeground.self, .apps, none, none)
    check(Wire.EnterBackground.self, .apps, none, none)
    check(Wire.List.self, .apps, none, .init(apps: []))
    check(Wire.Install.self, .apps, .init(facts: facts), .init(app: app))
    check(Wire.Remove.self, .apps, .init(app: ""), none)
    check(Wire.Launch.self, .apps, .init(app: ""), none)
    check(Wire.Quit.self, .apps, .init(app: ""), none)
    check(Wire.Settings.self, .apps, .init(app: ""), .init(app: app))
    check(Wire.Usage.self, .apps, .init(app: ""), .init(hours: []))
    check(Wire.EraseUsage.self, .apps, .init(app: ""), none)
    check(Wire.AppNotFound(app: "", message: ""), .apps)
    check(Wire.BadApp(app: "", message: ""), .apps)
    check(Wire.NotAttached(message: ""), .apps)
    #expect(fields(of: "type Facts", in: .apps) == [names(facts)])
    #expect(fields(of: "type App", in: .apps) == [names(app)])
  }

  @Test func `the messages of the activity have the fields of their file`() {
    typealias Wire = ActivityInterface
    let item = Wire.Item(app: "", task: "", state: "", title: "", subtitle: "")
    check(Wire.Watch.self, .activity, .init(), .init(items: []))
    check(Wire.Cancel.self, .activity, .init(app: "", task: ""), NoFields())
    check(Wire.NotActive(app: "", task: "", message: ""), .activity)
    #expect(fields(of: "type Item", in: .activity) == [names(item)])
  }

  @Test func `the messages of the device and the daemon have the fields of their files`() {
    let none = NoFields()
    check(DeviceInterface.Show.self, .device, none, .init(facts: []))
    check(DeviceInterface.Set.self, .device, .init(values: [:]), .init(facts: []))
    check(DeviceInterface.Reset.self, .device, .init(), .init(facts: []))
    check(DeviceInterface.BadFact(key: "", value: "", message: ""), .device)
    check(DaemonInterface.Log.self, .daemon, .init(), .init(lines: []))
    check(DaemonInterface.Journal.self, .daemon, .init(), .init(lines: []))
    check(
      DaemonInterface.Policy.self,
      .daemon,
      none,
      .init(preset: "", file: nil, numbers: [])
    )
    check(DaemonInterface.Reload.self, .daemon, none, none)
    check(DaemonInterface.WrongPolicy(message: ""), .daemon)
    let number = DaemonInterface.Number(
      name: "",
      value: "",
      preset: "",
      origin: "",
      meaning: "",
      source: ""
    )
    #expect(fields(of: "type Number", in: .daemon) == [names(number)])
    check(DaemonInterface.InternalError(message: ""), .daemon)
    check(DaemonInterface.Overloaded(connections: 1, message: ""), .daemon)
    check(DaemonInterface.BadFrame(message: ""), .daemon)
  }
}
