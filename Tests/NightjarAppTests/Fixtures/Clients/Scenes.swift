// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import NightjarSwiftUI

final class Delegate: UIResponder, UIApplicationDelegate {}

@main
struct ColorfulApp: App {
  @UIApplicationDelegateAdaptor(Delegate.self) var delegate
  @Environment(\.scenePhase) private var phase
  @State private var launches = 0

  init() {
    launches += 1
  }

  var body: some Scene {
    WindowGroup {
      ContentView()
    }
    .onChange(of: phase) { newPhase in
      switch newPhase {
      case .background: scheduleAppRefresh()
      default: break
      }
    }
    .backgroundTask(.appRefresh("com.example.refresh")) {
      await withTaskCancellationHandler {
        await refresh()
      } onCancel: {
        print("cancelled")
      }
    }
    .backgroundTask(.processingTask("com.example.cleanup")) {
      await refresh()
    }
    .backgroundTask(.urlSession("com.example.downloads")) {
      print("downloaded")
    }
    .backgroundTask(.urlSession(matching: { $0.hasPrefix("com.example.") })) { identifier in
      print(identifier)
    }
    .backgroundTask(.urlSession) { identifier in
      print(identifier)
    }
  }
}

struct ContentView: View {
  @Environment(\.scenePhase) private var phase

  var body: some View {
    Text("Colours")
    Text("\(phase)")
  }
}

func scheduleAppRefresh() {
  let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
  request.earliestBeginDate = .now.addingTimeInterval(24 * 3600)
  try? BGTaskScheduler.shared.submit(request)
}

func refresh() async {}
