// swift-tools-version: 6.3

import PackageDescription

// MARK: - House rules

/// The floors of the house, from the ground up.
///
/// A room may lean only on rooms of a lower floor; the manifest refuses to load otherwise.
enum Floor: Int {
  case foundation, reasoning, plumbing, adapters, services
  case tools, frameworks, lifecycle, toolkits, doors, workshop, inspection
}

/// One target, the floor it stands on, and the rooms it may import.
struct Room {
  enum Kind {
    case library, program, testSupport, tests
    case programIn(folder: String)
    case cLibrary(defines: [String])
    case system(pkgConfig: String, apt: String)
  }

  var floor: Floor
  var kind = Kind.library
  var name: String
  var leansOn: [String] = []

  /// The language mode; only the frameworks that Swift 5 clients meet stay in Swift 5 mode.
  var mode = SwiftLanguageMode.v6

  /// Files shipped inside the target's resource folder.
  var resources: [Resource] = []

  /// Files and folders of the target that are not compiled.
  var excludes: [String] = []
}

/// Compiler settings every Swift room is built with.
///
/// In Swift 5 mode a public class may leave open whether it is `Sendable`: Apple's requests do, and
/// an explicit "no" would turn a user's own conformance from a warning into an error.
func houseSettings(mode: SwiftLanguageMode) -> [SwiftSetting] {
  let explicitSendable: [SwiftSetting] =
    switch mode {
    case .v5: []
    default: [.treatWarning("ExplicitSendable", as: .error)]
    }
  return [
    .swiftLanguageMode(mode),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),

    // Warnings are errors, except that using something deprecated stays a warning.
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
  ] + explicitSendable
}

// MARK: - Floor plan

let rooms: [Room] = [
  // Foundation: words and C doors. No I/O, no clocks, no locks.
  Room(floor: .foundation, name: "NightjarModel"),
  Room(floor: .foundation, kind: .cLibrary(defines: ["_GNU_SOURCE"]), name: "CNightjarLinux"),
  Room(
    floor: .foundation,
    kind: .system(pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    name: "CNightjarSQLite"
  ),
  Room(
    floor: .foundation,
    kind: .system(pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    name: "CNightjarSystemd"
  ),

  // Reasoning: pure and deterministic.
  Room(floor: .reasoning, name: "NightjarEngine", leansOn: ["NightjarModel"]),

  // Plumbing: thin Swift over one C library each. No other room imports a C module.
  Room(floor: .plumbing, name: "NightjarBus", leansOn: ["CNightjarSystemd"]),
  Room(floor: .plumbing, name: "NightjarSQLite", leansOn: ["CNightjarSQLite"]),
  Room(floor: .plumbing, name: "NightjarSystem", leansOn: ["CNightjarLinux"]),

  // Adapters: one outside thing each, no knowledge of one another.
  Room(
    floor: .adapters,
    name: "NightjarDevice",
    leansOn: ["NightjarBus", "NightjarModel", "NightjarSystem"]
  ),
  Room(
    floor: .adapters,
    name: "NightjarDesktop",
    leansOn: ["NightjarBus", "NightjarSystem"]
  ),
  Room(floor: .adapters, name: "NightjarHost", leansOn: ["NightjarModel", "NightjarSystem"]),
  Room(
    floor: .adapters,
    name: "NightjarStore",
    leansOn: ["NightjarModel", "NightjarSQLite", "NightjarSystem"]
  ),
  Room(
    floor: .adapters,
    name: "NightjarWire",
    leansOn: ["NightjarModel", "NightjarSystem"],
    resources: [.embedInCode("Interfaces")]
  ),

  // Services: compositions.
  Room(
    floor: .services,
    name: "NightjarClient",
    leansOn: ["NightjarModel", "NightjarSystem", "NightjarWire"]
  ),
  Room(
    floor: .services,
    name: "NightjarDaemon",
    leansOn: [
      "NightjarDesktop", "NightjarDevice", "NightjarEngine", "NightjarHost", "NightjarModel",
      "NightjarStore", "NightjarSystem", "NightjarWire",
    ]
  ),
  Room(floor: .services, name: "NightjarSimulator", leansOn: ["NightjarEngine", "NightjarModel"]),

  // Tools: ask the daemon, never read its store; of that room they know how a journal is spelt.
  Room(
    floor: .tools,
    name: "NightjarCommandLine",
    leansOn: [
      "NightjarClient", "NightjarHost", "NightjarModel", "NightjarSimulator", "NightjarStore",
      "NightjarSystem", "NightjarWire",
    ]
  ),

  // Frameworks: what apps import. No logic. Swift 5 mode on purpose: a main-actor handler that a
  // Swift 6 client registers with `using: nil` must trap on entry, and only a declaring module in
  // Swift 5 mode makes the compiler insert that check.
  Room(
    floor: .frameworks,
    name: "BackgroundTasks",
    leansOn: ["NightjarClient", "NightjarModel"],
    mode: .v5
  ),

  // The life of an app, and its two faces. Every closure that they take says where it runs, so
  // that they need no Swift 5 mode.
  Room(
    floor: .lifecycle,
    name: "NightjarApp",
    leansOn: ["BackgroundTasks", "NightjarClient", "NightjarModel", "NightjarSystem"]
  ),
  Room(floor: .toolkits, name: "NightjarUIKit", leansOn: ["NightjarApp"]),
  Room(
    floor: .doors,
    name: "NightjarSwiftUI",
    leansOn: ["BackgroundTasks", "NightjarApp", "NightjarUIKit"]
  ),

  // Doors: libraries for tests, and programs.
  Room(
    floor: .doors,
    name: "BackgroundTasksTesting",
    leansOn: [
      "BackgroundTasks", "NightjarClient", "NightjarEngine", "NightjarModel", "NightjarSimulator",
    ]
  ),
  Room(floor: .doors, kind: .program, name: "nightjar", leansOn: ["NightjarCommandLine"]),
  Room(floor: .doors, kind: .program, name: "nightjard", leansOn: ["NightjarDaemon"]),
  Room(
    floor: .doors,
    kind: .programIn(folder: "Examples"),
    name: "FeedReader",
    leansOn: ["BackgroundTasks", "NightjarSQLite"],
    mode: .v5,
    resources: [.copy("Resources")],
    excludes: ["forecast.json"]
  ),
  Room(
    floor: .doors,
    kind: .programIn(folder: "Benchmarks"),
    name: "NightjarBench",
    leansOn: [
      "BackgroundTasks", "NightjarEngine", "NightjarModel", "NightjarSQLite", "NightjarSystem",
      "NightjarWire",
    ]
  ),

  Room(
    floor: .workshop,
    kind: .programIn(folder: "Examples"),
    name: "TideTable",
    leansOn: ["BackgroundTasks", "NightjarUIKit"],
    resources: [.copy("Resources")]
  ),
  Room(
    floor: .workshop,
    kind: .programIn(folder: "Examples"),
    name: "Herbarium",
    leansOn: ["BackgroundTasks", "NightjarSwiftUI"],
    resources: [.copy("Resources")]
  ),

  // An app that does what a test's script says.
  Room(
    floor: .doors,
    kind: .programIn(folder: "Tests/Fixtures"),
    name: "ScriptedApp",
    leansOn: ["BackgroundTasks"],
    mode: .v5
  ),

  // Workshop: what tests of several rooms use.
  Room(
    floor: .workshop,
    kind: .testSupport,
    name: "NightjarTestSupport",
    leansOn: [
      "NightjarEngine", "NightjarModel", "NightjarSimulator", "NightjarSystem", "NightjarWire",
    ]
  ),

  // Inspection: tests may lean on anything.
  Room(floor: .inspection, kind: .tests, name: "NightjarModelTests", leansOn: ["NightjarModel"]),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarEngineTests",
    leansOn: ["NightjarEngine", "NightjarModel"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarSimulatorTests",
    leansOn: ["NightjarEngine", "NightjarModel", "NightjarSimulator", "NightjarTestSupport"],
    resources: [.copy("Scenarios")]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarSystemTests",
    leansOn: ["NightjarSystem"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarStoreTests",
    leansOn: ["NightjarModel", "NightjarSQLite", "NightjarStore", "NightjarSystem"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarHostTests",
    leansOn: ["NightjarHost", "NightjarModel", "NightjarSystem"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarDeviceTests",
    leansOn: ["NightjarBus", "NightjarDevice", "NightjarModel", "NightjarSystem"],
    resources: [.copy("Services/stage.py")]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarDesktopTests",
    leansOn: ["NightjarDesktop", "NightjarSystem"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarWireTests",
    leansOn: ["NightjarModel", "NightjarSystem", "NightjarWire"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarClientTests",
    leansOn: [
      "NightjarClient", "NightjarModel", "NightjarSystem", "NightjarTestSupport", "NightjarWire",
    ]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarDaemonTests",
    leansOn: [
      "NightjarDaemon", "NightjarEngine", "NightjarModel", "NightjarStore", "NightjarSystem",
      "NightjarWire",
    ]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarJourneyTests",
    leansOn: [
      "NightjarEngine", "NightjarModel", "NightjarSQLite", "NightjarSimulator", "NightjarStore",
      "NightjarSystem", "NightjarWire",
    ]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarCommandLineTests",
    leansOn: [
      "NightjarClient", "NightjarCommandLine", "NightjarEngine", "NightjarModel",
      "NightjarSimulator", "NightjarStore", "NightjarTestSupport", "NightjarWire",
    ]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "BackgroundTasksTests",
    leansOn: [
      "BackgroundTasks", "NightjarClient", "NightjarModel", "NightjarTestSupport", "NightjarWire",
    ],
    excludes: ["Fixtures"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "NightjarAppTests",
    leansOn: [
      "BackgroundTasks", "NightjarApp", "NightjarSwiftUI", "NightjarTestSupport", "NightjarUIKit",
    ],
    excludes: ["Fixtures"]
  ),
  Room(
    floor: .inspection,
    kind: .tests,
    name: "BackgroundTasksTestingTests",
    leansOn: ["BackgroundTasks", "BackgroundTasksTesting"]
  ),
]

// MARK: - Package

let floors = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0.floor.rawValue) })
for room in rooms {
  for other in room.leansOn {
    guard let floor = floors[other] else { fatalError("\(room.name) leans on unknown \(other)") }
    guard floor < room.floor.rawValue else {
      fatalError("\(room.name) (\(room.floor)) may not lean on \(other)")
    }
  }
}

let package = Package(
  name: "nightjar",
  products: [
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "BackgroundTasksTesting", targets: ["BackgroundTasksTesting"]),
    .library(name: "NightjarApp", targets: ["NightjarApp"]),
    .library(name: "NightjarUIKit", targets: ["NightjarUIKit"]),
    .library(name: "NightjarSwiftUI", targets: ["NightjarSwiftUI"]),
    .executable(name: "nightjar", targets: ["nightjar"]),
    .executable(name: "nightjard", targets: ["nightjard"]),
  ],
  targets: rooms.map { room in
    let dependencies = room.leansOn.map { Target.Dependency.byName(name: $0) }
    let settings = houseSettings(mode: room.mode)
    return switch room.kind {
    case .library:
      .target(
        name: room.name,
        dependencies: dependencies,
        resources: room.resources,
        swiftSettings: settings
      )
    case .program:
      .executableTarget(name: room.name, dependencies: dependencies, swiftSettings: settings)
    case .programIn(let folder):
      .executableTarget(
        name: room.name,
        dependencies: dependencies,
        path: "\(folder)/\(room.name)",
        exclude: room.excludes,
        resources: room.resources,
        swiftSettings: settings
      )
    case .testSupport:
      .target(
        name: room.name,
        dependencies: dependencies,
        path: "Tests/\(room.name)",
        swiftSettings: settings
      )
    case .tests:
      .testTarget(
        name: room.name,
        dependencies: dependencies,
        exclude: room.excludes,
        resources: room.resources,
        swiftSettings: settings
      )
    case .cLibrary(let defines):
      .target(name: room.name, cSettings: defines.map { .define($0) })
    case .system(let pkgConfig, let apt):
      .systemLibrary(name: room.name, pkgConfig: pkgConfig, providers: [.apt([apt])])
    }
  }
)
