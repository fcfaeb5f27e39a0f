// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarCommandLine

ProcessEntry.run()
