import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// A command that works in a context of its own, opened for the directories of its options and closed at its end.
protocol ContextCommand: AsyncParsableCommand {
    /// The name of the process for others that want the lease.
    static var processName: String { get }

    var global: GlobalOptions { get }

    /// The mode in which the store is opened: by default to change it, without fetching.
    var openingMode: OpeningMode { get }

    /// True if the command fails where the library is lost, because others keep its output. By default the loss is reported.
    static var requiresLibrary: Bool { get }

    func run(_ context: AppContext) async throws
}

extension ContextCommand {
    static var processName: String { "fiber" }
    var openingMode: OpeningMode { .changing }
    static var requiresLibrary: Bool { false }

    func run() async throws {
        if openingMode.onlyReads { try global.checkDirectories() }
        let opening = ContextOpening(
            global.directories, reportingTo: .console, as: Self.processName, mode: openingMode)
        try await opening.run { context in
            if Self.requiresLibrary {
                try await context.requireLibrary()
            } else if let lost = try await context.libraryCheck.loss() {
                Console.warn(lost)
            }
            try await run(context)
        }
    }
}

/// A command whose work a Fiber that is open on the same store does. Without one, the command waits for the lease and does the
/// work in a context of its own.
protocol ForwardingCommand: AsyncParsableCommand {
    /// The name of the process for others that want the lease.
    static var processName: String { get }

    var global: GlobalOptions { get }
    var fetch: FetchOptions { get }

    /// True to report warnings about the user's files. Only a command that works by itself has read them.
    var warns: Bool { get }
}

extension ForwardingCommand {
    var warns: Bool { true }

    /// Returns the outcome of a request, by ``RequestClient`` or by `work`. Throws if `config.toml` is not valid, also if there
    /// is an open Fiber, which goes on with the settings that it had read.
    ///
    /// - Parameter progress: The line that is shown while the open Fiber works, or `nil` for none.
    func outcome<Request: ForwardedRequest>(
        of request: Request, showing progress: Message?, orBy work: (AppContext) async throws -> Request.Outcome?
    ) async throws -> Request.Outcome? {
        let directories = global.directories
        _ = try ConfigurationFile.forCommand(in: directories)
        let forwarded = try await Console.showing(progress) {
            try await RequestClient.send(request, for: directories)
        }
        if let forwarded { return forwarded }
        let opening = ContextOpening(
            directories, reportingTo: .console, as: Self.processName, mode: fetch.openingMode, warns: warns)
        return try await opening.run(work)
    }
}

/// A command whose actions go through the outbox: its process sends them if it gets the lease, or else the lease holder.
protocol SendingCommand: ContextCommand {}

extension SendingCommand {
    var openingMode: OpeningMode { .fetchingOrFollowing }
}

/// A command that changes nothing of the user's, so that it also works on a store that cannot be written.
protocol ReadingCommand: ContextCommand {}

extension ReadingCommand {
    var openingMode: OpeningMode { .reading }
}
