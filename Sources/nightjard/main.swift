// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarDaemon

NightjardProgram.main()
