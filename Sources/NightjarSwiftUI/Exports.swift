// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// SwiftUI brings UIKit's application along, and Foundation with it.
@_exported public import NightjarUIKit
