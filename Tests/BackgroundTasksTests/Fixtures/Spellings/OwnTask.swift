// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: 'BGTask' initializer is inaccessible

import BackgroundTasks

func wrong() {
  _ = BGTask()
}
