// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// The program `nightjar`: reads a line, carries it out, and says how to exit.
package struct CommandLine {
  private let surroundings: Surroundings

  /// Makes the program in its surroundings.
  package init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// Carries a line out.
  ///
  /// - Parameter arguments: The words after the program's name.
  /// - Returns: How to exit; whatever was to be said has been said.
  package func run(_ arguments: [String]) -> ExitCode {
    do {
      let code = try perform(arguments)
      try surroundings.output.flush()
      return code
    } catch OutputError.readerLeft {
      // The reader has seen enough, as `head` does; nothing went wrong.
      return .done
    } catch OutputError.failed(let words) {
      return complain(Failure(.output, "the output cannot be written: \(words)"), arguments)
    } catch {
      // What was said before the failure comes before it on a terminal, too.
      try? surroundings.output.flush()
      return complain(DaemonFailure.failure(for: error), arguments)
    }
  }

  private func perform(_ arguments: [String]) throws -> ExitCode {
    let invocation = try Parser.parse(arguments, by: Grammar.root)
    let session = Session(invocation: invocation, surroundings: surroundings)
    if invocation.has(Grammar.help) {
      try session.writeHelp(invocation.path)
      return .done
    }
    if invocation.has(Grammar.version) { return try VersionVerb.run(session) }
    let name = invocation.path.first?.name
    guard let verb = Grammar.verbs.first(where: { $0.command.name == name }) else {
      throw Failure(.usage, "a command is needed; `nightjar help` lists them")
    }
    return try verb.run(session)
  }

  private func complain(_ failure: Failure, _ arguments: [String]) -> ExitCode {
    let output = surroundings.output
    // The line may be too wrong to be parsed, and its reader still be a program.
    let isJSON = arguments.prefix { $0 != "--" }.contains("--\(Grammar.json.name)")
    if isJSON {
      let end = failure.message.hasSuffix("?") ? " " : ". "
      let sentence = [failure.message, failure.remedy].compactMap(\.self).joined(separator: end)
      let error: JSONText = ["code": .text(failure.code.rawValue), "message": .text(sentence)]
      output.writeError((["error": error] as JSONText).line + "\n")
    } else {
      let paint = Paint(
        isTerminal: output.isErrorTerminal,
        environment: surroundings.environment
      )
      let remedy = failure.remedy.map { "\($0)\n" } ?? ""
      output.writeError(
        "\(paint(.red, "nightjar:")) \(Printable.text(failure.message))\n\(remedy)"
      )
    }
    return failure.exitCode
  }
}
