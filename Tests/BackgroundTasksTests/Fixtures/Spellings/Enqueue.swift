// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: 'enqueue' has been renamed to 'queue'

import BackgroundTasks

func wrong(_ request: BGContinuedProcessingTaskRequest) {
  request.strategy = .enqueue
}
