// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads the entries of an Atom feed (RFC 4287) or an RSS 2.0 channel.
final class FeedParser: NSObject, XMLParserDelegate {
  private let base: URL
  private var isFeed = false
  private var entries: [Entry] = []
  private var entry: Entry?
  private var namespace: String?
  private var text = ""

  private init(base: URL) {
    self.base = base
  }

  static func entries(in data: Data, from url: URL) throws -> [Entry] {
    let delegate = FeedParser(base: url)
    let parser = XMLParser(data: data)
    parser.shouldProcessNamespaces = true
    parser.delegate = delegate
    // On Linux `parse()` may say true of a document that is broken further down.
    guard parser.parse(), parser.parserError == nil, delegate.isFeed else {
      throw Feed.Failure.notAFeed(line: parser.lineNumber)
    }
    return delegate.entries
  }

  func parser(
    _ parser: XMLParser,
    didStartElement element: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    if element == "feed" || element == "rss" { isFeed = true }
    if entry == nil, element == "entry" || element == "item" {
      entry = Entry()
      namespace = namespaceURI
    } else if element == "link", namespaceURI == namespace, let target = attributes["href"],
      attributes["rel"] ?? "alternate" == "alternate"
    {
      entry?.link = resolved(target)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    text += characters
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    text += String(decoding: block, as: UTF8.self)
  }

  func parser(
    _ parser: XMLParser,
    didEndElement element: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    // Extensions such as Media RSS have elements of the same names; they are not meant.
    guard var entry, namespaceURI == namespace else { return }
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch element {
    case "id", "guid": entry.id = value
    case "title": entry.title = value
    case "link" where !value.isEmpty: entry.link = resolved(value)
    case "updated", "pubDate": entry.updated = Self.date(value) ?? entry.updated
    case "summary", "description": entry.summary = value
    case "entry", "item":
      if entry.id.isEmpty { entry.id = entry.link }
      if !entry.id.isEmpty { entries.append(entry) }
      self.entry = nil
      return
    default: break
    }
    self.entry = entry
  }

  private func resolved(_ link: String) -> String {
    URL(string: link, relativeTo: base)?.absoluteString ?? link
  }

  /// Atom writes dates as RFC 3339 does, RSS as RFC 822.
  private static func date(_ text: String) -> Date? {
    if let date = try? Date(text, strategy: .iso8601) { return date }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}
