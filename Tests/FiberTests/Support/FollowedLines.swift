import TestSupport

/// Sources of three lines each, followed by commands in this process.
struct FollowedLines {
    let home: TemporaryDirectory

    /// Follows a source for each name.
    init(_ names: String...) async throws { try await self.init(names) }

    /// Follows a source for each name.
    init(_ names: [String]) async throws {
        home = try TemporaryDirectory()
        for name in names {
            let lines = (1...3)
                .map { #"{"id":"\#($0)","title":"Line \#($0) of \#(name)","time":"2026-11-20T0\#($0):00:00Z"}"# }
            let path = try home.write(lines.joined(separator: "\n") + "\n", to: "\(name).jsonl")
            _ = try await run("add", "file:\(path)", "--name", name)
        }
    }

    /// Runs a command.
    func run(_ arguments: String..., isTerminal: Bool = false) async throws -> CommandRun {
        try await CommandRun(arguments, in: home, isTerminal: isTerminal)
    }

    /// The columns of the list of sources.
    func sources() async throws -> [[String]] {
        try await run("sources").lines.map { line in line.split(separator: "  ").map(String.init) }
    }
}
