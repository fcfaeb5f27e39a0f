// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NightjarSQLite

/// What others do when they promise that something is on disk.
///
/// Every peer writes about what a submitted request takes in our database, and confirms each write
/// only after its own fsync(2).
enum Peers {
  /// About as long as a request with its identifiers.
  static let payload = String(repeating: "n", count: 160)

  /// One writer that commits one row at a time to SQLite in WAL mode with synchronous=FULL.
  ///
  /// - Throws: `SQLiteError`.
  static func sqlite(in folder: String, seconds: Double) throws -> Double {
    try Callers.rate(1, seconds: seconds) { _ in
      let connection = try Connection(path: "\(folder)/raw.sqlite")
      try connection.execute(
        """
        PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
        CREATE TABLE request (number INTEGER PRIMARY KEY, app TEXT, body TEXT) STRICT;
        """
      )
      return {
        let insert = try connection.statement("INSERT INTO request (app, body) VALUES (?, ?)")
        insert.bind("org.example.bench", at: 1)
        insert.bind(payload, at: 2)
        try insert.run()
      }
    }
  }

  /// beanstalkd with its log synced before each answer.
  ///
  /// - Throws: `BenchError` when it is not installed.
  static func beanstalkd(in folder: String, seconds: Double) throws -> (one: Double, many: Double) {
    let log = "\(folder)/beanstalkd"
    let socket = "\(folder)/b"
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: true)
    let arguments = ["-l", "unix:\(socket)", "-b", log, "-f", "0"]
    let server = try ChildProgram("beanstalkd", arguments, log: "\(folder)/beanstalkd.log")
    defer { server.end() }
    _ = try server.waitUntilUp { try PeerSocket(path: socket) }
    let command = Array("put 0 0 60 \(payload.utf8.count)\r\n\(payload)\r\n".utf8)
    return try rates(socket, command, "INSERTED", seconds)
  }

  /// Redis with an append-only file that is synced before each answer.
  ///
  /// - Throws: `BenchError` when it is not installed.
  static func redis(in folder: String, seconds: Double) throws -> (one: Double, many: Double) {
    let data = "\(folder)/redis"
    let socket = "\(folder)/r"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    let arguments = [
      "--port", "0", "--unixsocket", socket, "--dir", data, "--save", "", "--appendonly", "yes",
      "--appendfsync", "always", "--daemonize", "no",
    ]
    let server = try ChildProgram("redis-server", arguments, log: "\(folder)/redis.log")
    defer { server.end() }
    try server.waitUntilUp {
      try PeerSocket(path: socket).ask(Array("PING\r\n".utf8), for: "+PONG")
    }
    let words = ["RPUSH", "requests", payload]
    let coded = words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
    return try rates(socket, Array("*\(words.count)\r\n\(coded)".utf8), ":", seconds)
  }

  private static func rates(
    _ socket: String,
    _ command: [UInt8],
    _ answer: StaticString,
    _ seconds: Double
  ) throws -> (one: Double, many: Double) {
    let make: Callers.Maker = { _ in
      let peer = try PeerSocket(path: socket)
      return { try peer.ask(command, for: answer) }
    }
    return (
      try Callers.rate(1, seconds: seconds, make), try Callers.rate(64, seconds: seconds, make)
    )
  }
}
