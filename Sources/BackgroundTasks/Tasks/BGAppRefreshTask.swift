// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A short task that refreshes the app's content.
// Invariant for @unchecked: as for BGTask, there is no state of its own.
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
