// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// Apple's header imports Foundation, so a file that imports only BackgroundTasks sees `Date`,
// `Data` and `DispatchQueue` there. Code that was written for Apple must find them here too.
@_exported public import Foundation
