// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarWire

/// The words for one app in a list.
struct AppLines {
  let times: TimeWords

  static let headings = ["APP", "STATE", "PENDING", "RUNNING", "OPENED", ""]

  func row(_ app: AppsInterface.App) -> Table.Row {
    let process = app.pid.map { " (\($0))" } ?? ""
    let switches =
      (app.forceQuit ? ["force quit"] : []) + (app.backgroundRefresh ? [] : ["refresh off"])
    let opened = app.lastOpened.map { times.distance(to: $0) } ?? "never"
    let cells = [
      Table.Cell(app.facts.identifier),
      Table.Cell(app.state + process, Paint.tone(ofState: app.state)),
      Table.Cell(String(app.pending), alone: "\(app.pending) pending"),
      Table.Cell(String(app.running), alone: "\(app.running) running"),
      Table.Cell(opened, alone: "opened \(opened)"),
      Table.Cell(switches.joined(separator: ", "), .yellow),
    ]
    return Table.Row(cells: cells, notes: { (app.budgets ?? []).map(note) })
  }

  private func note(_ budget: AppsInterface.Budget) -> Table.Cell {
    let unit =
      switch BudgetLevel.Budget(rawValue: budget.budget) {
      case .refresh: "refresh launches"
      case .push: "push launches"
      case .meteredData: "MB on metered networks"
      case nil: budget.budget
      }
    let refill = budget.refillsAt.map { ", refills \(times.distance(to: $0))" } ?? ""
    let tone: Paint.Tone = budget.refillsAt == nil ? .dim : .yellow
    return Table.Cell("\(budget.spent) of \(budget.limit) \(unit) spent\(refill)", tone)
  }
}

extension JSONText {
  init(_ app: AppsInterface.App) {
    self = [
      "app": .text(app.facts.identifier),
      "name": .text(app.facts.name),
      "state": .text(app.state),
      "pid": .optional(app.pid),
      "backgroundRefresh": .flag(app.backgroundRefresh),
      "forceQuit": .flag(app.forceQuit),
      "pending": .number(app.pending),
      "running": .number(app.running),
      "lastOpened": .optional(app.lastOpened),
      "budgets": .list((app.budgets ?? []).map(Self.init)),
      "executable": .text(app.facts.executable),
      "arguments": .list(app.facts.arguments.map(JSONText.text)),
      "infoPlist": .optional(app.facts.infoPlist),
      "build": .text(app.facts.build),
      "permittedIdentifiers": .list(app.facts.permittedIdentifiers.map(JSONText.text)),
      "backgroundModes": .list(app.facts.backgroundModes.map(JSONText.text)),
    ]
  }

  init(_ budget: AppsInterface.Budget) {
    self = [
      "budget": .text(budget.budget),
      "spent": .number(budget.spent),
      "limit": .number(budget.limit),
      "refillsAt": .optional(budget.refillsAt),
    ]
  }
}
