package import EngineConcepts
import EngineStandard
package import FiberConfiguration
package import Localization
package import Queries
package import Storage

/// The parts of one run of Fiber, composed once for commands and screens.
package struct AppContext: Sendable {
    package let directories: Directories
    /// Receives messages beside results.
    let reporter: any Reporter
    /// The contents of `config.toml` at the start.
    package let configuration: ConfigurationFile
    /// The language of commands and screens by the settings in force at the start.
    package let localizer: Localizer
    /// The followed sources, topics and rules.
    package private(set) var library: Library
    package let store: TrackDatabase
    /// The followed sources in their file and in the engine.
    package let sources: SourceService
    package let notes: AuthorNoteService
    package let lease: WriterLease
    /// True once no further action may begin, so that a command can end when none is on its way.
    let sendingHasEnded: SharedValue<Bool>
    let journal: Journal
    let logFile: LogFile
    /// The sources that were paused at this start because they have crashed the program twice.
    package let pausedNow: [SupplierID]
    /// The message that the store was gone at this start, or `nil` if it was not or no source is followed.
    package let lostStore: Message?

    /// The sources that are paused since an earlier start because they have crashed the program twice.
    package var pausedBefore: [SupplierID] {
        library.sources.map(\.id).filter { fetchGuard.isPaused($0) && !pausedNow.contains($0) }
    }

    package var engine: any Engine { sources.engine }

    package var time: any TimeSource { sources.factory.time }

    /// Finds sources that crash the program.
    package var fetchGuard: FetchGuard { sources.fetchGuard }

    /// Reads the Track with pending actions shown as done.
    package var reader: any TrackReader { sources.engine.reader }

    /// The topics and rules in their file and in the store.
    package var labels: LabelService { sources.labels }

    /// The user's accounts.
    package var accounts: AccountService { AccountService(sources: sources) }

    /// The lists of notes on authors.
    package var commentary: CommentaryService {
        CommentaryService(notes: notes, labels: labels, lease: lease, reporter: reporter)
    }

    /// Opens outlines.
    package var outlines: OutlineOpener {
        OutlineOpener(
            controlUnit: sources.controlUnit, engine: sources.engine, time: time, fetchWatch: fetchGuard
        ) { [sources] address in
            sources.factory.unfollowed(at: address)
        }
    }

    /// The accounts for the compose screen.
    package var posting: PostingService {
        PostingService(controlUnit: sources.controlUnit, store: store, time: time)
    }

    /// Finds tickets by queries.
    package var search: SearchService { SearchService(store: store, time: time) }

    /// The context in which queries are evaluated.
    package var queryContext: QueryContext { labels.indexer.queryContext(of: library) }

    /// Returns the settings in force: those of `config.toml` under the choices made on screens.
    package func currentSettings() async throws -> Settings { try await configuration.settings(chosenIn: store) }

    /// Returns this context with the library as it is now in its file, and with the names that sources have by now where the
    /// user gave none.
    package func withCurrentLibrary() async throws -> AppContext {
        var context = self
        context.library = try sources.file.read().paused(by: fetchGuard)
            .withCurrentNames(of: await engine.snapshot.suppliers)
        return context
    }

    /// Compares the library with the sources that the store knows.
    package var libraryCheck: LibraryCheck { LibraryCheck(library: library, file: sources.file, store: store) }

    /// Throws if the library is lost. Otherwise a command would print the result for a user without sources, and a library
    /// that then gets a topic or a rule would no longer count as lost.
    package func requireLibrary() async throws {
        if let lost = try await libraryCheck.loss() { throw CommandFailure(.configuration, lost) }
    }

    /// Waits until all stored tickets have their current labels, and reports the progress.
    package func finishLabels() async throws { try await labels.finish(reportingTo: reporter) }

    /// Matches the tickets of large refreshes with stories, unless another process is the lease holder: that one does it.
    package func matchStories() async throws {
        try await lease.holding { try await labels.indexer.matchStories() }
    }
}
