// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// The effect as one line that stays the same from version to version, for the journal.
  ///
  /// Two effects with the same text are the same decision.
  package var decisionText: String {
    switch self {
    case .save(let change): "save \(change.decisionText)"
    case .accept(let ticket, let replaced):
      "accept ticket=\(ticket.rawValue)\(replaced ? " replaced" : "")"
    case .refuse(let ticket, let error):
      "refuse ticket=\(ticket.rawValue) \(error.decisionText)"
    case .confirmCancel(let ticket, let count):
      "confirmCancel ticket=\(ticket.rawValue) count=\(count)"
    case .answerSimulation(let ticket, let answer):
      "answerSimulation ticket=\(ticket.rawValue) \(answer.rawValue)"
    case .answerOpen(let ticket, let known): "answerOpen ticket=\(ticket.rawValue) known=\(known)"
    case .launch(let app, let inForeground):
      "launch \(app.decisionText) \(inForeground ? "foreground" : "background")"
    case .deliver(let run): "deliver \(run.decisionText)"
    case .expire(let run, let reason, let until):
      "expire \(reason.name) until=\(until.decisionText) \(run.decisionText)"
    case .withdraw(let run): "withdraw \(run.decisionText)"
    case .deliverPush(let push, let process):
      "deliverPush \(push.decisionText) \(process.decisionText)"
    case .holdPush(let push, let reasons):
      "holdPush \(push.decisionText) [\(reasons.map(\.name).joined(separator: ","))]"
    case .dropPush(let push, let why): "dropPush \(why.rawValue) \(push.decisionText)"
    case .startTransfer(let transfer): "startTransfer \(transfer.decisionText)"
    case .cancelTransfer(let transfer, let why):
      "cancelTransfer \(why.rawValue) \(transfer.decisionText)"
    case .deliverTransferEvents(let app, let session, let process):
      "deliverTransferEvents \(app.decisionText) \(quoted(session)) \(process.decisionText)"
    case .terminate(let app, let process):
      "terminate \(app.decisionText) \(process.decisionText)"
    case .kill(let app, let process): "kill \(app.decisionText) \(process.decisionText)"
    case .freeze(let app, let process): "freeze \(app.decisionText) \(process.decisionText)"
    case .thaw(let app, let process): "thaw \(app.decisionText) \(process.decisionText)"
    case .measure(let app, let process):
      "measure \(app.decisionText) \(process.decisionText)"
    case .wake(let instant): "wake \(instant.decisionText)"
    case .log(let line): "log \(quoted(line.text))"
    }
  }
}

extension StateChange {
  var decisionText: String {
    switch self {
    case .appSaved(let record): "app \(record.decisionText)"
    case .appRemoved(let app): "appRemoved \(app.decisionText)"
    case .requestSaved(let pending, let old):
      "request \(pending.decisionText) replacing="
        + (old.map { "#\($0.number.rawValue)" } ?? "none")
    case .requestRemoved(let pending, let cause):
      "requestRemoved \(cause.rawValue) \(pending.decisionText)"
    case .runStarted(let run): "runStarted \(run.decisionText)"
    case .runEnded(let entry): "runEnded \(entry.decisionText)"
    case .crashesCounted(let record):
      "crashes \(record.key.decisionText) count=\(record.crashes)"
        + (record.isQuarantined ? " quarantined" : "")
    }
  }
}

extension AppRecord {
  fileprivate var decisionText: String {
    var words = [facts.decisionText, "refresh=\(isRefreshOn)", "failures=\(launchFailures)"]
    if isForceQuit { words.append("forceQuit") }
    if let lastForeground { words.append("foreground=\(lastForeground.nanoseconds)") }
    return words.joined(separator: " ")
  }
}

extension HistoryEntry {
  fileprivate var decisionText: String {
    var words = ["run=\(run.rawValue)", key.decisionText, kind.rawValue, outcome.rawValue]
    words.append("submitted=\(submittedAt.nanoseconds) started=\(startedAt.nanoseconds)")
    words.append("ended=\(endedAt.nanoseconds)")
    if let expiration { words.append("expiration=\(expiration.name)") }
    if isSimulated { words.append("simulated") }
    if let use { words.append(use.decisionText) }
    return words.joined(separator: " ")
  }
}

extension SubmissionError {
  fileprivate var decisionText: String {
    let texts = facts.sorted { $0.key < $1.key }.map { key, fact in
      "\(quoted(key))=\(fact.decisionText)"
    }
    return (["code=\(code.rawValue)", quoted(message)] + texts).joined(separator: " ")
  }
}

extension SubmissionError.Fact {
  fileprivate var decisionText: String {
    switch self {
    case .text(let text): quoted(text)
    case .number(let number): "\(number)"
    case .texts(let texts): "[\(texts.map(quoted).joined(separator: ","))]"
    }
  }
}
