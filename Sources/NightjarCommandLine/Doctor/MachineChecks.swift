// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import NightjarClient
internal import NightjarSystem
internal import NightjarWire

/// What can be seen of the machine without a daemon.
///
/// The names are the daemon's own, so that what it reports takes their place.
struct MachineChecks {
  let surroundings: Surroundings
  let places: Places

  var all: [DaemonInterface.Check] {
    [socketFolder, state, program, cgroup, power, network, idle, systemd, swift]
  }

  private func path(_ path: String) -> String {
    surroundings.root == "/" ? path : surroundings.root + path
  }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: self.path(path)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func entries(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: self.path(path))) ?? []).sorted()
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: self.path(path))
  }

  private func check(
    _ name: String,
    _ state: CheckState,
    _ detail: String,
    _ remedy: String? = nil
  ) -> DaemonInterface.Check {
    DaemonInterface.Check(name: name, state: state.rawValue, detail: detail, remedy: remedy)
  }

  private enum CheckState: String {
    case ok, missing, failed
  }
}

// MARK: - The places of this user

extension MachineChecks {
  private var socketFolder: DaemonInterface.Check {
    folderCheck(
      "socket folder",
      (places.socket as NSString).deletingLastPathComponent,
      variable: "NIGHTJAR_SOCKET"
    )
  }

  private var state: DaemonInterface.Check {
    folderCheck("state folder", places.state, variable: "NIGHTJAR_STATE")
  }

  /// A folder can be used when it can be written, or made in the nearest folder that is there.
  private func folderCheck(
    _ name: String,
    _ folder: String,
    variable: String
  ) -> DaemonInterface.Check {
    var nearest = folder
    while !FileManager.default.fileExists(atPath: nearest), nearest != "/", !nearest.isEmpty {
      nearest = (nearest as NSString).deletingLastPathComponent
    }
    if nearest.isEmpty { nearest = "." }
    var facts = Glibc.stat()
    guard stat(nearest, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      return check(name, .failed, "\(nearest) is not a folder", "Name another with \(variable).")
    }
    guard access(nearest, W_OK | X_OK) == 0 else {
      return check(
        name,
        .failed,
        "\(nearest) cannot be written by this user",
        "Run chown on it, or name another place with \(variable)."
      )
    }
    return check(name, .ok, nearest == folder ? folder : "\(folder), made at the first start")
  }

  private var program: DaemonInterface.Check {
    do {
      return check("nightjard", .ok, try Program.daemon(surroundings))
    } catch {
      return check("nightjard", .failed, error.message, error.remedy)
    }
  }
}

// MARK: - What the kernel and the system offer

extension MachineChecks {
  private var cgroup: DaemonInterface.Check {
    switch CgroupTree.find() {
    case .available(let tree): check("cgroup", .ok, "groups can be made in \(tree.path)")
    case .unavailable(let why):
      check(
        "cgroup",
        .missing,
        "\(why); apps are held together as process groups, and one that forks may escape",
        "Run nightjard as a systemd user service with Delegate=yes to have cgroups."
      )
    }
  }

  private var power: DaemonInterface.Check {
    let folder = "/sys/class/power_supply"
    let supplies = entries(folder).map { name in
      let kind = text("\(folder)/\(name)/type")?.trimmingCharacters(in: .whitespacesAndNewlines)
      return (name: name, isBattery: kind == "Battery")
    }
    guard !supplies.isEmpty else {
      return check("power", .ok, "no supply in \(folder): counts as external power, 100 %")
    }
    let names = supplies.map { $0.isBattery ? "\($0.name) (battery)" : $0.name }
    return check("power", .ok, "\(folder): \(names.joined(separator: ", "))")
  }

  private var network: DaemonInterface.Check {
    // The second field of /proc/net/route is the destination, the first two of ipv6_route are the
    // destination and its length; all zeros is the default route.
    let v4 = fields(of: "/proc/net/route").first { $0.count > 1 && $0[1] == "00000000" }
    if let interface = v4?.first {
      return check("network", .ok, "rtnetlink: default route over \(interface)")
    }
    let v6 = fields(of: "/proc/net/ipv6_route").first { line in
      line.count == 10 && line[1] == "00" && line[9] != "lo"
    }
    if let interface = v6?.last {
      return check("network", .ok, "rtnetlink: default IPv6 route over \(interface)")
    }
    return check(
      "network",
      .missing,
      "no default route: counts as offline",
      "Connect a network, or override it with `nightjar device set network=unmetered`."
    )
  }

  private func fields(of path: String) -> [[Substring]] {
    let lines = (text(path) ?? "").split(separator: "\n")
    return lines.map { line in line.split(whereSeparator: \.isWhitespace) }
  }

  private var idle: DaemonInterface.Check {
    if !entries("/run/systemd/seats").isEmpty {
      return check("idle", .ok, "logind seats, and the load")
    }
    return check("idle", .ok, "the load: no seat of logind, so nobody sits before it")
  }

  private var systemd: DaemonInterface.Check {
    guard exists("/run/systemd/system") else {
      return check(
        "systemd",
        .missing,
        "not the service manager here; nightjard runs without it",
        "Start it with `nightjar daemon`, or from whatever starts services here."
      )
    }
    return check("systemd", .ok, "socket activation and the watchdog can be used")
  }

  private var swift: DaemonInterface.Check {
    let folders = (surroundings.environment["PATH"] ?? "").split(separator: ":")
    guard let folder = folders.first(where: { Program.isExecutable("\($0)/swift") }) else {
      return check(
        "Swift",
        .missing,
        "no swift in PATH; only needed to build apps",
        "Install Swift 6.3 or later from swift.org, and put its bin folder into PATH."
      )
    }
    return check("Swift", .ok, "\(folder)/swift")
  }
}
