// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: 'shareScheduler' has been renamed to 'shared'

import BackgroundTasks

func wrong() {
  BGTaskScheduler.shareScheduler.cancelAllTaskRequests()
}
