// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarSystem
import Testing

@Suite struct SpawnTests {
  /// Runs to the end and gives what was printed.
  private func output(_ spawn: Spawn) throws -> String {
    let pipe = Pipe()
    var spawn = spawn
    spawn.output = pipe.writeEnd
    let child = try spawn.start()
    let text = pipe.readAll()
    waitpid(child.pid, nil, 0)
    return text
  }

  @Test func `the child has the arguments, environment and folder that were asked for`() throws {
    let folder = TemporaryFolder()
    var spawn = shell("pwd; echo \"$1|$WORD\"")
    spawn.arguments += ["zero", "one two"]
    spawn.environment.append("WORD=a=b c")
    spawn.directory = folder.path
    #expect(try output(spawn) == "\(folder.path)\none two|a=b c\n")
  }

  @Test func `the child has exactly the descriptors that were mapped`() throws {
    let stray = open("/dev/null", O_RDONLY)  // not closed on exec, on purpose
    defer { close(stray) }
    let pipe = Pipe()
    var spawn = Spawn(
      path: "/bin/ls",
      arguments: ["ls", "/proc/self/fd"],
      environment: []
    )
    spawn.descriptors = [3: pipe.readEnd, 7: pipe.readEnd]
    // The last one is the folder that ls itself reads.
    #expect(try output(spawn).split(separator: "\n") == ["0", "1", "2", "3", "4", "7"])
  }

  @Test func `the child may open as many files as it was given`() throws {
    var spawn = shell("ulimit -n")
    spawn.openFiles = 123
    #expect(try output(spawn) == "123\n")
  }

  @Test func `the limit on open files is raised and never lowered`() async throws {
    await #expect(processExitsWith: .success) {
      let found = OpenFiles.raise(to: 0)
      var limit = rlimit(rlim_cur: 100, rlim_max: rlim_t(found))
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #expect(OpenFiles.raise(to: 90) == 100)
      #expect(OpenFiles.raise(to: 110) == 100)
      #expect(OpenFiles.raise(to: .max) == 110)
      #expect(OpenFiles.raise(to: 0) == found)
    }
  }

  @Test func `a source that is another one's target is moved out of the way`() throws {
    let first = Pipe()
    let second = Pipe()
    var spawn = shell("echo first >&\(second.writeEnd); echo second >&\(first.writeEnd)")
    spawn.path = "/bin/bash"
    spawn.descriptors = [second.writeEnd: first.writeEnd, first.writeEnd: second.writeEnd]
    let child = try spawn.start()
    #expect(first.readAll() == "first\n")
    #expect(second.readAll() == "second\n")
    waitpid(child.pid, nil, 0)
  }

  @Test func `the child starts with an empty mask and default signals`() throws {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGHUP)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    let oldHandler = signal(SIGUSR2, SIG_IGN)
    defer {
      pthread_sigmask(SIG_SETMASK, &before, nil)
      signal(SIGUSR2, oldHandler)
    }
    let cat = Spawn(path: "/bin/cat", arguments: ["cat", "/proc/self/status"], environment: [])
    let lines = try output(cat).split(separator: "\n")
    #expect(lines.contains("SigBlk:\t0000000000000000"))
    #expect(lines.contains("SigIgn:\t0000000000000000"))
  }

  @Test func `the child leads its own session and group and reads nothing`() throws {
    let cat = Spawn(path: "/bin/cat", arguments: ["cat", "/proc/self/stat", "-"], environment: [])
    let facts = try #require(ProcessFacts(stat: Array(try output(cat).utf8)))
    #expect(facts.group == facts.pid)
    #expect(facts.session == facts.pid)
    #expect(facts.parent == getpid())
  }

  @Test func `each way to fail is named by its step and number`() throws {
    let folder = TemporaryFolder()
    let plain = folder.file("plain", "#!/bin/sh\n")
    let noProgram = folder.file("noProgram", "just words\n", mode: 0o755)
    let badInterpreter = folder.file("bad", "#!/no/such/interpreter\n", mode: 0o755)
    let cases = [
      ("/no/such/file", ENOENT), (plain, EACCES), (folder.path, EACCES),
      (noProgram, ENOEXEC), (badInterpreter, ENOENT),
    ]
    for (path, number) in cases {
      #expect(throws: SystemError(errno: number, call: "execve", subject: path)) {
        _ = try Spawn(path: path, arguments: [path], environment: []).start()
      }
    }
    var spawn = shell("exit 0")
    spawn.directory = "/no/such/folder"
    #expect(throws: SystemError(errno: ENOENT, call: "chdir", subject: "/no/such/folder")) {
      _ = try spawn.start()
    }
    spawn.directory = nil
    spawn.descriptors = [3: 9999]
    #expect(throws: SystemError(errno: EBADF, call: "dup2", subject: "/bin/sh")) {
      _ = try spawn.start()
    }
  }
}
