// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarClient
internal import NightjarModel

/// One line on its way through a verb: what it says, and the world it meets.
package struct Session {
  /// What the line says.
  let invocation: Invocation

  /// The world.
  let surroundings: Surroundings

  var output: any Output { surroundings.output }
  var isJSON: Bool { invocation.has(Grammar.json) }

  /// Colours for standard output.
  var paint: Paint {
    Paint(isTerminal: output.isTerminal, environment: surroundings.environment)
  }

  /// Times relative to now.
  var times: TimeWords { TimeWords(now: surroundings.now(), offset: surroundings.utcOffset) }

  /// Where the daemon listens: `--socket`, else as the environment says.
  var socket: String {
    invocation.value(of: Grammar.socket) ?? Places(environment: surroundings.environment).socket
  }

  /// Connects to the daemon.
  ///
  /// - Throws: `Failure` with the code `noDaemon`, or what the connection itself throws.
  func daemon() throws -> any Daemon {
    try surroundings.connect(socket)
  }

  func write(_ text: String) throws(OutputError) {
    try output.write(text)
  }

  /// Writes a value on a line of its own.
  func write(_ json: JSONText) throws(OutputError) {
    try output.write(json.line + "\n")
  }

  /// Says that something was done: the sentence to people, the object to programs.
  func report(_ sentence: String, _ json: JSONText) throws(OutputError) {
    if isJSON {
      try write(json)
    } else {
      try write(sentence + "\n")
    }
  }
}
