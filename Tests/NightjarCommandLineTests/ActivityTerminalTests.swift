// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The activity on a real terminal` {
  private let folder: TemporaryFolder
  private var socket: String { folder.path + "/s" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let frame = """
    {"parameters":{"items":[\
    {"app":"org.a","task":"org.a.first","state":"running","title":"First","subtitle":"of two",\
    "run":1,"completed":1,"total":4,"fraction":0.25},\
    {"app":"org.a","task":"org.a.second","state":"pending","title":"Second","subtitle":""}]},\
    "continues":true}
    """

  @Test(.enabled(if: Tool.exists("tmux"), "needs tmux"))
  func `fits every width, takes keys and leaves all as it was`() throws {
    let server = try CannedServer(path: socket, frames: [Self.frame], staysOpen: true)
    let result = try Tool.shell(
      """
      t="tmux -S \(folder.path)/tmux -f /dev/null"
      export LC_ALL=C.UTF-8
      line="\(Tool.nightjar) --socket \(socket) activity"
      $t -u new-session -d -x 80 -y 20 "echo before; $line; echo exit \\$?; stty -a; read x"
      trap '$t kill-server' EXIT
      wait_for() {
        for ((i = 0; i < 400; i++)); do
          if $t capture-pane -p | grep -q "$1"; then return; fi
          sleep 0.05
        done
        echo "missed $1"
      }
      wait_for '> First'; $t capture-pane -p; echo =====
      for width in 120 30; do
        $t resize-window -x $width -y 20
        bar=$((width - 12)); if ((bar > 60)); then bar=60; fi
        wait_for "^    [━─]\\{$bar\\}  "; $t capture-pane -p; echo =====
      done
      $t send-keys j; wait_for '> Second'
      $t send-keys k; wait_for '> First'
      $t send-keys Down; wait_for '> Second'
      $t resize-window -x 100 -y 40
      $t send-keys q; wait_for 'echo '; $t capture-pane -p
      """
    )
    #expect(server.path == socket)
    #expect(!result.text.contains("missed"))
    try check(result.text.components(separatedBy: "====="))
  }

  private func check(_ parts: [String]) throws {
    try #require(parts.count == 4)
    #expect(parts[0].contains("  Second\n    waiting"))
    #expect(!parts[0].contains("before"))
    #expect(parts[0].contains("25 %"))
    #expect(parts[1].contains("25 %"))
    #expect(parts[2].contains("25 %"))
    let words = parts[3].split(whereSeparator: \.isWhitespace)
    #expect(parts[3].contains("before"))
    #expect(parts[3].contains("exit 0"))
    #expect(words.contains("icanon"))
    #expect(words.contains("echo"))
  }
}
