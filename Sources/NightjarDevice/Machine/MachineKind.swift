// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarSystem

/// What kind of machine this is: the three columns of the spec, section 12.3.
package enum MachineKind: String, CaseIterable, Hashable, Sendable {
  /// Somebody sits in front of it.
  case desktop

  /// Nobody does.
  case server

  /// A container, which sees little of the machine under it.
  case container

  /// Finds out.
  ///
  /// - Parameters:
  ///   - folders: Where to look.
  ///   - environment: The environment of the daemon.
  /// - Returns: The kind, and what gave it away.
  package static func detect(
    in folders: MachineFolders,
    environment: [String: String]
  ) -> (kind: Self, evidence: String) {
    if let evidence = containerEvidence(folders, environment) { return (.container, evidence) }
    if let evidence = sessionEvidence(folders, environment) { return (.desktop, evidence) }
    return (.server, "neither a container nor an interactive session found")
  }

  /// The markers of Docker, Podman, systemd-nspawn and LXC, and the groups of Kubernetes.
  private static func containerEvidence(
    _ folders: MachineFolders,
    _ environment: [String: String]
  ) -> String? {
    if let name = environment["container"], !name.isEmpty { return "$container is set" }
    for marker in ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
    where KernelFile.exists(folders.root + marker) {
      return "\(marker) is there"
    }
    let groups = (try? KernelFile.text(of: folders.firstProcessGroups)) ?? ""
    let words = ["docker", "kubepods", "containerd", "libpod", "lxc.payload"]
    return words.first { groups.contains($0) }.map { "/proc/1/cgroup names \($0)" }
  }

  private static func sessionEvidence(
    _ folders: MachineFolders,
    _ environment: [String: String]
  ) -> String? {
    if let type = environment["XDG_SESSION_TYPE"], ["x11", "wayland", "mir"].contains(type) {
      return "$XDG_SESSION_TYPE is \(type)"
    }
    if environment["WAYLAND_DISPLAY"]?.isEmpty == false { return "$WAYLAND_DISPLAY is set" }
    // With a host in front, as ssh sets it, the display is another machine's.
    if environment["DISPLAY"]?.hasPrefix(":") == true { return "$DISPLAY is set" }
    if let names = try? KernelFile.names(in: folders.displaySockets), !names.isEmpty {
      return "an X server listens in /tmp/.X11-unix"
    }
    guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
    let names = (try? KernelFile.names(in: folders.root + runtime)) ?? []
    let compositor = names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    return compositor.map { _ in "a Wayland compositor listens in $XDG_RUNTIME_DIR" }
  }
}
