// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A task of minutes that runs while the device is idle.
// Invariant for @unchecked: as for BGTask, there is no state of its own.
open class BGProcessingTask: BGTask, @unchecked Sendable {}
