import Application
import ArgumentParser

/// A command that works in a context of its own, opened for the directories of its options and closed at its end.
protocol ContextCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    /// The way in which the command obtains the store: by default to change it, without fetching.
    var fetching: AppContext.Fetching { get }

    func run(_ context: AppContext) async throws
}

extension ContextCommand {
    var fetching: AppContext.Fetching { .never }

    func run() async throws {
        try await AppContext.with(global.directories, reportingTo: .console, fetching: fetching) { context in
            try await run(context)
        }
    }
}

/// A command whose actions go through the outbox: its process sends them if it gets the lease, or else the lease holder.
protocol SendingCommand: ContextCommand {
    /// The name of the process for others that want the lease.
    static var processName: String { get }
}

extension SendingCommand {
    var fetching: AppContext.Fetching { .orFollowing }

    func run() async throws {
        try await AppContext.with(global.directories, reportingTo: .console, as: Self.processName, fetching: fetching) {
            context in
            try await run(context)
        }
    }
}

/// A command that changes nothing of the user's, so that it also works on a store that cannot be written.
protocol ReadingCommand: ContextCommand {}

extension ReadingCommand {
    var fetching: AppContext.Fetching { .reading }
}
