import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Logging
import Queries
import Storage
import Suppliers
import ViewModels

/// Everything that one run of Fiber is made of, put together once. Commands and screens get what they need from here and
/// make nothing of it themselves.
struct AppContext: Sendable {
    let directories: Directories
    let configuration: ConfigurationFile
    /// What is followed, by the names that are shown.
    let library: Library
    let engine: any Engine
    /// Reads the Track, with what was asked of the sources shown as done.
    let reader: any TrackReader
    let store: TrackDatabase
    let sources: SourceService
    let labels: LabelService
    let time: any TimeSource
    let right: WriterLease
    /// What happens inside.
    let journal: Journal

    /// What a source is called on the screen.
    func name(of supplier: SupplierID) -> String {
        library.source(supplier)?.shownName ?? supplier.rawValue
    }

    /// What these sources are called where nothing else tells them apart: sources of the same name have their host behind it,
    /// or their address where that is the same as well.
    func distinctNames(of suppliers: some Sequence<SupplierID>) -> [SupplierID: String] {
        let known = library.sources.map { (name: $0.shownName, source: $0) }
        let names = Dictionary(grouping: known, by: \.name)
        return suppliers.reduce(into: [:]) { result, id in
            let name = name(of: id)
            guard let source = library.source(id), let same = names[name]?.map(\.source), same.count > 1 else {
                result[id] = name
                return
            }
            func host(_ source: SourceDescription) -> String {
                SupplierRegistry.endpoint(of: source.address) ?? source.shownAddress
            }
            let isAlone = same.count { host($0) == host(source) } == 1
            result[id] = "\(name) (\(isAlone ? host(source) : source.shownAddress))"
        }
    }

    /// The topic that a person means by `text`: its name, in any case.
    func topic(named text: String) throws -> Topic {
        let topics = library.allTopics
        guard
            let topic = topics.first(where: { $0.name == text })
                ?? topics.first(where: { $0.name.lowercased() == text.lowercased() })
        else {
            try refuseWrong(text)
            throw CommandFailure(
                .failed, "There is no topic \"\(text)\" in \(directories.libraryFile).",
                advice: "`fiber topics` lists the topics.")
        }
        return topic
    }

    /// Says what is wrong with the topic or the rule of this name, where the file has one that is off because of that.
    func refuseWrong(_ name: String) throws {
        guard let warning = library.warnings.first(where: { $0.name == name }) else { return }
        throw CommandFailure(.configuration, warning.text)
    }

    /// Waits until the store has decided by the topics and rules that there are now, and shows how far that is.
    func finishLabels() async throws {
        try await labels.indexer.finish { progress in
            guard progress.total > 0, !progress.isComplete else { return }
            Console.progress("sorting by topics and rules: \(progress.done * 100 / progress.total)%")
        }
        Console.progress("")
    }

    /// The source that a person means by `text`: its id, its name or its address, also the one that it has moved to for good.
    func source(named text: String) async throws -> SourceDescription {
        let moved = await engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1.sourceAddress }
        return try library.source(
            named: text, at: sources.factory.registry.followedAddress(of: text), moved: moved,
            shown: distinctNames(of: library.sources.map(\.id)),
            file: directories.libraryFile)
    }

    /// How a command deals with the right to fetch for the store.
    enum Fetching {
        /// It does not fetch; it has the right only while it is opened, to let the Track follow the library.
        case never
        /// It waits for the right so long, and fails without.
        case waiting(Duration)
        /// It can do without, and follows who has it.
        case orFollowing
    }

    /// Opens the reader's own files and puts the engine together over them.
    ///
    /// - Parameters:
    ///   - warns: Whether to say on standard error what in the files is worth a word.
    ///   - configuration: What the settings' file says, where that has been read already.
    static func open(
        _ options: GlobalOptions, _ command: String, _ fetching: Fetching, warns: Bool,
        configuration: ConfigurationFile? = nil
    ) async throws -> AppContext {
        let directories = Directories(options)
        let configuration = try configuration ?? self.configuration(in: directories, warns: warns)
        let libraryFile = LibraryFile(path: directories.libraryFile)
        let library: Library
        do {
            library = try libraryFile.read()
        } catch {
            throw CommandFailure(error)
        }
        if warns { for warning in library.warnings { Console.report("fiber: \(warning)") } }
        let store: TrackDatabase
        do {
            store = try TrackDatabase(path: directories.storeFile)
        } catch let error as StorageError {
            throw CommandFailure(error)
        }
        let time = SystemTimeSource()
        let right = WriterLease(overStoreAt: directories.storeFile, for: command)
        switch fetching {
        case .waiting(let patience): try await right.take(within: patience, time: time)
        case .never, .orFollowing: _ = try right.take()
        }
        let indexer = LabelIndexer(store: store, clock: time) { right.obstacle == nil }
        do {
            try await indexer.change(to: library)
        } catch let error as StorageError {
            throw CommandFailure(error)
        }
        let journal = Journal(time: time)
        let secrets = SecretsFile(path: directories.secretsFile)
        let settings = try await configuration.chosen(in: store)
        let factory = SupplierFactory(
            configuration: settings, secrets: secrets,
            answers: ProbeCache(directory: directories.cache + "/answers"), journal: journal, time: time)
        let controlUnit = ModularControlUnit(time: time)
        let named = try await library.named(by: ownNames(of: library, in: store))
        for source in named.sources {
            controlUnit.add(factory.supplier(for: source), for: source.id.rawValue, paused: source.isPaused)
        }
        let engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, limits: settings.poolLimits, outbox: store,
            log: Logger(label: "engine") { JournalLogHandler(label: $0, journal) }, obstacle: { right.obstacle })
        let answered = BackoffOverrides(directory: directories.cache + "/answered")
        await engine.suppliersChanged(answered: answered.times(at: time.now()))
        for status in await engine.snapshot.suppliers {
            guard let source = library.source(status.id) else { continue }
            for peace in status.peace where peace.reason == .wished && peace.holds(at: time.now()) {
                factory.transport.recallPatience(of: source.address, until: peace.until)
            }
        }
        if case .never = fetching { right.giveUp() }
        return AppContext(
            directories: directories, configuration: configuration, library: named, engine: engine,
            reader: engine.reader, store: store,
            sources: SourceService(
                file: libraryFile, secrets: secrets, controlUnit: controlUnit, engine: engine, factory: factory,
                running: ActiveSources(library.sources), indexer: indexer, answered: answered, time: time),
            labels: LabelService(file: libraryFile, indexer: indexer), time: time, right: right, journal: journal)
    }

    /// What sources that have no name in the library call themselves, as far as they were ever asked. A record is read for
    /// nothing else, so it is only read where there are such sources.
    private static func ownNames(
        of library: Library, in store: TrackDatabase
    ) async throws -> [SupplierID: String] {
        guard library.sources.contains(where: { $0.name == nil }) else { return [:] }
        do {
            return try await store.record().ledgers.compactMapValues(\.sourceName)
        } catch let error as StorageError {
            throw CommandFailure(error)
        }
    }

    /// Ends what was opened: connections and the store. Every command does so when it is done.
    func close() async throws {
        await sources.controlUnit.restartSuppliers()
        try await sources.factory.transport.shutdown()
        try store.close()
        right.giveUp()
    }

    /// Opens the reader's own files, does `work` with them, and closes them again, whatever came of it.
    ///
    /// - Parameters:
    ///   - command: what this process is, for others who want to fetch meanwhile.
    ///   - configuration: What the settings' file says, where that has been read already.
    static func with<Result>(
        _ options: GlobalOptions, as command: String = "fiber", fetching: Fetching = .never, warns: Bool = true,
        configuration: ConfigurationFile? = nil, _ work: (AppContext) async throws -> Result
    ) async throws -> Result {
        let context = try await open(
            options, command, fetching, warns: warns, configuration: configuration)
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await work(context))
        } catch {
            outcome = .failure(error)
        }
        do {
            try await context.close()
        } catch {
            // What the command did is done; its own outcome says more than a connection that did not close.
            Console.report("fiber: \(error)")
        }
        return try outcome.get()
    }

    /// Reads the settings for a screen, which opens on their standards where the file is no TOML, and tells of that itself.
    static func configurationForScreen(in directories: Directories) throws -> ConfigurationFile {
        do {
            try ConfigurationFile.writeDefault(to: directories.configurationFile)
            return try ConfigurationFile(path: directories.configurationFile)
        } catch let error where error.code == .syntax {
            return ConfigurationFile(inPlaceOf: error)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Reads the settings, and says on standard error what in them is worth a word, where `warns` says so.
    static func configuration(in directories: Directories, warns: Bool = true) throws -> ConfigurationFile {
        do {
            try ConfigurationFile.writeDefault(to: directories.configurationFile)
            let configuration = try ConfigurationFile(path: directories.configurationFile)
            for warning in configuration.warnings where warns {
                Console.report("fiber: \(warning)")
            }
            return configuration
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension Directories {
    init(_ options: GlobalOptions) {
        let environment = ProcessInfo.processInfo.environment
        self.init(
            environment: environment, home: environment["HOME"] ?? NSHomeDirectory(),
            configuration: options.config.map(Self.absolute), data: options.data.map(Self.absolute))
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: NSString(string: path).expandingTildeInPath).standardizedFileURL.path
    }
}

extension Library {
    /// The source that a person means by `text`: its id, its name, or its address as it is written when it is added.
    ///
    /// - Parameters:
    ///   - address: What would be kept of `text`, were it the address of a new source.
    ///   - moved: Where sources are that have moved for good.
    ///   - shown: What sources are called where nothing else tells them apart.
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
                .failed, "There is no source \"\(text)\" in \(file).", advice: "`fiber suppliers` lists the sources.")
        }
        guard matches.count == 1 else {
            let list = matches.map { "  \($0.id)  \($0.shownAddress)" }.joined(separator: "\n")
            throw CommandFailure(
                .failed, "\(matches.count) sources are called \"\(text)\":\n\(list)",
                advice: "Name the source by its id.")
        }
        return source
    }
}

extension ConfigurationFile {
    /// How patient a fill is.
    var poolLimits: PoolLimits {
        PoolLimits(
            slowAfter: .seconds(min(number("network.slow-seconds"), number("network.timeout-seconds"))),
            requestEnd: .seconds(number("network.timeout-seconds")))
    }
}

extension CommandFailure {
    /// What a configuration file has against being used.
    init(_ error: ConfigurationError) {
        self.init(.configuration, error.description)
    }

    /// What the store has against being used.
    init(_ error: StorageError) {
        self.init(.store, error.description)
    }

    /// What a supplier has against being added.
    init(_ error: SupplierError) {
        self.init(.failed, error.description)
    }
}
