import EngineConcepts
import EngineStandard
import FeedParsing
import FiberConfiguration
import Foundation
package import Networking
import Storage
package import Suppliers
import ViewModels
import WebText

/// Makes suppliers from source descriptions, over one shared network.
package struct SupplierFactory: Sendable {
    let registry: SupplierRegistry
    /// The dependencies of suppliers and accounts.
    let dependencies: SupplierDependencies
    package let transport: HTTPTransport
    /// The progress of the files that are being sent, for one consumer.
    package let uploads: AsyncStream<UploadMeter.Progress?>
    /// Statistics of requests.
    package let requests = RequestCounter()
    /// The file of secrets, in which sources and accounts find theirs.
    let secrets: SecretsFile
    /// Runs commands that print secrets.
    package let secretCommands: CommandRunner

    init(_ directories: Directories, _ settings: Settings, journal: any Instrumentation, time: any TimeSource) {
        secrets = SecretsFile(path: directories.secretsFile)
        let environment = ProcessInfo.processInfo.environment
        let commandLimits = CommandRunner.Limits(time: .seconds(settings.number("network.timeout-seconds")))
        secretCommands = CommandRunner(environment: environment, forSecrets: true, limits: commandLimits)
        let keyring = Keyring(commands: secretCommands, store: SecretsFileReader(file: secrets)) { [journal] in
            journal.record(.secretNotStored($0))
        }
        let (uploads, sending) = AsyncStream.makeStream(
            of: UploadMeter.Progress?.self, bufferingPolicy: .bufferingNewest(1))
        self.uploads = uploads
        transport = HTTPTransport(
            userAgent: HTTPTransport.userAgent(version: Version.text), time: time, limits: settings.transportLimits,
            proxies: ProxySettings(environment: environment), authorities: environment["SSL_CERT_FILE"],
            observer: RequestJournal(counter: requests, journal: journal), uploads: UploadMeter { sending.yield($0) })
        dependencies = SupplierDependencies(
            transport: transport, time: time,
            commands: CommandRunner(environment: environment, limits: commandLimits), keyring: keyring,
            polling: FeedPolling(
                minimumInterval: .seconds(max(1, settings.number("timeline.refresh-minutes")) * 60),
                maximumInterval: .seconds(settings.number("timeline.rarest-refresh-hours") * 3600),
                spacing: .seconds(1)),
            maximumItems: settings.number("network.feed-items"),
            probeCache: ProbeCache(directory: directories.cache + "/answers"))
        registry = SupplierRegistry(dependencies)
    }

    var time: any TimeSource { dependencies.time }

    /// Returns the supplier of a source. If it cannot be made or has a fault, returns one that fails with the reason.
    func supplier(for source: SourceDescription) -> any Supplier {
        do {
            let supplier = try registry.supplier(for: source)
            guard let fault = source.fault else { return supplier }
            let reason = SupplierError(.unsupported, fault)
            return UnusableSupplier(
                source: source, reason: reason, kind: supplier.kind, presenter: supplier.presenter)
        } catch {
            return UnusableSupplier(
                source: source, reason: error, kind: .feed, presenter: ArticlePresenter(publisher: source.shownName))
        }
    }

    /// Makes the suppliers of the sources and the clients of the accounts, with what is stored about them.
    func controlUnit(of library: Library, _ store: TrackDatabase) async throws -> ModularControlUnit {
        dependencies.accounts.replace(by: library.accounts)
        try await dependencies.accounts.remember(in: store)
        let controlUnit = ModularControlUnit(time: time) { [dependencies] in
            AccountCatalog.standard.clients(of: dependencies.accounts.accounts, dependencies)
        }
        if !library.accounts.isEmpty, let counts = try await store.setting(AppContext.filteredSetting) {
            controlUnit.restoreFilteredAtSource(counts)
        }
        for source in library.sources { controlUnit.add(source, from: self) }
        return controlUnit
    }

    /// Returns the supplier at an address that is not followed, or `nil` if there can be none.
    func unfollowed(at address: String) -> (any Supplier)? {
        do {
            return try registry.supplier(for: registry.catalog.source(at: address))
        } catch {
            // Without a supplier nothing is offered.
            return nil
        }
    }

    /// Finds the source that an address means, with one request. Throws ``SeveralSources`` if the user has to choose.
    ///
    /// - Returns: The source, a warning for the user, and the final address after redirects.
    func probe(
        _ address: String, with access: SourceAccess?
    ) async throws -> (source: SourceDescription, warning: Message?, end: String?) {
        switch try await registry.probe(address, with: access, now: time.now()) {
        case .source(let source, let warning, let end):
            return (source, warning, end)
        case .choices(let page):
            throw SeveralSources(
                address: address,
                choices: page.feeds.map { SeveralSources.Choice(address: $0.address, title: $0.title ?? $0.address) })
        }
    }
}

extension ModularControlUnit {
    /// Adds the supplier of a source, paused and presented as the user has chosen. One with a fault is off: it is paused too.
    func add(_ source: SourceDescription, from factory: SupplierFactory) {
        let supplier = factory.supplier(for: source)
        add(
            supplier, for: source.id.rawValue, paused: source.isPaused || source.fault != nil,
            presenter: source.presentedAs?.presenter(ofSource: supplier.name))
    }
}

extension InstrumentedEvent {
    /// Returns the event of a renewed secret that could not be stored, and is in memory only.
    fileprivate static func secretNotStored(_ error: SupplierError) -> Self {
        // Only the code of the failure in the file: the messages have paths.
        let whole = error.message
        let failure = if case .message(let inFile)? = whole.arguments["message"] { inFile } else { whole }
        let reason = JournalDetail("reason", failure.code)
        return Self("secrets.not-stored", .error, [reason] + (error.cause.map { [JournalDetail("cause", $0)] } ?? []))
    }
}

/// The supplier of a source whose address no kind understands or whose entry has another error. It fails with the reason, so
/// that the source is listed and its stored tickets stay.
private struct UnusableSupplier: Supplier {
    let source: SourceDescription
    let reason: SupplierError
    let kind: SupplierKind
    let presenter: any Presenter

    var id: SupplierID { source.id }
    var name: String { source.shownName }
    var traits: SupplierTraits { SupplierTraits(shape: .window, pagesOlder: false) }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer { throw reason }
}
