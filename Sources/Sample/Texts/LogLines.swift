/// The log lines of a home server. `<n>`, `<ms>` and `<hash>` are filled in.
enum LogLines {
    enum Level: String {
        case info
        case warning
        case error
    }

    static let jobs: [String] = ["nightly", "docs", "linux-arm", "fuzz", "release", "bench", "mirror"]

    static func messages(of level: Level) -> [String] {
        switch level {
        case .info: info
        case .warning: warnings
        case .error: errors
        }
    }

    private static let info: [String] = [
        "checked out <hash>, <n> files changed",
        "compiled 214 of 214 modules in <ms> ms",
        "tests: <n> passed, 0 failed, 2 skipped on purpose",
        "cache hit for lanterns@4.0.0 (<hash>)",
        "uploaded artefact lanterns-<hash>.tar.gz, <n> KiB",
        "parse-corpus: p50 <ms> µs, within 2 % of last night",
        "pruned <n> old artefacts, kept the ones with names",
        "idle; waiting for somebody to push something",
        "rotated log, previous one had <n> lines",
        "fan speed back to 40 %, cupboard door presumably open again",
        "seed <hash>: 10,000 cases, no crash, one shrug",
        "documentation built, 0 broken links, <n> unbroken ones",
    ]

    private static let warnings: [String] = [
        "test ordering.ties took <ms> ms, budget is 500 ms",
        "disk 84 % full, mostly of hope (<n> GiB of core dumps)",
        "retry 2 of 5: mirror.example did not answer within <ms> ms",
        "unused dependency “tinsel” in target Workshop",
        "binary grew by <n> KiB since <hash>",
        "clock skew of <ms> ms against the other cupboard",
        "flaky: snapshot.resize passed on the second attempt, which does not count",
    ]

    private static let errors: [String] = [
        "tests: <n> passed, 1 failed: overlap closes gap (seed <hash>)",
        "Sources/Lantern/Wick.swift:88:17: error: call to main actor-isolated method in a nonisolated context",
        "linker: undefined symbol wick_trim, referenced by lantern.o",
        "fuzz: crash with input of <n> bytes, saved as crash-<hash>",
        "docs: broken link to /guides/lamps#oil from guides/wicks.md",
        "signal 9 after <ms> ms; somebody needed the memory more",
    ]
}
