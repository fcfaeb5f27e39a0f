// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import Foundation
import NightjarModel
import NightjarStore
import Testing

/// SQLite writes on into a file that has no name any more; nothing may be promised from there.
struct RemovedFileTests {
  private enum Fate: CaseIterable {
    case removed
    case moved
    case replaced
  }

  @Test(arguments: Fate.allCases)
  private func `what is written to a file that is gone counts as failed`(_ fate: Fate) throws {
    let folder = try TemporaryFolder()
    let open = try OpenStore(folder.path)
    #expect(try open.write(Samples.saved(1)) == .committed)
    let (path, aside) = (folder.file("state.sqlite"), folder.file("aside"))
    switch fate {
    case .removed: try FileManager.default.removeItem(atPath: path)
    case .moved: try FileManager.default.moveItem(atPath: path, toPath: aside)
    case .replaced:
      try FileManager.default.copyItem(atPath: path, toPath: aside)
      #expect(rename(aside, path) == 0)
    }
    guard case .failed(let error) = try open.write(Samples.saved(2)) else {
      Issue.record("a change was acknowledged that nobody will find")
      return
    }
    #expect(error.code == .unusable)
    #expect(error.message.contains(path) && error.message.contains("restart"))
  }
}
