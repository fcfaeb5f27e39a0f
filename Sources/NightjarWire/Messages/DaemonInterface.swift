// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The daemon itself.
///
/// The interface `io.nightjar.Daemon`.
package enum DaemonInterface {
  /// One line of the log, newest last.
  package struct Line: Codable, Hashable, Sendable {
    /// When it was written, RFC 3339.
    package var at: String

    /// How grave it is.
    package var level: String

    /// The part of the system that speaks.
    package var category: String

    /// What happened.
    package var message: String

    /// The app that it is about.
    package var app: String?

    /// The task that it is about.
    package var task: String?

    /// Makes the message.
    package init(
      at: String,
      level: String,
      category: String,
      message: String,
      app: String? = nil,
      task: String? = nil
    ) {
      self.at = at
      self.level = level
      self.category = category
      self.message = message
      self.app = app
      self.task = task
    }
  }

  /// What the machine offers; `state` is ok, missing or failed.
  package struct Check: Codable, Hashable, Sendable {
    /// What was checked.
    package var name: String

    /// `ok`, `missing` or `failed`.
    package var state: String

    /// What was found.
    package var detail: String

    /// What to do about it.
    package var remedy: String?

    /// Makes the message.
    package init(name: String, state: String, detail: String, remedy: String? = nil) {
      self.name = name
      self.state = state
      self.detail = detail
      self.remedy = remedy
    }
  }

  /// The daemon at a glance.
  package enum Status: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Daemon.Status"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The version of the program.
      package var version: String

      /// The process number.
      package var pid: Int

      /// Where it listens.
      package var socket: String

      /// Where its store is.
      package var stateDirectory: String

      /// The name of the policy's preset.
      package var preset: String

      /// When the daemon started, RFC 3339.
      package var startedAt: String

      /// How many apps are known.
      package var apps: Int

      /// How many requests are pending.
      package var pending: Int

      /// How many tasks run.
      package var running: Int

      /// What the machine offers.
      package var checks: [Check]

      /// Makes the message.
      package init(
        version: String,
        pid: Int,
        socket: String,
        stateDirectory: String,
        preset: String,
        startedAt: String,
        apps: Int,
        pending: Int,
        running: Int,
        checks: [Check]
      ) {
        self.version = version
        self.pid = pid
        self.socket = socket
        self.stateDirectory = stateDirectory
        self.preset = preset
        self.startedAt = startedAt
        self.apps = apps
        self.pending = pending
        self.running = running
        self.checks = checks
      }
    }
  }

  /// The last lines, at most `limit` (200).
  package enum Log: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Daemon.Log"

    /// What the caller sends.
    package struct Parameters: Codable, Hashable, Sendable {
      /// The app's identifier.
      package var app: String?

      /// How many at most.
      package var limit: Int?

      /// Makes the message.
      package init(app: String? = nil, limit: Int? = nil) {
        self.app = app
        self.limit = limit
      }
    }

    /// What the daemon answers.
    package struct Reply: Codable, Hashable, Sendable {
      /// The lines, newest last.
      package var lines: [Line]

      /// Makes the message.
      package init(lines: [Line]) {
        self.lines = lines
      }
    }
  }

  /// Reads the file of overrides and looks at the machine again.
  package enum Reload: WireMethod {
    /// The method's full name.
    package static let name = "io.nightjar.Daemon.Reload"

    /// The caller sends nothing.
    package typealias Parameters = NoFields

    /// The daemon answers nothing.
    package typealias Reply = NoFields
  }

  /// Something went wrong in the daemon that is not the caller's fault; its log says more.
  package struct InternalError: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Daemon.InternalError"

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(message: String) {
      self.message = message
    }
  }

  /// There are as many connections as there may be.
  package struct Overloaded: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Daemon.Overloaded"

    /// How many there are.
    package var connections: Int

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(connections: Int, message: String) {
      self.connections = connections
      self.message = message
    }
  }

  /// What came is not a call.
  package struct BadFrame: ErrorMessage {
    /// The error's full name.
    package static let name = "io.nightjar.Daemon.BadFrame"

    /// What is wrong and what to do.
    package var message: String

    /// Makes the message.
    package init(message: String) {
      self.message = message
    }
  }
}
