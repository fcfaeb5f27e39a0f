// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A feed on the web, in Atom or RSS.
struct Feed: Sendable {
  /// Why a feed could not be read.
  enum Failure: Error, CustomStringConvertible {
    case notAnAddress(String)
    case status(Int)
    case notAFeed(line: Int)

    var description: String {
      switch self {
      case .notAnAddress(let text): "\"\(text)\" is not the address of a feed; it needs http(s)://"
      case .status(let code): "the server answered with status \(code)"
      case .notAFeed(let line): "the document is neither Atom nor RSS; line \(line)"
      }
    }
  }

  let url: URL

  init(_ text: String) throws {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme) else {
      throw Failure.notAnAddress(text)
    }
    self.url = url
  }

  /// Fetches and reads the feed; cancelling the Swift task ends the transfer.
  func fetch() async throws -> [Entry] {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // A refresh has 25 seconds; a server that is silent for longer than this will not do it.
    request.timeoutInterval = 20
    let (data, response) = try await URLSession.shared.data(for: request)
    if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 {
      throw Failure.status(status)
    }
    try Task.checkCancellation()
    return try FeedParser.entries(in: data, from: url)
  }
}

/// One entry of a feed.
struct Entry: Sendable, CustomStringConvertible {
  var id = ""
  var title = ""
  var link = ""
  var updated = Date.distantPast
  var summary = ""

  var description: String {
    let day = updated.formatted(.iso8601.year().month().day())
    return "\(day)  \(title)  <\(link)>"
  }
}
