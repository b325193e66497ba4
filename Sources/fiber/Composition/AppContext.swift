import EngineConcepts
import EngineStandard
import FiberConfiguration
import Localization
import Storage

/// The parts of one run of Fiber, composed once for commands and screens.
struct AppContext: Sendable {
    let directories: Directories
    let reporter: any Reporter
    let configuration: ConfigurationFile
    /// The followed sources, topics and rules.
    private(set) var library: Library
    let store: TrackDatabase
    let sources: SourceService
    let labels: LabelService
    /// The notes on authors.
    let notes: CommentaryService
    let time: any TimeSource
    let lease: WriterLease
    /// Ends the sending of actions before a command ends.
    let sendingGate: SendingGate
    /// Finds sources that end the program.
    let fetchGuard: FetchGuard
    let journal: Journal
    let logFile: LogFile
    /// The sources that were paused at this start because they have ended the program twice.
    let pausedNow: [SupplierID]

    var engine: any Engine { sources.engine }

    /// Reads the Track with pending actions shown as done.
    var reader: any TrackReader { sources.engine.reader }

    /// The user's accounts.
    var accounts: AccountService { AccountService(sources: sources, time: time) }

    /// Opens threads.
    var threads: Threads {
        Threads(controlUnit: sources.controlUnit, engine: sources.engine, time: time) { [sources] address in
            sources.factory.unfollowed(at: address)
        }
    }

    /// The language of commands and screens.
    var localizer: Localizer { configuration.settings.localizer }

    /// Returns the name of a source as rows show it. Messages take ``distinctName(of:)``.
    func name(of supplier: SupplierID) -> String { library.shownName(of: supplier) }

    /// The names of all sources as rows show them.
    var shownNames: [SupplierID: String] { library.shownNames }

    /// Returns names that tell the sources apart.
    func distinctNames(of suppliers: some Sequence<SupplierID>) -> [SupplierID: String] {
        library.distinctNames(of: suppliers)
    }

    /// Returns the name of a source in messages, which tells it apart from its namesakes.
    func distinctName(of supplier: SupplierID) -> String {
        distinctNames(of: [supplier])[supplier] ?? supplier.rawValue
    }

    /// Returns this context with the library as it is now in its file, under the names of ``withCurrentNames()``.
    func withCurrentLibrary() async throws -> AppContext {
        var context = self
        context.library = try sources.file.read().paused(by: fetchGuard)
        return await context.withCurrentNames()
    }

    /// Returns this context with the names that sources have by now, where the user gave none.
    func withCurrentNames() async -> AppContext {
        var context = self
        context.library = library.withCurrentNames(of: await engine.snapshot.suppliers)
        return context
    }

    /// Waits until all stored tickets have their current labels, and shows the progress.
    func finishLabels() async throws {
        try await labels.indexer.finish { progress in
            guard progress.total > 0, !progress.isComplete else { return }
            let percent = progress.done * 100 / progress.total
            reporter.progress(Message("labellingPercent", ["percent": .number(percent)]))
        }
        reporter.progress(nil)
    }

    /// Matches the tickets of large refreshes with stories, unless another process is the lease holder: that one does it.
    func matchStories() async throws {
        try await lease.holding { try await labels.indexer.matchStories() }
    }
}
