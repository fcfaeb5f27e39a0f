// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// UIKit exports Foundation, and code that was written for it finds `Date` and `Data` there. The
// facts of the device that Foundation on Linux lacks come with the app's life.
@_exported public import NightjarApp
