// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

/// The synopsis of a command, made from the grammar's table.
enum Usage {
  /// One line for each way to call what a path leads to.
  static func lines(of path: [Command]) -> [String] {
    let name = ([Grammar.root.name] + path.map(\.name)).joined(separator: " ")
    guard let command = path.last else { return ["\(name) [OPTION…] COMMAND [ARGUMENT…]"] }
    guard !command.actions.isEmpty else { return [line(name, command, isDefault: false)] }
    return command.actions.map { action in
      line(name, action, isDefault: action.name == command.defaultAction, action: action.name)
    }
  }

  private static func line(
    _ name: String,
    _ command: Command,
    isDefault: Bool,
    action: String? = nil
  ) -> String {
    let word = action.map { isDefault ? ["[\($0)]"] : [$0] } ?? []
    let options = command.options.map { "[\($0.usage)]" }
    let parts = [name] + word + command.positionals.map(\.usage) + options
    return parts.joined(separator: " ")
  }

  /// What the words of a choice stand for, as a parenthesis.
  static func meanings(_ words: [ValueForm.Word]) -> String {
    "(" + words.map { "\($0.name): \($0.summary)" }.joined(separator: "; ") + ")"
  }
}
