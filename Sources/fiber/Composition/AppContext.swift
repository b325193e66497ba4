import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage
import Suppliers
import ViewModels
import WebText

/// The parts of one run of Fiber, composed once for commands and screens.
struct AppContext: Sendable {
    let directories: Directories
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

    /// Returns the name of a source as rows show it. Messages take ``distinctName(of:)``.
    func name(of supplier: SupplierID) -> String {
        library.source(supplier)?.shownName ?? supplier.rawValue
    }

    /// The names of all sources as rows show them.
    var shownNames: [SupplierID: String] { library.sources.reduce(into: [:]) { $0[$1.id] = $1.shownName } }

    /// Returns names that tell the sources apart: namesakes get their host appended, or their address if the hosts are
    /// equal.
    func distinctNames(of suppliers: some Sequence<SupplierID>) -> [SupplierID: String] {
        let names = DistinctNames.of(shownNames) { id in
            guard let source = library.source(id) else { return [] }
            return [
                SourceCatalog.standard.endpoint(of: source.address), String(DisplayAddress.bare(source.shownAddress)),
                source.shownAddress,
            ]
            .compactMap(\.self)
        }
        return suppliers.reduce(into: [:]) { $0[$1] = names[$1] ?? $1.rawValue }
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

    /// Returns this context with the names that sources have by now, where the user gave none: their own, or those that
    /// screens make of their addresses, such as the program of a command.
    func withCurrentNames() async -> AppContext {
        let own: [SupplierID: String] = await engine.snapshot.suppliers.reduce(into: [:]) { names, status in
            let isAddress = status.name == library.source(status.id)?.shownName
            names[status.id] = status.sourceName ?? (isAddress ? nil : status.name)
        }
        var context = self
        context.library = library.named(by: own)
        return context
    }

    /// Waits until all stored tickets have their current labels, and shows the progress.
    func finishLabels() async throws {
        try await labels.indexer.finish { progress in
            guard progress.total > 0, !progress.isComplete else { return }
            let percent = progress.done * 100 / progress.total
            Console.progress(Console.text(Message("labellingPercent", ["percent": .number(percent)])))
        }
        Console.progress("")
    }

    /// Matches the tickets of large refreshes with stories, unless another process is the lease holder: that one does it.
    func matchStories() async throws {
        try await lease.holding { try await labels.indexer.matchStories() }
    }
}
