// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: static member 'supportedResources' cannot be used on instance of type 'BGTaskScheduler'

import BackgroundTasks

func wrong() -> Bool {
  BGTaskScheduler.shared.supportedResources.isEmpty
}
