// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

// Toolkits import Foundation for their users, and so does the life that they share.
@_exported public import Foundation
