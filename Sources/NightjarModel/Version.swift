// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The version of all of Nightjar's programs, which are built together (semver.org).
package let nightjarVersion = "0.1.0"
