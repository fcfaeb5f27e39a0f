// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Dispatch

// A real app that does what a test has written down for it.

Trace.write("started")
let actor = Actor(Script.load())
actor.begin()
dispatchMain()
