// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import NightjarDevice
internal import NightjarEngine

/// The numbers that a daemon decides by, and where each that differs from its preset came from.
///
/// The preset comes first, then a file of overrides, then `NIGHTJAR_POLICY`, which is for tests
/// that cannot wait half a minute: `NIGHTJAR_POLICY=launchTime=2s,grace=300ms`.
struct PolicyChoice: Equatable {
  /// The name of the variable, which also stands for it as an origin.
  static let variable = "NIGHTJAR_POLICY"

  private(set) var policy: Policy

  /// The path of the file or the name of the variable, by the name of the number.
  private(set) var origins: [String: String] = [:]

  /// Puts the numbers together.
  ///
  /// - Parameters:
  ///   - options: May name a preset and a file.
  ///   - usual: The preset of this machine.
  ///   - environment: Where the file is looked for and the variable is read.
  /// - Throws: `DaemonError` when something is no override; it names the place and the remedy.
  init(
    _ options: DaemonOptions,
    usual: Preset,
    environment: [String: String]
  ) throws(DaemonError) {
    policy = Policy(preset: options.preset ?? usual)
    if let path = options.policyFile, let words = try Self.overrides(in: path, options) {
      for (name, text) in words.sorted(by: { $0.key < $1.key }) {
        try set(name, to: text, from: path)
      }
    }
    for part in environment[Self.variable]?.split(separator: ",") ?? [] {
      let words = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2 else {
        throw DaemonError("\(Self.variable) has \"\(part)\"; write name=value, as in grace=300ms")
      }
      try set(words[0], to: words[1], from: Self.variable)
    }
  }

  private mutating func set(
    _ name: String,
    to text: String,
    from origin: String
  ) throws(DaemonError) {
    guard let number = PolicyNumber.all.first(where: { $0.name == name }) else {
      let names = PolicyNumber.all.map(\.name)
      let meant = NearMiss.find(name, among: names).map { "did you mean \"\($0)\"?" }
      throw DaemonError(
        "\(origin): there is no number \"\(name)\"; \(meant ?? "there are \(names.joined(separator: ", "))")"
      )
    }
    guard number.value(in: policy) != nil else {
      throw DaemonError(
        "\(origin): \"\(name)\" has no effect, since the preset \(policy.preset.rawValue) keeps no "
          + "score; remove it or start nightjard with --preset portable"
      )
    }
    guard let value = number.value(of: text), number.set(value, in: &policy) else {
      throw DaemonError("\(origin): \"\(name)\" cannot be \"\(text)\"; \(Self.form(of: number))")
    }
    origins[name] = origin
  }

  private static func form(of number: PolicyNumber) -> String {
    let least = number.text(of: number.bounds.lowerBound)
    let most = number.text(of: number.bounds.upperBound)
    return switch number.unit {
    case .flag: "write true or false"
    case .duration: "write a number with ms, s, m, h or d, from \(least) to \(most)"
    case .share: "write a number from \(least) to \(most)"
    case .count, .percent: "write a whole number from \(least) to \(most)"
    }
  }

  // MARK: - The file

  /// The overrides of a file as texts; `nil` when there is none and nobody asked for it.
  private static func overrides(
    in path: String,
    _ options: DaemonOptions
  ) throws(DaemonError) -> [String: String]? {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      if isMissing, !options.isPolicyFileRequired { return nil }
      throw DaemonError("\(path) cannot be read: \(error)")
    }
    do {
      return try JSONDecoder().decode([String: Word].self, from: data).mapValues(\.text)
    } catch {
      throw DaemonError(
        "\(path) is no JSON object of overrides, such as {\"grace\": \"10s\", \"slots\": 4}: "
          + "\(error)"
      )
    }
  }

  /// A value as people may write it: a text, a number or a truth value.
  private struct Word: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        text = flag ? "true" : "false"
      } else if let count = try? container.decode(Int64.self) {
        text = "\(count)"
      } else if let number = try? container.decode(Double.self) {
        text = "\(number)"
      } else {
        text = try container.decode(String.self)
      }
    }
  }
}
