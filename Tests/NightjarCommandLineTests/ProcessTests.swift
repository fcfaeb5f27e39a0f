// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarCommandLine
import Testing

/// The real program against a real socket.
@Suite(.serialized)
struct ProcessTests {
  private let folder: TemporaryFolder
  private var socket: String { folder.path + "/s" }
  private var command: String { "\(Tool.nightjar) --socket \(socket)" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func list(_ count: Int, name: String = "task") -> String {
    let tasks = (0..<count).map { index in
      """
      {"app":"a","task":"\(name).\(index)","kind":"refresh","state":"pending",\
      "submittedAt":"2026-05-01T10:00:00Z","reasons":[]}
      """
    }
    return "{\"parameters\":{\"tasks\":[\(tasks.joined(separator: ","))]}}"
  }

  private static let more = list(1).dropLast() + ",\"continues\":true}"

  @Test func `a reader that leaves ends the program quietly`() throws {
    let server = try CannedServer(path: socket, frames: [Self.list(5000)])
    let result = try Tool.shell("set -o pipefail; \(command) tasks | head -1")
    #expect(server.path == socket)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
  }

  @Test func `a closed standard output is told, and nothing is written to the socket`() throws {
    let server = try CannedServer(path: socket, frames: [Self.list(1)])
    let result = try Tool.shell("\(command) tasks >&-")
    #expect(server.path == socket)
    #expect(result.code == 1)
    #expect(result.errors.contains("cannot be written: Bad file descriptor"))
  }

  @Test func `a full disk is told`() throws {
    let server = try CannedServer(path: socket, frames: [Self.list(1)])
    let result = try Tool.shell("\(command) tasks >/dev/full")
    #expect(server.path == socket)
    #expect(result.code == 1)
    #expect(result.errors.contains("No space left on device"))
  }

  @Test func `an argument that is not UTF-8 is refused`() throws {
    let result = try Tool.shell("\(command) why $'a\\xff'")
    #expect(result.code == 2)
    #expect(result.errors.contains("argument 4 is not UTF-8"))
  }

  @Test func `nobody at the socket is told with the remedy`() throws {
    let result = try Tool.shell("\(command) tasks")
    #expect(result.code == 3)
    #expect(result.errors.contains(socket))
    #expect(result.errors.contains("nightjar daemon"))
  }

  @Test func `a daemon that vanishes in the middle of a stream is told`() throws {
    let server = try CannedServer(path: socket, frames: [String(Self.more)])
    let result = try Tool.shell("\(command) tasks --watch")
    #expect(server.path == socket)
    #expect(result.code == 3)
    #expect(result.text.contains("task.0"))
    #expect(!result.errors.isEmpty)
  }

  @Test func `an error that only a newer daemon knows is printed as it is`() throws {
    let frame = "{\"error\":\"io.nightjar.Later.Strange\",\"parameters\":{}}"
    let server = try CannedServer(path: socket, frames: [frame])
    let result = try Tool.shell("\(command) why t --json")
    #expect(server.path == socket)
    #expect(result.code == 4)
    #expect(result.errors.contains("\"code\":\"io.nightjar.Later.Strange\""))
  }

  @Test func `a refusal of the daemon about a value is a wrong line`() throws {
    let frame = """
      {"error":"io.nightjar.Device.BadFact","parameters":{"key":"battery","value":"5",\
      "message":"battery is \\"5\\", which cannot be"}}
      """
    let server = try CannedServer(path: socket, frames: [frame])
    let result = try Tool.shell("\(command) device set battery=5")
    #expect(server.path == socket)
    #expect(result.code == 2)
    #expect(result.errors.contains("which cannot be"))
  }

  @Test func `an answer that is no Varlink is told`() throws {
    let server = try CannedServer(path: socket, frames: ["hello"])
    let result = try Tool.shell("\(command) tasks")
    #expect(server.path == socket)
    #expect(result.code == 3)
  }

  @Test func `an interrupt ends a stream with 0 and no complaint`() throws {
    let server = try CannedServer(path: socket, frames: [String(Self.more)], staysOpen: true)
    let result = try Tool.shell(
      """
      coproc C { exec \(command) tasks --watch 2>&1; }
      pid=$C_PID
      read -r line <&"${C[0]}"
      kill -INT $pid
      wait $pid
      echo "exit $?"
      """
    )
    #expect(server.path == socket)
    #expect(result.text == "exit 0\n")
  }

  @Test func `a watched list is redrawn on a real terminal and leaves it as it was`() throws {
    guard Tool.exists("tmux") else { return }
    let server = try CannedServer(path: socket, frames: [String(Self.more)], staysOpen: true)
    let result = try Tool.shell(
      """
      t="tmux -S \(folder.path)/tmux -f /dev/null"
      $t new-session -d -x 80 -y 20 "echo before; \(command) tasks --watch; echo exit \\$?; read x"
      trap '$t kill-server' EXIT
      wait_for() {
        for ((i = 0; i < 400; i++)); do
          if $t capture-pane -p | grep -q "$1"; then return; fi
          sleep 0.05
        done
        echo "no $1"
      }
      wait_for 'task.0'; $t capture-pane -p; echo =====
      $t resize-window -x 30 -y 20; wait_for '^    refresh'
      $t send-keys C-c; wait_for 'exit'; $t capture-pane -p
      """
    )
    let parts = result.text.components(separatedBy: "=====")
    #expect(server.path == socket)
    #expect(!result.text.contains("no "))
    #expect(!(parts.first ?? "").contains("before"))
    #expect((parts.last ?? "").contains("before"))
    #expect((parts.last ?? "").contains("exit 0"))
  }
}
