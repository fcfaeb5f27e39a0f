// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// expects: 'default' is unavailable: write [] for the default resources

import BackgroundTasks

func wrong(_ request: BGContinuedProcessingTaskRequest) {
  request.requiredResources = .default
}
