// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: Swift 6 mode with the upcoming features that make reading easier, and no warnings.
let commonSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// The settings of what waits for sources, keys or SQLite: its size counts more than its speed. Not for the library products,
/// since packages with flags cannot be used by others.
let compactSettings: [SwiftSetting] = commonSettings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The settings of what lives on the main actor: view-models, coordinators and the terminal's front-end.
let mainActorSettings: [SwiftSetting] = compactSettings + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "fiber",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "EngineConcepts", targets: ["EngineConcepts"]),
        .library(name: "EngineStandard", targets: ["EngineStandard"]),
        .library(name: "SupplierConformance", targets: ["SupplierConformance"]),
        .executable(name: "fiber", targets: ["fiber"]),
        // Loaded by the programs that tests run.
        .library(name: "FakeClock", type: .dynamic, targets: ["CFakeClock"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    ],
    targets: [
        // Libraries of the system that have another name on each.
        .target(name: "LibC", path: "Sources/C/LibC", swiftSettings: commonSettings),
        .target(name: "FoundationBasics", swiftSettings: commonSettings),
        .target(
            name: "SwiftSystem", dependencies: [.product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: commonSettings),

        // The engine.
        .target(
            name: "EngineConcepts",
            swiftSettings: commonSettings
        ),
        .target(
            name: "EngineStandard",
            dependencies: [
                "EngineConcepts", "FoundationBasics", "LibC",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            swiftSettings: commonSettings
        ),
        .target(
            name: "SupplierConformance",
            dependencies: ["EngineConcepts"],
            swiftSettings: commonSettings
        ),

        // Queries.
        .target(
            name: "Queries",
            dependencies: ["EngineConcepts", "WebText", "CUtf8Proc", "CStemmer", "CCLD2"],
            swiftSettings: commonSettings
        ),

        // Sources and storage.
        .target(
            name: "WebText",
            dependencies: [
                "EngineConcepts", "CBrotli", "CByteScan", "CGLib", "CIDN2", "CLibXML2", "CRE2", "CZlib", "CZstd",
            ],
            swiftSettings: commonSettings
        ),
        .target(
            name: "FeedParsing",
            dependencies: ["EngineConcepts", "WebText", "FoundationBasics", "CByteScan", "CLibXML2"],
            swiftSettings: commonSettings,
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]
        ),
        .target(
            name: "Networking",
            dependencies: ["EngineConcepts", "WebText", "CCurl", "LibC"],
            swiftSettings: compactSettings
        ),
        .target(
            name: "Suppliers",
            dependencies: [
                "EngineConcepts", "WebText", "FeedParsing", "Networking", "FoundationBasics", "SwiftSystem", "CSigning",
                "LibC",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: compactSettings
        ),
        .target(
            name: "Sample",
            dependencies: [
                "EngineConcepts", "FeedParsing", "Suppliers", "CTexts",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            exclude: [
                "kerb-notes", "log", "long-letter", "noche-en-boxes", "pit-lane-almanac", "posts", "race",
                "slow-corner", "submissions", "type-notes", "wire",
            ]
            .map { "Texts/\($0).toml" },
            swiftSettings: compactSettings
        ),
        .target(
            name: "Storage",
            dependencies: [
                "EngineConcepts", "Queries", "WebText",
                "FoundationBasics", "CByteScan", "CCrashMark", "LibC",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: compactSettings
        ),
        .target(
            name: "FiberConfiguration",
            dependencies: [
                "EngineConcepts", "Queries", "WebText", "LibC",
                .product(name: "OrderedCollections", package: "swift-collections"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            swiftSettings: compactSettings
        ),

        // The screens.
        .target(
            name: "Localization",
            dependencies: ["EngineConcepts", "CTexts"],
            exclude: ["en.po", "es.po", "es.help.po"],
            swiftSettings: compactSettings
        ),
        .target(
            name: "ViewModels",
            dependencies: [
                "EngineConcepts", "Localization", "Queries", "FiberConfiguration", "WebText",
                "FoundationBasics", "LibC",
            ],
            swiftSettings: mainActorSettings
        ),
        .target(
            name: "Coordinators",
            dependencies: ["ViewModels", "EngineConcepts", "Localization"],
            swiftSettings: mainActorSettings
        ),
        .target(
            name: "TerminalKit",
            dependencies: ["CFriBidi", "CUnistring"],
            swiftSettings: commonSettings
        ),
        .target(
            name: "Imaging",
            dependencies: ["EngineConcepts", "TerminalKit", "CPictures", "LibC"],
            swiftSettings: compactSettings
        ),
        .target(
            name: "TerminalDriver",
            dependencies: ["EngineConcepts", "TerminalKit", "FoundationBasics", "CNcurses", "CTerminalGuard", "LibC"],
            swiftSettings: mainActorSettings
        ),
        .target(
            name: "TerminalUI",
            dependencies: [
                "Coordinators", "ViewModels", "FiberConfiguration", "EngineConcepts", "Localization", "TerminalKit",
                "TerminalDriver",
            ],
            swiftSettings: mainActorSettings
        ),

        // The program.
        .target(
            name: "Application",
            dependencies: [
                "EngineConcepts", "EngineStandard", "Queries", "WebText", "FeedParsing", "Networking", "Suppliers",
                "Sample", "Storage", "FiberConfiguration", "Localization", "ViewModels", "Coordinators", "SwiftSystem",
                "CSocket", "LibC",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: compactSettings
        ),
        .executableTarget(
            name: "fiber",
            dependencies: [
                "Application", "EngineConcepts", "EngineStandard", "Queries", "WebText", "FeedParsing", "Networking",
                "Suppliers", "Storage", "FiberConfiguration", "Localization", "ViewModels", "Coordinators",
                "TerminalKit", "TerminalDriver", "Imaging", "TerminalUI", "SwiftSystem", "CRsvg", "CFreedMemory",
                .target(name: "CICUStub", condition: .when(platforms: [.linux])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: compactSettings
        ),

        // C: see Sources/C/README.md.
        .target(name: "CRE2", path: "Sources/C/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(
            name: "CCLD2", path: "Sources/C/CCLD2", linkerSettings: [.linkedLibrary("cld2", .when(platforms: [.linux]))]
        ),
        .systemLibrary(
            name: "CStemmer", path: "Sources/C/CStemmer", providers: [.apt(["libstemmer-dev"]), .brew(["snowball"])]),
        .systemLibrary(
            name: "CUtf8Proc", path: "Sources/C/CUtf8Proc", providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),
        .systemLibrary(name: "CIDN2", path: "Sources/C/CIDN2", providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CBrotli", path: "Sources/C/CBrotli", pkgConfig: "libbrotlidec",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        .systemLibrary(
            name: "CZstd", path: "Sources/C/CZstd", pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "CFriBidi", path: "Sources/C/CFriBidi", providers: [.apt(["libfribidi-dev"]), .brew(["fribidi"])]),
        .systemLibrary(
            name: "CUnistring", path: "Sources/C/CUnistring",
            providers: [.apt(["libunistring-dev"]), .brew(["libunistring"])]),
        .systemLibrary(
            name: "CNcurses", path: "Sources/C/CNcurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
        .systemLibrary(
            name: "CLibXML2", path: "Sources/C/CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CGLib", path: "Sources/C/CGLib", pkgConfig: "glib-2.0",
            providers: [.apt(["libglib2.0-dev"]), .brew(["glib"])]),
        .systemLibrary(
            name: "CChafa", path: "Sources/C/CChafa", pkgConfig: "chafa",
            providers: [.apt(["libchafa-dev", "libglib2.0-dev"]), .brew(["chafa"])]),
        .target(
            name: "CPictures", dependencies: ["CChafa"], path: "Sources/C/CPictures",
            linkerSettings: [
                .linkedLibrary("jpeg"), .linkedLibrary("spng"), .linkedLibrary("gif"), .linkedLibrary("webp"),
                .linkedLibrary("webpdemux"),
            ]),
        // Loaded when they are first needed, but linked where the system has them in memory anyway.
        .target(
            name: "CLateLibrary", path: "Sources/C/CLateLibrary",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "CCurl", dependencies: ["CLateLibrary"], path: "Sources/C/CCurl",
            linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS]))]),
        .target(
            name: "CSigning", dependencies: ["CLateLibrary"], path: "Sources/C/CSigning",
            linkerSettings: [.linkedLibrary("crypto", .when(platforms: [.macOS]))]),
        // The catalogues of texts and the sample's texts, as bytes.
        .target(name: "CTexts", path: "Sources/C/CTexts"),
        .target(name: "CRsvg", dependencies: ["CLateLibrary"], path: "Sources/C/CRsvg"),
        .target(name: "CTerminalGuard", path: "Sources/C/CTerminalGuard"),
        .target(name: "CCrashMark", path: "Sources/C/CCrashMark"),
        .target(name: "CByteScan", path: "Sources/C/CByteScan"),
        .target(name: "CFreedMemory", path: "Sources/C/CFreedMemory"),
        .target(name: "CSocket", path: "Sources/C/CSocket"),
        .target(name: "CICUStub", path: "Sources/C/CICUStub"),

        // The tests, and what only they use.
        .target(
            name: "TestSupport",
            path: "Tests/TestSupport",
            swiftSettings: commonSettings
        ),
        .target(
            name: "EngineTestSupport",
            dependencies: ["EngineConcepts", "Localization", "TestSupport"],
            path: "Tests/EngineTestSupport",
            swiftSettings: commonSettings
        ),
        .target(
            name: "EngineSimulation",
            dependencies: ["EngineConcepts", "EngineStandard", "EngineTestSupport", "TestSupport"],
            path: "Tests/EngineSimulation",
            swiftSettings: commonSettings
        ),
        .target(
            name: "HostileSources",
            dependencies: ["EngineConcepts", "EngineStandard", "EngineTestSupport", "Networking", "Suppliers"],
            path: "Tests/HostileSources",
            swiftSettings: commonSettings
        ),
        .target(
            name: "ViewModelTestSupport",
            dependencies: [
                "EngineConcepts", "EngineTestSupport", "FiberConfiguration", "Queries", "TestSupport", "ViewModels",
            ],
            path: "Tests/ViewModelTestSupport",
            swiftSettings: mainActorSettings
        ),
        .target(
            name: "ScenarioServer",
            dependencies: [
                "WebText", "CSignatureCheck", "CTestTLS", "LibC", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            path: "Tests/ScenarioServer",
            swiftSettings: commonSettings
        ),
        .target(
            name: "NetworkingTestSupport",
            dependencies: ["EngineConcepts", "EngineTestSupport", "Networking", "ScenarioServer"],
            path: "Tests/NetworkingTestSupport",
            swiftSettings: commonSettings
        ),
        .target(
            name: "TerminalTestSupport",
            dependencies: ["CVTerm", "CPseudoTerminal", "LibC"],
            path: "Tests/TerminalTestSupport",
            swiftSettings: commonSettings
        ),
        .target(
            name: "TerminalDriverTestSupport",
            dependencies: ["TerminalKit", "TerminalDriver"],
            path: "Tests/TerminalDriverTestSupport",
            swiftSettings: mainActorSettings
        ),
        // Measurements and pictures of the built program.
        .executableTarget(
            name: "FiberBench",
            dependencies: [
                "EngineConcepts", "EngineStandard", "Queries", "Storage", "FeedParsing", "Suppliers",
                "ScenarioServer", "TerminalTestSupport", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks/FiberBench",
            swiftSettings: commonSettings
        ),
        .executableTarget(
            name: "FiberPictures",
            dependencies: [
                "TerminalTestSupport", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/FiberPictures",
            swiftSettings: commonSettings
        ),
        .systemLibrary(
            name: "CVTerm", path: "Tests/C/CVTerm", pkgConfig: "vterm",
            providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
        .target(name: "CPseudoTerminal", path: "Tests/C/CPseudoTerminal"),
        .target(
            name: "CSignatureCheck", path: "Tests/C/CSignatureCheck", linkerSettings: [.linkedLibrary("crypto")]),
        .target(
            name: "CTestTLS", path: "Tests/C/CTestTLS",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "CFakeClock", path: "Tests/C/CFakeClock"),
        .executableTarget(
            name: "TerminalProbe",
            dependencies: ["Localization", "TerminalKit", "TerminalDriver", "LibC"],
            path: "Tests/TerminalProbe",
            swiftSettings: mainActorSettings
        ),
        .executableTarget(
            name: "CrashProbe",
            dependencies: [
                "EngineConcepts", "EngineStandard", "Storage", "EngineTestSupport", "EngineSimulation", "TestSupport",
                "LibC",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/CrashProbe",
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "EngineConceptsTests",
            dependencies: ["EngineConcepts", "FoundationBasics", "EngineTestSupport", "TestSupport"],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "QueriesTests",
            dependencies: [
                "EngineConcepts", "EngineTestSupport", "Localization", "Queries", "TestSupport", "WebText",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "EngineStandardTests",
            dependencies: [
                "EngineConcepts", "EngineStandard", "SupplierConformance", "EngineTestSupport", "EngineSimulation",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "WebTextTests",
            dependencies: ["CByteScan", "EngineConcepts", "WebText", "TestSupport"],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "FeedParsingTests",
            dependencies: ["EngineConcepts", "FeedParsing", "EngineTestSupport", "TestSupport"],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "NetworkingTests",
            dependencies: [
                "EngineConcepts", "WebText", "Networking", "EngineTestSupport", "NetworkingTestSupport",
                "ScenarioServer", "TestSupport", "CCurl",
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "SuppliersTests",
            dependencies: [
                "EngineConcepts", "EngineStandard", "WebText", "FeedParsing", "Networking", "Suppliers",
                "SupplierConformance", "EngineTestSupport", "EngineSimulation", "HostileSources",
                "NetworkingTestSupport", "ScenarioServer", "TestSupport",
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "SampleTests",
            dependencies: [
                "EngineConcepts", "EngineStandard", "FeedParsing", "Suppliers", "Sample", "SupplierConformance",
                "EngineTestSupport", "TestSupport",
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "EngineConcepts", "Storage", "Queries", "EngineTestSupport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "DurabilityTests",
            dependencies: [
                "EngineConcepts", "Storage", "EngineTestSupport", "EngineSimulation", "CrashProbe",
                "TerminalTestSupport", "TestSupport", "SwiftSystem",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "FiberConfigurationTests",
            dependencies: [
                "EngineConcepts", "Queries", "FiberConfiguration", "EngineTestSupport", "TestSupport", "WebText",
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "TerminalKitTests",
            dependencies: ["TerminalKit", "FoundationBasics", "TestSupport"],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "EngineConcepts", "Imaging", "TerminalKit", "EngineTestSupport", "TestSupport",
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "LocalizationTests",
            dependencies: ["EngineConcepts", "Localization", "Queries"],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "ViewModelsTests",
            dependencies: [
                "EngineConcepts", "Localization", "EngineStandard", "Queries", "FiberConfiguration", "ViewModels",
                "Coordinators",
                "EngineTestSupport", "TestSupport", "ViewModelTestSupport",
            ],
            swiftSettings: mainActorSettings
        ),
        .testTarget(
            name: "TerminalDriverTests",
            dependencies: [
                "TerminalKit", "TerminalDriver", "TerminalDriverTestSupport", "TerminalProbe", "TerminalTestSupport",
                "TestSupport", "FoundationBasics", "LibC",
            ],
            swiftSettings: mainActorSettings
        ),
        .testTarget(
            name: "TerminalUITests",
            dependencies: [
                "EngineConcepts", "Localization", "Queries", "ViewModels", "Coordinators", "TerminalKit",
                "TerminalUI", "TerminalDriver", "FiberConfiguration", "Suppliers", "Sample", "EngineTestSupport",
                "ViewModelTestSupport", "TerminalDriverTestSupport", "TestSupport", "FoundationBasics",
            ],
            swiftSettings: mainActorSettings
        ),
        .testTarget(
            name: "ApplicationTests",
            dependencies: [
                "Application", "Coordinators", "EngineConcepts", "EngineStandard", "EngineTestSupport",
                "FiberConfiguration", "Localization", "Networking", "Queries", "ScenarioServer", "Storage", "Suppliers",
                "TestSupport", "ViewModelTestSupport", "ViewModels",
            ],
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "FiberTests",
            dependencies: [
                "fiber", "Application", "EngineConcepts", "FiberConfiguration", "Localization", "ScenarioServer",
                "Storage", "Suppliers", "TerminalTestSupport", "TestSupport", "ViewModels", "SwiftSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: commonSettings
        ),
    ],
    cxxLanguageStandard: .cxx17
)

// The fuzzer of whole sources needs every module, so SwiftPM builds it: see Tests/Fuzz/run.
if Context.environment["FIBER_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "SourceFuzz",
            dependencies: ["HostileSources"],
            path: "Tests/Fuzz/SourceFuzz",
            swiftSettings: commonSettings
        ))
}
