// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: the argument label 'using:' is mandatory; pass nil for the background queue

import BackgroundTasks

func wrong() {
  BGTaskScheduler.shared.register(forTaskWithIdentifier: "a") { _ in }
}
