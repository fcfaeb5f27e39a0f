// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSystem
import Testing

// Programs are written by other processes. A child that some test starts meanwhile would hold our
// descriptor for a moment, and what is open for writing cannot be started, execve(2) ETXTBSY.

extension TestApp {
  /// Puts a copy of the scripted app somewhere.
  func placeProgram(at path: String) throws {
    try run("cp \"$0\" \"$1\"", "\(TestFolder.programs)/ScriptedApp", path)
  }

  /// Puts a shell script somewhere.
  func placeScript(_ text: String, at path: String) throws {
    try run("printf '#!/bin/sh\\n%s\\n' \"$0\" >\"$1\" && chmod 700 \"$1\"", text, path)
  }

  private func run(_ command: String, _ arguments: String...) throws {
    let shell = try ChildProcess(
      "/bin/sh",
      ["-c", command] + arguments,
      environment: [:],
      output: "/dev/null",
      on: daemon.loop
    )
    try #require(try shell.wait() == .exited(0))
  }
}
