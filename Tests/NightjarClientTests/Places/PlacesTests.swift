// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarClient
import Testing

struct PlacesTests {
  @Test func `our own variables come first`() {
    let places = Places(
      environment: [
        "NIGHTJAR_SOCKET": "/a/s", "NIGHTJAR_STATE": "/b", "XDG_RUNTIME_DIR": "/r",
        "XDG_STATE_HOME": "/x", "HOME": "/home/u",
      ],
      user: 7
    )
    #expect(places.socket == "/a/s")
    #expect(places.socketFolder == "/a")
    #expect(places.state == "/b")
  }

  @Test func `the desktop's folders come second`() {
    let places = Places(
      environment: ["XDG_RUNTIME_DIR": "/r", "XDG_STATE_HOME": "/x", "NIGHTJAR_SOCKET": ""],
      user: 7
    )
    #expect(places.socket == "/r/nightjar/socket")
    #expect(places.state == "/x/nightjar")
  }

  @Test func `without any the user's number and home serve`() {
    let places = Places(
      environment: ["HOME": "/home/u", "XDG_RUNTIME_DIR": "relative"],
      user: 7
    )
    #expect(places.socket == "/tmp/nightjar-7/socket")
    #expect(places.state == "/home/u/.local/state/nightjar")
  }
}
