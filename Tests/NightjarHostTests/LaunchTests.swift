// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Glibc
import NightjarHost
import NightjarModel
import NightjarSystem
import Testing

@Suite struct LaunchTests {
  @Test func `an app gets Nightjar's variables and none of the service manager's`() throws {
    let bench = try HostBench { settings in
      settings.environment = [
        "PATH": "/usr/bin:/bin", "WORD": "own", "NOTIFY_SOCKET": "/run/notify", "LISTEN_FDS": "1",
        "LISTEN_PID": "1", "LISTEN_FDNAMES": "x", "WATCHDOG_USEC": "1", "NIGHTJAR_STATE": "/s",
        "BROKEN=NAME": "x",
      ]
    }
    var facts = AppFacts(identifier: AppIdentifier("a"), executable: "/usr/bin/env")
    facts.infoPlist = "/tmp/Info.plist"
    facts.workingDirectory = bench.folder
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    #expect(
      try bench.log(of: facts) == [
        "NIGHTJAR_INFO_PLIST=/tmp/Info.plist", "NIGHTJAR_LAUNCH=token-1", "NIGHTJAR_LAUNCH_FD=3",
        "NIGHTJAR_LAUNCH_STATE=background", "NIGHTJAR_SOCKET=\(bench.folder)/socket",
        "PATH=/usr/bin:/bin", "PWD=\(bench.folder)", "WORD=added",
      ]
    )
  }

  @Test(arguments: Grouping.offered)
  func `an app inherits its three streams, the launch socket and nothing else`(
    grouping: Grouping
  ) throws {
    let bench = try HostBench(grouping)
    let facts = AppFacts(
      identifier: AppIdentifier("a"),
      executable: "/bin/ls",
      arguments: ["/proc/self/fd"]
    )
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    // The last one is the folder that ls reads.
    #expect(try bench.log(of: facts) == ["0", "1", "2", "3", "4"])
  }

  @Test func `an app speaks through its launch socket and starts in its folder`() throws {
    let bench = try HostBench()
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    let facts = bench.app(
      #"echo "$NIGHTJAR_LAUNCH $1 $(pwd)" >&$NIGHTJAR_LAUNCH_FD"#,
      arguments: ["x y"]
    )
    let process = try bench.launch(facts, socket: ends[1])
    close(ends[1])
    try bench.turn { bench.status(of: process) != nil }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = recv(ends[0], &buffer, buffer.count, 0)
    close(ends[0])
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    #expect(text == "token-1 x y \(bench.folder)\n")
  }

  @Test func `signals are open and default in an app`() throws {
    let bench = try HostBench()
    let facts = AppFacts(
      identifier: AppIdentifier("a"),
      executable: "/bin/cat",
      arguments: ["/proc/self/status"]
    )
    var all = sigset_t()
    sigfillset(&all)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let process = try bench.launch(facts)
    try bench.turn { bench.status(of: process) != nil }
    let log = try bench.log(of: facts)
    #expect(log.contains("SigBlk:\t0000000000000000"))
    #expect(log.contains("SigIgn:\t0000000000000000"))
  }

  @Test func `what cannot be started is explained with its path and a remedy`() throws {
    let bench = try HostBench()
    let plain = bench.write("#!/bin/sh\n", to: "plain")
    let words = bench.write("just words\n", to: "words", mode: 0o755)
    let bad = bench.write("#!/no/such/shell -e\n", to: "bad", mode: 0o755)
    let cases: [(path: String, code: HostError.Code, words: String)] = [
      ("/no/such/app", .missing, "install the app again"), ("", .missing, "absolute path"),
      ("bin/app", .missing, "absolute path"), (plain, .notExecutable, "chmod +x"),
      (bench.folder, .notExecutable, "is a folder"), ("/dev/null", .notExecutable, "regular"),
      (words, .notAProgram, "#!/bin/sh"), (bad, .missing, "/no/such/shell"),
    ]
    for (path, code, words) in cases {
      let facts = AppFacts(identifier: AppIdentifier("a"), executable: path)
      let error = #expect(throws: HostError.self) { try bench.launch(facts) }
      #expect(error?.code == code)
      #expect(error?.message.contains(path) == true)
      #expect(error?.message.contains(words) == true)
    }
    #expect(bench.events.isEmpty)
  }

  @Test func `a bad working directory and bad arguments are explained`() throws {
    let bench = try HostBench()
    var facts = bench.app("exit 0")
    facts.workingDirectory = "/no/such/folder"
    #expect(#expect(throws: HostError.self) { try bench.launch(facts) }?.code == .badDirectory)
    facts.workingDirectory = "/dev/null"
    #expect(#expect(throws: HostError.self) { try bench.launch(facts) }?.code == .badDirectory)
    facts.workingDirectory = nil
    facts.arguments = ["a\0b"]
    #expect(#expect(throws: HostError.self) { try bench.launch(facts) }?.code == .badArguments)
    facts.arguments = [String(repeating: "a", count: 200_000)]
    #expect(#expect(throws: HostError.self) { try bench.launch(facts) }?.code == .badArguments)
  }

  @Test func `an executable is started in its new version, but not while it is written`() throws {
    let bench = try HostBench()
    let facts = bench.app("sleep 60")
    try bench.launch(facts)
    _ = bench.app("exit 5")
    let second = try bench.launch(facts)
    try bench.turn { bench.status(of: second) != nil }
    #expect(bench.status(of: second) == .exited(5))

    let copy = "\(bench.folder)/copy"
    let bytes = try SmallFile.read("/bin/true")
    let writer = open(copy, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755)
    Glibc.write(writer, bytes, bytes.count)
    let busy = AppFacts(identifier: AppIdentifier("busy"), executable: copy)
    let error = #expect(throws: HostError.self) { try bench.launch(busy) }
    #expect(error?.cause?.errno == ETXTBSY)
    close(writer)
  }

  @Test func `a machine without processes left is told as that`() throws {
    let bench = try HostBench { settings in
      settings.start = { (spawn) throws(SystemError) in
        throw SystemError(errno: EAGAIN, call: "fork", subject: spawn.path)
      }
    }
    let facts = bench.app("exit 0")
    let error = #expect(throws: HostError.self) { try bench.launch(facts) }
    #expect(error?.code == .outOfResources)
  }

  @Test(.enabled(if: Grouping.offered.contains(.cgroup), "needs a writable cgroup v2 group"))
  func `an app that may not enter its cgroup runs in a session instead`() throws {
    let bench = try HostBench(.cgroup) { settings in
      settings.start = { (spawn) throws(SystemError) in
        if spawn.cgroup != nil { throw SystemError(errno: EBUSY, call: "cgroup.procs") }
        return try spawn.start()
      }
    }
    let process = try bench.launch(bench.app("exit 3"))
    try bench.turn { bench.status(of: process) != nil }
    #expect(bench.status(of: process) == .exited(3))
    guard case .warned(_, let words) = bench.events.first else {
      Issue.record("nothing was warned of")
      return
    }
    #expect(words.contains("cgroup"))
  }

  @Test func `a status is told even if the daemon was started with SIGCHLD ignored`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      exit(try endOfOneLaunch() == .exited(7) ? 0 : 1)
    }
  }

  @Test func `two hundred launches leave no descriptor and no zombie`() async {
    await #expect(processExitsWith: .success) {
      for grouping in Grouping.offered where try leaksSomething(grouping) { exit(1) }
      exit(0)
    }
  }
}

// The benches of exit tests live in functions, so that their folders are gone before the exit.

private func endOfOneLaunch() throws -> NightjarModel.ExitStatus? {
  let bench = try HostBench()
  let process = try bench.launch(bench.app("exit 7"))
  try bench.turn { bench.status(of: process) != nil }
  return bench.status(of: process)
}

private func leaksSomething(_ grouping: Grouping) throws -> Bool {
  let bench = try HostBench(grouping)
  let facts = bench.app("exit 1")
  let missing = AppFacts(identifier: AppIdentifier("b"), executable: "/no/such")
  let first = try bench.launch(facts)
  try bench.turn { bench.status(of: first) != nil }
  let before = openDescriptors()
  var processes: [ProcessIdentity] = []
  for _ in 0..<100 {
    processes.append(try bench.launch(facts))
    _ = try? bench.launch(missing)
  }
  try bench.turn { processes.allSatisfy { bench.status(of: $0) == .exited(1) } }
  let zombies = ProcessFacts.all().filter { $0.parent == getpid() && $0.hasEnded }
  return openDescriptors() != before || !zombies.isEmpty
}

private func openDescriptors() -> Int {
  (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 }
}
