// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSwiftUI

// expects: 'processing' has been renamed to 'processingTask(_:)'
struct Entry: App {
  var body: some Scene {
    WindowGroup { Text("") }
      .backgroundTask(.processing("x")) {}
  }
}
