// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// A processing task of a health study.
// Invariant for @unchecked: as for BGTask, there is no state of its own.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
