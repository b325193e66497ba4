package import EngineConcepts
import EngineStandard
package import FiberConfiguration
import Foundation
import Logging
import Networking
import Storage
import Suppliers
import ViewModels
import WebText

/// The opening of an ``AppContext`` for a piece of work: its parts are composed over the user's files.
package struct ContextOpening {
    private var directories: Directories
    private let reporter: any Reporter
    private let command: String
    private var mode: OpeningMode
    private let warns: Bool
    private let configuration: ConfigurationFile?
    private var forwardRefresh: ForwardRefresh?

    /// - Parameters:
    ///   - command: The name of this process for others that want the lease.
    ///   - warns: True to report warnings about the files.
    ///   - configuration: The contents of `config.toml` if they were read already.
    ///   - forwardRefresh: Lets the lease holder do the user's refreshes if this process follows it; `nil` to refuse them.
    package init(
        _ directories: Directories, reportingTo reporter: any Reporter, as command: String = "fiber",
        mode: OpeningMode = .changing, warns: Bool = true, configuration: ConfigurationFile? = nil,
        forwardRefresh: (@Sendable (Set<SupplierID>?) async throws -> Int?)? = nil
    ) {
        self.directories = directories
        self.reporter = reporter
        self.command = command
        self.mode = mode
        self.warns = warns
        self.configuration = configuration
        self.forwardRefresh = forwardRefresh
    }

    /// Opens a context, runs `work`, and closes the context, also after an error. A command that only reads works on a copy
    /// of a store that cannot be written, and makes none where there is none.
    package func run<Value>(_ work: (AppContext) async throws -> Value) async throws -> Value {
        guard mode.onlyReads, let temporary = try temporaryStore() else { return try await runHere(work) }
        defer { temporary.remove() }
        let loss = StoreMarker(directories).loss
        var opening = self
        opening.directories = temporary.directories
        opening.mode = .changing
        opening.forwardRefresh = nil
        return try await opening.runHere { context in
            if let loss, !context.library.sources.isEmpty { warn(.sentences(loss, Message("putFileBack"))) }
            return try await work(context)
        }
    }

    /// Reports a warning, unless the caller wants none.
    private func warn(_ message: Message) {
        if warns { reporter.report(message) }
    }

    /// Runs `work` over the user's own store.
    private func runHere<Value>(_ work: (AppContext) async throws -> Value) async throws -> Value {
        let context = try await open()
        if let lost = context.lostStore { warn(lost) }
        if case .fetching = mode {
            for id in context.pausedNow {
                warn(FetchGuard.message(for: id, named: context.library.shownName(of: id)))
            }
        }
        var failure: Message?
        return try await withCleanup {
            do {
                return try await work(context)
            } catch {
                failure = Message(error)
                throw error
            }
        } cleanUp: {
            if warns, mode.mayFixWarnings { context.reportRemainingWarnings() }
            do {
                try await context.close()
            } catch {
                // The command is done; its outcome matters more than a connection that did not close.
                if let message = Message(onClosing: error, after: failure) { reporter.report(message) }
            }
        }
    }

    /// Opens the user's files and composes the parts over them.
    private func open() async throws -> AppContext {
        let time = SystemTimeSource()
        let files = try await openFiles()
        let (store, settings) = (files.store, files.settings)

        // The rights of this process.
        let lease = WriterLease(forStoreAt: directories.storeFile, purpose: command)
        let library = try await acquire(lease, for: files, time)
        let fetchGuard = FetchGuard(forStoreAt: directories.storeFile)
        var pausedNow: [SupplierID] = []
        if lease.isHeld, mode.keepsLease {
            pausedNow = try fetchGuard.begin(library.sources.map(\.id))
        } else {
            try fetchGuard.load()
        }

        // The journal, the network and the labels, which need no engine.
        let logFile = LogFile(directory: directories.state)
        let journal = Journal(time: time) { logFile.record($0) }
        StoreMarker(directories).write(reportingTo: journal)
        let factory = SupplierFactory(directories, settings, journal: journal, time: time)
        let notes = AuthorNoteService(directories, factory, lease)
        let indexer = LabelIndexer(store: store, time: time, notes: notes) { lease.isHeld }
        // Many rules take as long as all that follows.
        async let labelling: Void = indexer.change(to: library)

        // The engine over the sources and accounts.
        let named = try await library.named(by: library.currentNames(in: store)).paused(by: fetchGuard)
        let controlUnit = try await factory.controlUnit(of: named, store)
        let sendingHasEnded = SharedValue(false)
        let engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time,
            limits: EngineLimits(fills: settings.fillLimits(for: mode), actions: settings.actionLimits),
            outbox: store, fetchWatch: fetchGuard,
            log: Logger(label: "engine") { JournalLogHandler(label: $0, journal) },
            contentSetting: { try StoredDraft(keeping: $0, at: time.now())?.setting },
            obstacle: { lease.obstacle ?? (sendingHasEnded.value ? Message("outboxAdvice") : nil) },
            forwardRefresh: forwardRefresh)

        // The services for the sources, and the Track, which follows the library from here on.
        let backoffOverrides = BackoffOverrides(directory: directories.cache + "/answered")
        let sources = SourceService(
            file: files.libraryFile, controlUnit: controlUnit, engine: engine, factory: factory,
            active: ActiveSources(library.paused(by: fetchGuard).sources), indexer: indexer,
            backoffOverrides: backoffOverrides, fetchGuard: fetchGuard)
        try await LibraryCheck(library: library, file: files.libraryFile, store: store).recordLoss()
        await engine.suppliersChanged(answered: backoffOverrides.times(at: time.now()))
        await Self.restoreBackoffs(of: engine, library, in: factory.transport, at: time.now())
        try await labelling
        if !mode.keepsLease { lease.release() }

        return AppContext(
            directories: directories, reporter: reporter, configuration: files.configuration,
            localizer: settings.localizer, library: named, store: store, sources: sources, notes: notes, lease: lease,
            sendingHasEnded: sendingHasEnded, journal: journal, logFile: logFile, pausedNow: pausedNow,
            lostStore: files.lostStore)
    }

    /// Returns a temporary store for a command that only reads, or `nil` if it can open the user's own.
    private func temporaryStore() throws -> StoreCopy? {
        guard let copy = try StoreCopy(ofUnwritable: directories, reportingTo: reporter) else {
            return try StoreCopy(ofMissing: directories, reportingTo: reporter)
        }
        warn(Message("storeCopyIsRead", ["path": .text(directories.storeFile)]))
        return copy
    }

    /// The files of the user, read or open.
    private struct OpenedFiles {
        let configuration: ConfigurationFile
        let libraryFile: LibraryFile
        let library: Library
        let store: TrackDatabase
        let settings: Settings
        /// The message that the store was gone, or `nil` if it was not or no source is followed.
        let lostStore: Message?
    }

    /// Reads `config.toml` and the library, opens the store, and reports warnings in the user's language.
    private func openFiles() async throws -> OpenedFiles {
        let path = directories.storeFile
        let configuration = try configuration ?? ConfigurationFile.forCommand(in: directories)
        if self.configuration == nil {
            for warning in configuration.warnings { warn(warning.message) }
        }
        let loss = StoreMarker(directories).loss
        // Reading the library takes as long as opening the store, and screens wait for both.
        async let openedStore = Self.openStore(at: path)
        let libraryFile = LibraryFile(in: directories)
        let library = try libraryFile.read()
        if !mode.mayFixWarnings {
            for warning in library.warnings { warn(warning.message) }
        }
        let store = try await openedStore
        let settings = try await configuration.settings(chosenIn: store)
        reporter.use(settings.localizer)
        return OpenedFiles(
            configuration: configuration, libraryFile: libraryFile, library: library, store: store, settings: settings,
            lostStore: library.sources.isEmpty ? nil : loss.map { Message.sentences($0, Message("newStoreMade")) })
    }

    @concurrent
    private static func openStore(at path: String) async throws -> TrackDatabase { try TrackDatabase(path: path) }

    /// Acquires the lease as the mode says. Returns the library, which others may have changed if this process waited for them.
    private func acquire(
        _ lease: WriterLease, for files: OpenedFiles, _ time: any TimeSource
    ) async throws -> Library {
        guard case .fetching(let timeout) = mode else {
            _ = try lease.acquire()
            return files.library
        }
        try await lease.acquire(within: timeout, time: time, reportingTo: reporter)
        return try files.libraryFile.read()
    }

    /// Restores the backoffs that hosts requested before this process started.
    private static func restoreBackoffs(
        of engine: any TrackObserving, _ library: Library, in transport: HTTPTransport, at now: Timestamp
    ) async {
        for status in await engine.snapshot.suppliers {
            guard let source = library.source(status.id) else { continue }
            for backoff in status.backoffs where backoff.reason == .requested && backoff.isActive(at: now) {
                transport.restoreRetryAfter(of: source.address, until: backoff.until)
            }
        }
    }
}
