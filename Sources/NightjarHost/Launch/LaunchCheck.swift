// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NightjarModel
internal import NightjarSystem

/// Looks at what is to be executed, and words what is wrong with it.
///
/// The kernel has the last word; the check exists to tell apart what execve(2) throws together.
enum LaunchCheck {
  /// Looks at the executable, the arguments and the working directory of an app.
  ///
  /// - Parameter facts: The app.
  /// - Returns: The directory to start in.
  /// - Throws: `HostError` that names the path and the remedy.
  static func directory(for facts: AppFacts) throws(HostError) -> String {
    try checkExecutable(facts)
    for argument in facts.arguments where argument.utf8.contains(0) {
      throw HostError(.badArguments, "an argument of \(facts.executable) holds a zero byte")
    }
    let directory = facts.workingDirectory ?? folder(of: facts.executable)
    guard let found = kind(of: directory) else {
      throw HostError(.badDirectory, "the working directory \(directory) is not there; make it")
    }
    guard found == S_IFDIR else {
      throw HostError(
        .badDirectory,
        "the working directory \(directory) is no folder; install the app with another one"
      )
    }
    return directory
  }

  private static func checkExecutable(_ facts: AppFacts) throws(HostError) {
    let path = facts.executable
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw HostError(
        .missing,
        "\"\(path)\" is no absolute path of an executable; install the app with its path"
      )
    }
    guard let found = kind(of: path) else {
      throw HostError(
        .missing,
        "the executable \(path) is not there; build or install the app again"
      )
    }
    guard found == S_IFREG else {
      let what = found == S_IFDIR ? "a folder" : "no regular file"
      throw HostError(
        .notExecutable,
        "\(path) is \(what); install the app with the path of its executable"
      )
    }
    guard faccessat(AT_FDCWD, path, X_OK, Int32(AT_EACCESS)) == 0 else {
      throw HostError(
        .notExecutable,
        "\(path) is not executable for this user; run chmod +x on it"
      )
    }
  }

  /// Words what a start failed at.
  ///
  /// - Parameters:
  ///   - error: What the start threw.
  ///   - path: The executable.
  /// - Returns: The error for people.
  static func explain(_ error: SystemError, path: String) -> HostError {
    if error.call == "chdir" {
      return HostError(
        .badDirectory,
        "the working directory cannot be entered: \(error); check its permissions",
        cause: error
      )
    }
    guard error.call == "execve" else {
      let isShort = [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(error.errno)
      let remedy = isShort ? "; raise the limit on processes or descriptors" : ""
      return HostError(
        isShort ? .outOfResources : .failed,
        "\(path) could not be started: \(error)\(remedy)",
        cause: error
      )
    }
    let (code, words) = explainExec(error.errno, path)
    return HostError(code, words, cause: error)
  }

  private static func explainExec(_ number: Int32, _ path: String) -> (HostError.Code, String) {
    switch number {
    case ENOENT, ENOTDIR:
      guard kind(of: path) != nil else {
        return (.missing, "the executable \(path) has just been removed; install the app again")
      }
      let loader = interpreter(of: path).map { " \($0)" } ?? ""
      return (
        .missing, "\(path) needs the interpreter\(loader), which is not there; install it"
      )
    case EACCES, EPERM:
      return (
        .notExecutable,
        "\(path) may not be executed here; check its folders, its interpreter and noexec mounts"
      )
    case ENOEXEC:
      return (
        .notAProgram,
        "\(path) is neither a program for this machine nor a script; a script begins with #!/bin/sh"
      )
    case ETXTBSY:
      return (.notExecutable, "\(path) is being written; it can be started when that is done")
    case E2BIG:
      return (.badArguments, "the arguments and variables for \(path) are too long together")
    case ENOMEM, EAGAIN:
      return (.outOfResources, "there is no memory or process left to start \(path)")
    default:
      return (.failed, "\(SystemError(errno: number, call: "execve", subject: path))")
    }
  }

  /// The interpreter that the first line of a script names.
  private static func interpreter(of path: String) -> String? {
    guard let start = try? SmallFile.read(path, limit: 256), start.starts(with: Array("#!".utf8))
    else { return nil }
    let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).split(separator: " ").first.map(String.init)
  }

  /// The S_IFMT bits of what a path leads to.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func folder(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }
}
