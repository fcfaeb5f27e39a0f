// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// What a peer can make a server hold.
///
/// There is no clock in it: a peer that sends half a frame and waits costs its connection and at
/// most one frame of memory, which `connections` and `frame` bound.
package struct WireLimits: Hashable, Sendable {
  /// How many connections may be open; further ones get an error and are closed.
  package var connections: Int

  /// The most bytes that a frame may have, without its NUL.
  ///
  /// When this much of a connection waits for the call before it, reading pauses.
  package var frame: Int

  /// The most bytes that may wait for a reader.
  ///
  /// Beyond it no further call of the connection is begun, and a stream that has more to say ends
  /// the connection.
  package var queuedOutput: Int

  /// Makes limits; the defaults fit one user's apps and leave room for a thousand of them.
  package init(
    connections: Int = 1024,
    frame: Int = FrameSplitter.defaultLimit,
    queuedOutput: Int = 4 << 20
  ) {
    self.connections = connections
    self.frame = frame
    self.queuedOutput = queuedOutput
  }
}
