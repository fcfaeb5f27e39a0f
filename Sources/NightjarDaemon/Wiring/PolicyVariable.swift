// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarEngine
internal import NightjarModel

/// The spans of a policy that the environment replaces.
///
/// As in `NIGHTJAR_POLICY=launchTime=2000,grace=300`, in milliseconds: for tests that cannot wait
/// half a minute.
enum PolicyVariable {
  private static let spans: [String: any WritableKeyPath<Policy, TimeSpan> & Sendable] = [
    "refreshTime": \.refreshTime,
    "processingTime": \.processingTime,
    "grace": \.grace,
    "killDelay": \.killDelay,
    "freezeDelay": \.freezeDelay,
    "launchTime": \.launchTime,
    "reattachTime": \.reattachTime,
    "crashDelay": \.crashDelay,
    "launchDelay": \.launchDelay,
    "storageDelay": \.storageDelay,
  ]

  /// The policy of a preset with what the environment replaces.
  ///
  /// - Throws: `DaemonError` when the variable names no span of the policy.
  static func policy(
    _ preset: Preset,
    environment: [String: String]
  ) throws(DaemonError) -> Policy {
    var policy = Policy(preset: preset)
    for part in environment["NIGHTJAR_POLICY"]?.split(separator: ",") ?? [] {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      guard words.count == 2, let span = spans[String(words[0])],
        let milliseconds = Int64(words[1]), milliseconds >= 0, milliseconds <= 86_400_000
      else {
        throw DaemonError(
          "NIGHTJAR_POLICY has \"\(part)\"; write <name>=<milliseconds> with one of "
            + spans.keys.sorted().joined(separator: ", ")
        )
      }
      policy[keyPath: span] = .milliseconds(milliseconds)
    }
    return policy
  }
}
