import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Logging
import Networking
import Queries
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
    let engine: any Engine
    /// Reads the Track with pending actions shown as done.
    let reader: any TrackReader
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

    /// The user's accounts.
    var accounts: AccountService { AccountService(sources: sources, time: time) }

    /// Opens threads.
    var threads: Threads {
        Threads(controlUnit: sources.controlUnit, engine: engine, reader: reader, time: time) { [sources] address in
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
        context.library = try LibraryFile(path: directories.libraryFile, kinds: .known).read().paused(by: fetchGuard)
        return await context.withCurrentNames()
    }

    /// Returns this context with the names that sources have given themselves by now, where the user gave none.
    func withCurrentNames() async -> AppContext {
        let own = await engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1.sourceName }
        var context = self
        context.library = library.named(by: own)
        return context
    }

    /// Returns the topic of this name, ignoring case.
    func topic(named text: String) throws -> Topic {
        let topics = library.allTopics
        guard
            let topic = topics.first(where: { $0.name == text })
                ?? topics.first(where: { $0.name.lowercased() == text.lowercased() })
        else {
            try refuseWrong(text)
            throw CommandFailure(
                .failed, Message("topicNotFound", ["name": .text(text), "file": .text(directories.libraryFile)]))
        }
        return topic
    }

    /// Returns the ticket of this id, with its marks.
    func entry(named text: String) async throws -> TrackEntry {
        guard let id = TicketID(text), let entry = try await reader.entry(id) else {
            throw CommandFailure.noTicket(named: text)
        }
        return entry
    }

    /// Throws the configuration error of a topic or rule that is off because of it.
    func refuseWrong(_ name: String) throws {
        guard let warning = library.warnings.first(where: { $0.name == name }) else { return }
        throw CommandFailure(.configuration, warning.message)
    }

    /// Waits until all stored tickets have their current labels, and shows the progress.
    func finishLabels() async throws {
        try await labels.indexer.finish { progress in
            guard progress.total > 0, !progress.isComplete else { return }
            let percent = progress.done * 100 / progress.total
            Console.progress(Console.words(Message("labellingPercent", ["percent": .number(percent)])))
        }
        Console.progress("")
    }

    /// Groups the tickets of large refreshes into stories, unless another process holds the store: that one does it.
    func finishStories() async throws {
        let wasHeld = lease.isHeld
        guard try lease.acquire() else { return }
        defer { if !wasHeld { lease.release() } }
        try await labels.indexer.finishStories()
    }

    /// Returns the source with this id, name or address, including the address that it has moved to.
    func source(named text: String) async throws -> SourceDescription {
        let moved = await engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1.sourceAddress }
        return try library.source(
            named: text, at: sources.factory.registry.followedAddress(of: text), moved: moved,
            shown: distinctNames(of: library.sources.map(\.id)),
            file: directories.libraryFile)
    }

    /// How a command obtains the writer lease.
    enum Fetching {
        /// Does not fetch; holds the lease only while opening, so that the Track follows the library.
        case never
        /// Waits this long for the lease, then fails.
        case waiting(Duration)
        /// Follows the holder's commits if the lease is taken.
        case orFollowing
    }

    /// Opens the user's files and composes the engine over them.
    ///
    /// - Parameters:
    ///   - warns: True to print warnings about the files on standard error.
    ///   - configuration: The contents of `config.toml` if they were read already.
    static func open(
        _ directories: Directories, _ command: String, _ fetching: Fetching, warns: Bool,
        configuration: ConfigurationFile? = nil
    ) async throws -> AppContext {
        let configuration = try configuration ?? self.configuration(in: directories, warns: warns)
        let libraryFile = LibraryFile(path: directories.libraryFile, kinds: .known)
        let library = try libraryFile.read()
        if warns { for warning in library.warnings { Console.note(warning.message) } }
        let store = try TrackDatabase(path: directories.storeFile)
        let time = SystemTimeSource()
        let lease = WriterLease(forStoreAt: directories.storeFile, purpose: command)
        let fetchGuard = FetchGuard(forStoreAt: directories.storeFile)
        var pausedNow: [SupplierID] = []
        let notes = CommentaryService(
            CommentaryService.Parts(
                file: NotesFile(path: directories.notesFile), peopleFile: PeopleFile(path: directories.peopleFile),
                cache: CommentaryCache(directory: directories.cache + "/commentary"), time: time,
                home: ProcessInfo.processInfo.environment["HOME"]
            ) { lease.isHeld })
        let indexer = LabelIndexer(store: store, clock: time, notes: notes) { lease.isHeld }
        switch fetching {
        case .waiting(let timeout): try await lease.acquire(within: timeout, time: time)
        case .never, .orFollowing: _ = try lease.acquire()
        }
        switch fetching {
        case .waiting where lease.isHeld, .orFollowing where lease.isHeld:
            pausedNow = try fetchGuard.begin(library.sources.map(\.id))
        case .never, .waiting, .orFollowing: try fetchGuard.load()
        }
        try await indexer.change(to: library)
        let logFile = LogFile(directory: directories.state)
        let journal = Journal(time: time, sink: logFile)
        let secrets = SecretsFile(path: directories.secretsFile)
        let settings = try await configuration.chosen(in: store)
        let factory = SupplierFactory(
            configuration: settings, secrets: secrets,
            probeCache: ProbeCache(directory: directories.cache + "/answers"), journal: journal, time: time)
        notes.fetch(
            by: CommentaryFetcher(factory.dependencies, maximumBytes: CommentaryDocument.maximumBytes))
        factory.dependencies.accounts.replace(by: library.accounts)
        try await factory.dependencies.accounts.remember(in: store)
        let dependencies = factory.dependencies
        let controlUnit = ModularControlUnit(time: time) {
            AccountCatalog.standard.clients(of: dependencies.accounts.accounts, dependencies)
        }
        if !library.accounts.isEmpty, let counts = try await store.setting(filteredSetting) {
            controlUnit.restoreFilteredAtSource(counts)
        }
        let named = try await library.named(by: ownNames(of: library, in: store)).paused(by: fetchGuard)
        for source in named.sources {
            controlUnit.add(source, from: factory)
        }
        let sendingGate = SendingGate()
        let engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, limits: settings.poolLimits(for: fetching),
            outbox: store,
            fetchWatch: fetchGuard,
            log: Logger(label: "engine") { JournalLogHandler(label: $0, journal) },
            keeping: { try StoredDraft(keeping: $0, at: time.now())?.setting },
            obstacle: { lease.obstacle ?? sendingGate.obstacle })
        let answered = BackoffOverrides(directory: directories.cache + "/answered")
        await engine.suppliersChanged(answered: answered.times(at: time.now()))
        for status in await engine.snapshot.suppliers {
            guard let source = library.source(status.id) else { continue }
            for backoff in status.backoffs where backoff.reason == .requested && backoff.isActive(at: time.now()) {
                factory.transport.restoreRetryAfter(of: source.address, until: backoff.until)
            }
        }
        if case .never = fetching { lease.release() }
        if warns, case .waiting = fetching {
            for id in pausedNow {
                Console.note(FetchGuard.message(for: id, named: named.source(id)?.shownName))
            }
        }
        return AppContext(
            directories: directories, configuration: configuration, library: named, engine: engine,
            reader: engine.reader, store: store,
            sources: SourceService(
                file: libraryFile, secrets: secrets, controlUnit: controlUnit, engine: engine, factory: factory,
                running: ActiveSources(library.sources), indexer: indexer, answered: answered,
                fetchGuard: fetchGuard, time: time),
            labels: LabelService(file: libraryFile, indexer: indexer), notes: notes, time: time, lease: lease,
            sendingGate: sendingGate, fetchGuard: fetchGuard, journal: journal, logFile: logFile, pausedNow: pausedNow)
    }

    /// Returns the names that feeds give themselves, for sources without a name in the library. Reads the record only
    /// if there are such sources.
    private static func ownNames(
        of library: Library, in store: TrackDatabase
    ) async throws -> [SupplierID: String] {
        guard library.sources.contains(where: { $0.name == nil }) else { return [:] }
        return try await store.record().supplierStates.compactMapValues(\.sourceName)
    }

    /// The setting with the counts of what servers filtered out.
    private static let filteredSetting = "filtered.at-source"

    /// Closes connections and the store. Every command calls it when done.
    func close() async throws {
        if let counts = try sources.controlUnit.storedFilteredAtSource() {
            try await store.setSetting(Self.filteredSetting, to: counts)
        }
        await sources.controlUnit.restartSuppliers()
        await notes.end()
        await sources.factory.transport.shutdown()
        logFile.finish()
        try store.close()
        fetchGuard.end()
        lease.release()
    }

    /// Opens a context, runs `work`, and closes the context, also after an error.
    ///
    /// - Parameters:
    ///   - command: The name of this process for others that want the lease.
    ///   - configuration: The contents of `config.toml` if they were read already.
    static func with<Result>(
        _ directories: Directories, as command: String = "fiber", fetching: Fetching = .never, warns: Bool = true,
        configuration: ConfigurationFile? = nil, _ work: (AppContext) async throws -> Result
    ) async throws -> Result {
        let context = try await open(
            directories, command, fetching, warns: warns, configuration: configuration)
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await work(context))
        } catch {
            outcome = .failure(error)
        }
        do {
            try await context.close()
        } catch {
            // The command is done; its outcome matters more than a connection that did not close.
            Console.report(error)
        }
        return try outcome.get()
    }

    /// Reads the settings for a screen, which opens with defaults and a message if the file is not valid TOML.
    static func configurationForScreen(in directories: Directories) throws -> ConfigurationFile {
        do {
            try ConfigurationFile.writeDefault(to: directories.configurationFile)
            let configuration = try ConfigurationFile(path: directories.configurationFile)
            Console.localizer = configuration.localizer
            return configuration
        } catch let error where error.code == .syntax {
            return ConfigurationFile(inPlaceOf: error)
        }
    }

    /// Reads the settings, and prints their warnings on standard error if `warns`.
    static func configuration(in directories: Directories, warns: Bool = true) throws -> ConfigurationFile {
        try ConfigurationFile.writeDefault(to: directories.configurationFile)
        let configuration = try ConfigurationFile(path: directories.configurationFile)
        Console.localizer = configuration.localizer
        for warning in configuration.warnings where warns { Console.note(warning.message) }
        return configuration
    }
}

extension Library {
    /// Returns the source with this id, name or stored address.
    ///
    /// - Parameters:
    ///   - address: The address that `text` would have as a new source.
    ///   - moved: Current addresses of sources that have moved for good.
    ///   - shown: Names that tell sources apart.
    func source(
        named text: String, at address: String, moved: [SupplierID: String], shown: [SupplierID: String], file: String
    ) throws -> SourceDescription {
        let place = SourceAddress.canonical(address)
        let matches = sources.filter { source in
            [source.id.rawValue, source.address, source.shownAddress, source.shownName, shown[source.id]].contains(text)
                || [source.address, moved[source.id]].compactMap(\.self).map(SourceAddress.canonical).contains(place)
        }
        guard let source = matches.first else {
            throw CommandFailure(
                .failed, Message("sourceNotFound", ["name": .text(text), "file": .text(file)]))
        }
        guard matches.count == 1 else {
            let list = matches.map { "\n  \($0.id)  \($0.shownAddress)" }.joined()
            throw CommandFailure(
                .failed,
                Message(
                    "sourceAmbiguous",
                    ["count": .number(matches.count), "name": .text(text), "list": .text(list)]),
                advice: Message("nameByID"))
        }
        return source
    }
}

extension ConfigurationFile {
    /// The limits of fills. A command waits for each source until its request times out: it ends only after late answers
    /// in any case, and its report and its gaps are then exact.
    func poolLimits(for fetching: AppContext.Fetching) -> PoolLimits {
        let timeout = Duration.seconds(number("network.timeout-seconds"))
        switch fetching {
        case .waiting, .never: return PoolLimits(slowAfter: timeout, minimumWait: timeout, requestTimeout: timeout)
        case .orFollowing:
            let slow = Duration.seconds(number("network.slow-seconds"))
            return PoolLimits(slowAfter: min(slow, timeout), requestTimeout: timeout)
        }
    }
}

extension FetchGuard {
    /// Says that a source was paused, and how to try it again.
    static func message(for id: SupplierID, named name: String?) -> Message {
        Message("sourcePausedAfterCrashes", ["name": .text(name ?? id.rawValue), "id": .text(id.rawValue)])
    }
}

extension Library {
    /// Returns the library with those sources paused that have ended the program twice.
    func paused(by fetchGuard: FetchGuard) -> Library {
        guard fetchGuard.pausesAny else { return self }
        var library = self
        for var source in sources where !source.isPaused && fetchGuard.isPaused(source.id) {
            source.isPaused = true
            library.put(source)
        }
        return library
    }
}
