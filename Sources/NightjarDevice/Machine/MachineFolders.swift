// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Where the kernel and the system show themselves; another root makes another machine.
package struct MachineFolders: Hashable, Sendable {
  /// The folder that holds `sys`, `proc`, `dev`, `run` and `tmp`, without a slash at its end.
  package var root: String

  /// Makes the folders under a root; the default is the machine itself.
  package init(root: String = "") {
    self.root = root
  }

  /// The supplies of power, one folder each.
  var powerSupplies: String { root + "/sys/class/power_supply" }

  /// The places whose heat is measured, one folder each.
  var thermalZones: String { root + "/sys/class/thermal" }

  /// The processors that run, such as `0-3,5`.
  var onlineProcessors: String { root + "/sys/devices/system/cpu/online" }

  /// The load averages, proc_loadavg(5).
  var loadAverages: String { root + "/proc/loadavg" }

  /// What the processors did with their time, in its first line, proc_stat(5).
  var processorTimes: String { root + "/proc/stat" }

  /// What went through the network interfaces, proc_pid_net(5).
  var interfaceCounters: String { root + "/proc/self/net/dev" }

  /// The counters of energy, one folder each.
  var powerCaps: String { root + "/sys/class/powercap" }

  /// How long tasks wait for memory, and where to ask to be told.
  var memoryPressure: String { root + "/proc/pressure/memory" }

  /// Where the system bus is, in the words of the D-Bus specification.
  var systemBus: String { "unix:path=\(root)/run/dbus/system_bus_socket" }

  /// The control groups of the first process, which a container gives away.
  var firstProcessGroups: String { root + "/proc/1/cgroup" }

  /// Where terminals lie.
  var devices: String { root + "/dev" }

  /// Where pseudo-terminals lie.
  var pseudoTerminals: String { root + "/dev/pts" }

  /// The sockets of X servers.
  var displaySockets: String { root + "/tmp/.X11-unix" }
}
