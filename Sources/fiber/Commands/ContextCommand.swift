import ArgumentParser

/// A command that works in a context of its own, opened for the directories of its options and closed at its end.
protocol ContextCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    func run(_ context: AppContext) async throws
}

extension ContextCommand {
    func run() async throws {
        try await AppContext.with(global.directories) { context in try await run(context) }
    }
}
