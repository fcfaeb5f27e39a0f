// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSwiftUI

// expects: the action cannot throw
struct Entry: App {
  var body: some Scene {
    WindowGroup { Text("") }
      .backgroundTask(.appRefresh("x")) { try await Task.sleep(for: .seconds(1)) }
  }
}
