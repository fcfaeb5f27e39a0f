// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation

// A small feed reader in the manner of an iPhone app. A person starts it with an argument; the
// daemon starts it with none, and then hands it the tasks that it asked for.

let usage = """
  usage: FeedReader subscribe URL    read this feed from now on
         FeedReader list             print the newest entries
         FeedReader search WORDS     print the entries with all of these words

  """

func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("FeedReader: \(error)\n".utf8))
  exit(EXIT_FAILURE)
}

do {
  let library = try Library(folder: .feedReader)
  let work = BackgroundWork(library: library)
  let arguments = CommandLine.arguments.dropFirst()

  switch (arguments.first, arguments.dropFirst().first) {
  case (nil, nil):
    work.register()

  case ("subscribe", let text?):
    let feed = try Feed(text)
    work.register()
    Task {
      do {
        try await library.subscribe(to: feed)
        try await work.scheduleAll()
        print("Subscribed to \(text). The first refresh comes in some seconds, by itself.")
        exit(EXIT_SUCCESS)
      } catch { fail(error) }
    }

  case ("list", nil), ("search", .some):
    let words = arguments.dropFirst().joined(separator: " ")
    Task {
      do {
        for entry in try await library.entries(matching: words) { print(entry) }
        exit(EXIT_SUCCESS)
      } catch { fail(error) }
    }

  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)  // EX_USAGE of sysexits.h
  }
} catch { fail(error) }

// Launch ends with the first turn of the main queue; what was registered until then is found.
dispatchMain()
