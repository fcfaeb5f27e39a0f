// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel
internal import NightjarSystem

/// One process of an app, and what belongs to it.
struct HostedProcess {
  let app: AppIdentifier
  let watch: ProcessWatch
  let scope: ProcessScope
}

extension ExitStatus {
  init(_ end: ProcessWatch.End) {
    self =
      switch end {
      case .exited(let code): .exited(code)
      case .signaled(let signal): .signaled(signal)
      case .unknown: .unknown
      }
  }
}
