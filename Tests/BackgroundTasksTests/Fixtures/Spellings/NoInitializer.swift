// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: 'BGTaskScheduler' initializer is inaccessible

import BackgroundTasks

func wrong() {
  _ = BGTaskScheduler()
}
