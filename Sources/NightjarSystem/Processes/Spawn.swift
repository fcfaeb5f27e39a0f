// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarLinux
internal import Glibc

/// Starts a program as a child process.
///
/// The child gets default signal dispositions, an empty signal mask, /dev/null as its input, and no
/// descriptor but those that are named here.
package struct Spawn: Sendable {
  /// The program's file, absolute.
  package var path: String

  /// All arguments; the first is the program's name by custom.
  package var arguments: [String]

  /// The whole environment, as `NAME=value`.
  package var environment: [String]

  /// The working directory; `nil` keeps ours.
  package var directory: String?

  /// The descriptor that becomes the child's output; `nil` sends it to /dev/null.
  package var output: Int32?

  /// The descriptor that becomes the child's error output; `nil` sends it to /dev/null.
  package var errorOutput: Int32?

  /// More descriptors: the number in the child, and which of ours it is; at most 12.
  package var descriptors: [Int32: Int32] = [:]

  /// A descriptor of the folder of the child's group, ``Cgroup/openFolder()``; `nil` keeps ours.
  package var cgroup: Int32?

  /// Whether the child leads a session and a process group of its own.
  package var isSessionLeader = true

  /// How many descriptors the child may have open; `nil` keeps our limit.
  package var openFiles: UInt64?

  /// Describes a program that inherits nothing.
  package init(path: String, arguments: [String], environment: [String]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// A child that was started: its number stays its own until it is reaped.
  package struct Child: Hashable, Sendable {
    /// The process number.
    package var pid: Int32

    /// When it started, in clock ticks since boot.
    package var startTicks: UInt64
  }

  /// Starts the program.
  ///
  /// - Returns: The child, which must be reaped, for example by a ``ProcessWatch``.
  /// - Throws: `SystemError` whose `call` names the step: `execve` (the file is missing, not
  ///   executable, or not a program), `chdir`, `cgroup.procs`, `setsid`, `dup2`, `fork`.
  package func start() throws(SystemError) -> Child {
    let null = try Descriptor.open("/dev/null", O_RDWR)
    var map: [(target: Int32, source: Int32)] = descriptors.map { ($0.key, $0.value) }
    map.append((0, null.number))
    map.append((1, output ?? null.number))
    map.append((2, errorOutput ?? null.number))

    var pid: Int32 = 0
    var step = NIGHTJAR_SPAWN_EXEC
    let failure = start(sources: map.map(\.source), targets: map.map(\.target), &pid, &step)
    guard failure == 0 else {
      throw SystemError(errno: failure, call: Self.call(step), subject: subject(step))
    }
    // A child that is not reaped yet has its entry in /proc, ended or not.
    guard let facts = ProcessFacts.read(pid) else {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw SystemError(errno: ENOENT, call: "open", subject: "/proc/\(pid)/stat")
    }
    return Child(pid: pid, startTicks: facts.startTicks)
  }

  private func start(
    sources: [Int32],
    targets: [Int32],
    _ pid: inout Int32,
    _ step: inout nightjar_spawn_step
  ) -> Int32 {
    path.withCString { path in
      withCStrings(arguments) { arguments in
        withCStrings(environment) { environment in
          withOptionalCString(directory) { directory in
            sources.withUnsafeBufferPointer { sources in
              targets.withUnsafeBufferPointer { targets in
                var spawn = nightjar_spawn()
                spawn.path = path
                spawn.arguments = arguments
                spawn.environment = environment
                spawn.directory = directory
                spawn.sources = sources.baseAddress
                spawn.targets = targets.baseAddress
                spawn.count = Int32(sources.count)
                spawn.cgroup = cgroup ?? -1
                spawn.new_session = isSessionLeader ? 1 : 0
                spawn.open_files = openFiles ?? 0
                return nightjar_spawn(&spawn, &pid, &step)
              }
            }
          }
        }
      }
    }
  }

  private static func call(_ step: nightjar_spawn_step) -> String {
    switch step {
    case NIGHTJAR_SPAWN_PIPE: "pipe2"
    case NIGHTJAR_SPAWN_FORK: "fork"
    case NIGHTJAR_SPAWN_SESSION: "setsid"
    case NIGHTJAR_SPAWN_CGROUP: "cgroup.procs"
    case NIGHTJAR_SPAWN_DIRECTORY: "chdir"
    case NIGHTJAR_SPAWN_DESCRIPTORS_STEP: "dup2"
    default: "execve"
    }
  }

  private func subject(_ step: nightjar_spawn_step) -> String {
    step == NIGHTJAR_SPAWN_DIRECTORY ? directory ?? "" : path
  }
}

/// Lends strings as the array that execve(2) takes.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  pointers.append(nil)
  return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
}

private func withOptionalCString<Result>(
  _ string: String?,
  _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let string else { return body(nil) }
  return string.withCString(body)
}
