// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import NightjarWire

/// `nightjar device`.
enum DeviceVerb: Verb {
  private static let set = "set"
  private static let reset = "reset"

  static let command = Command(
    name: "device",
    summary: "Show what the daemon believes of the machine, or override it for tests.",
    discussion: [
      "Each fact names its source and how far that is to be trusted. An override holds until it is "
        + "reset; what the source says meanwhile is shown beside it. Without an "
        + "action, show is meant."
    ],
    actions: [
      Command(name: "show", summary: "Show every fact, its value and its source."),
      Command(
        name: set,
        summary: "Override facts; all are checked before one is set.",
        discussion: [
          DeviceWords.all.map { fact in
            let values = fact.values.isEmpty ? "0…100" : fact.values.joined(separator: "|")
            return "\(fact.key)=\(values) (\(fact.help))"
          }.joined(separator: ", ") + "."
        ],
        positionals: [
          Positional(form: .setting, arity: .oneOrMore, help: "A fact and its value.")
        ]
      ),
      Command(
        name: reset,
        summary: "Lift the overrides of the facts, or all.",
        positionals: [
          Positional(form: .settingKey, arity: .any, help: "A fact; none means all of them.")
        ]
      ),
    ],
    defaultAction: "show",
    examples: [
      Example(
        line: "nightjar device set power=battery battery=15",
        meaning: "See what happens when the charger is pulled."
      )
    ]
  )

  static func run(_ session: Session) throws -> ExitCode {
    let daemon = try session.daemon()
    let words = session.invocation.words
    let facts =
      switch session.invocation.path.last?.name {
      case set: try daemon.setDevice(try settings(words))
      case reset: try daemon.resetDevice(words.isEmpty ? nil : words)
      default: try daemon.deviceFacts()
      }
    if session.isJSON {
      try session.write(["facts": .list(facts.map(JSONText.init))])
    } else {
      try session.write(facts, headings: ["FACT", "VALUE", "SOURCE", "TRUST"], row: row)
    }
    return .done
  }

  private static func settings(_ words: [String]) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(parts[0])
      let value = String(parts[1])
      guard values.updateValue(value, forKey: key).map({ $0 == value }) ?? true else {
        throw Failure(.usage, "\(key) is set twice, to different values")
      }
    }
    return values
  }

  private static func row(_ fact: DeviceInterface.Fact) -> Table.Row {
    let hidden = fact.overridden
    return Table.Row(
      cells: [
        Table.Cell(fact.key),
        Table.Cell(fact.value, hidden == nil ? .plain : .yellow),
        Table.Cell(fact.source),
        Table.Cell(fact.trust, .dim),
      ],
      notes: { hidden.map { [Table.Cell("hides \($0)", .yellow)] } ?? [] }
    )
  }
}

extension JSONText {
  init(_ fact: DeviceInterface.Fact) {
    self = [
      "key": .text(fact.key),
      "value": .text(fact.value),
      "source": .text(fact.source),
      "trust": .text(fact.trust),
      "overridden": .optional(fact.overridden),
    ]
  }
}
