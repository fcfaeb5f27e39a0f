// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// Cuts a stream of bytes into frames, which end with a NUL (varlink.org, "Protocol").
///
/// Each byte is looked at once and moved at most a constant number of times, however the stream is
/// chopped up. A frame that exceeds the limit is noticed as soon as its bytes are here, so a peer
/// can make the splitter hold one frame and one read, not more.
package struct FrameSplitter {
  /// The default limit of a frame: 1 MiB.
  package static let defaultLimit = 1 << 20

  private let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// Makes a splitter that holds nothing.
  ///
  /// - Parameter limit: The most bytes that a frame may have, without its NUL.
  package init(limit: Int = defaultLimit) {
    self.limit = limit
  }

  /// How many bytes wait for the rest of their frame or to be taken.
  package var heldBytes: Int { bytes.count - start }

  /// Takes over bytes that came.
  ///
  /// - Complexity: O(*n*) in the number of new bytes, amortized.
  package mutating func append(_ new: some Collection<UInt8>) {
    dropTaken()
    bytes.append(contentsOf: new)
  }

  /// Takes out the next whole frame.
  ///
  /// - Returns: The frame without its NUL; `nil` when its rest is still to come.
  /// - Throws: `WireError.Code.frameTooLong`; the stream cannot be used after that.
  package mutating func next() throws(WireError) -> [UInt8]? {
    let end = bytes[scanned...].firstIndex(of: 0)
    let length = (end ?? bytes.count) - start
    guard length <= limit else {
      throw WireError(
        .frameTooLong,
        "a frame has more than \(limit) bytes; send less in one call"
      )
    }
    guard let end else {
      scanned = bytes.count
      dropTaken()
      return nil
    }
    defer {
      start = end + 1
      scanned = start
    }
    return Array(bytes[start..<end])
  }

  private mutating func dropTaken() {
    guard start > 0 else { return }
    if start == bytes.count {
      // A buffer that one large frame made grow is given back, so that idle connections stay small.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
    } else if start > bytes.count / 2 {
      bytes.removeFirst(start)
    } else {
      return
    }
    scanned -= start
    start = 0
  }
}
