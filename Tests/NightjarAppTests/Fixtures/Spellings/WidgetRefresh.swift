// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarSwiftUI

// expects: reload the widget's timeline instead
struct Entry: App {
  var body: some Scene {
    WindowGroup { Text("") }
      .backgroundTask(.widgetRefresh("x")) {}
  }
}
