// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarModel

/// What may stand in the place of a value: how help names it, what is checked, what is completed.
package enum ValueForm: Hashable, Sendable {
  /// Any text; the placeholder is what help calls it.
  case text(String)

  /// An app's bundle identifier.
  case app

  /// A request's identifier.
  case task

  /// The path of a file or socket.
  case file

  /// The path of a folder.
  case folder

  /// A whole number from 1.
  case count

  /// A moment: RFC 3339, or so much from now.
  case moment

  /// One of a few words.
  case words([Word])

  /// A fact of the device and its value.
  case setting

  /// The name of a fact of the device.
  case settingKey

  /// One word of a closed choice.
  package struct Word: Hashable, Sendable {
    /// The word itself.
    package var name: String

    /// What it stands for, in a few words.
    package var summary: String

    /// Makes a word of a choice.
    package init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// What help prints for the value.
  package var placeholder: String {
    switch self {
    case .text(let name): name
    case .app: "APP-ID"
    case .task: "TASK-ID"
    case .file: "PATH"
    case .folder: "DIR"
    case .count: "N"
    case .moment: "DATE"
    case .words(let words): words.map(\.name).joined(separator: "|")
    case .setting: "KEY=VALUE"
    case .settingKey: "KEY"
    }
  }

  /// What is wrong with a value, as the end of a sentence; `nil` when it can be used.
  package func objection(to value: String) -> String? {
    switch self {
    case .text: nil
    case .app: AppIdentifier(value).isWellFormed ? nil : "cannot name an app"
    case .task: TaskIdentifier(value).isWellFormed ? nil : Self.taskRule
    case .file, .folder: value.isEmpty ? "is an empty path" : nil
    case .count: Int(value).map { $0 > 0 } == true ? nil : "is not a whole number from 1"
    case .moment: Moment(value) == nil ? Moment.rule : nil
    case .words(let words): Self.objection(to: value, among: words.map(\.name))
    case .setting: DeviceWords.objection(toSetting: value)
    case .settingKey: Self.objection(to: value, among: DeviceWords.all.map(\.key))
    }
  }

  private static let taskRule =
    "cannot name a task: 1 to 255 bytes without control characters are needed"

  /// Says that a word is none of those that may stand here, and which one may have been meant.
  static func objection(to value: String, among words: [String]) -> String? {
    if words.contains(value) { return nil }
    return "is none of \(words.joined(separator: ", "))"
      + Suggestion.phrase(for: value, among: words)
  }
}
