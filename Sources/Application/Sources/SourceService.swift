package import EngineConcepts
package import EngineStandard
package import FiberConfiguration
import Networking
import Storage
import Suppliers
import ViewModels
import WebText

/// The followed sources, in `library.toml` and in the running engine.
///
/// Files are read and written off the caller's actor: a library of a thousand sources takes longer than a frame.
package struct SourceService: SourceManaging {
    package let file: LibraryFile
    package let controlUnit: ModularControlUnit
    let engine: StandardEngine
    package let factory: SupplierFactory
    /// The sources of the last library that was applied.
    package let active: ActiveSources
    /// Receives topics and names of added sources.
    let indexer: LabelIndexer
    /// Records sources that answered when they were added.
    let backoffOverrides: BackoffOverrides
    /// Pauses sources that crash the program.
    let fetchGuard: FetchGuard

    package var fixedReason: Message? { nil }

    package var listPath: String? { file.path }

    var secrets: SecretsFile { factory.secrets }

    /// The topics and rules in the same file.
    var labels: LabelService { LabelService(file: file, indexer: indexer) }

    @concurrent
    package func sources() async throws -> [SourceDescription] { try readLibrary().paused(by: fetchGuard).sources }

    package func runningSources() async -> [SourceDescription] { active.all }

    /// Reads the library. Throws if the file is missing or has nothing in it although sources run: an editor may be writing it.
    private func readLibrary() throws -> Library {
        if !active.isEmpty, try file.isBlank() { throw ConfigurationError.blank(file.path) }
        return try file.read()
    }

    @concurrent
    package func add(_ address: String) async throws -> SourceDescription {
        try await add(address, offering: nil).source
    }

    /// Follows the source at `text`, using `offer`. User and password in the address go to the secrets file only. Throws
    /// ``SeveralSources`` if the user has to choose, and a `SupplierError` if the source does not answer or is followed
    /// already.
    ///
    /// - Parameter refusal: The error to throw if the address leads to a single source, or `nil` to follow that.
    /// - Returns: The source, and warnings for the user.
    package func add(
        _ text: String, offering offer: AccessOffer?, refusingOne refusal: CommandFailure? = nil
    ) async throws -> (source: SourceDescription, warnings: [Message]) {
        let (address, found) = AccessOffer.taking(outOf: text)
        guard found == nil || offer == nil else { throw SupplierError(.unsupported, Message("loginGivenTwice")) }
        let offer = found ?? offer
        return try await withSecrets(of: offer) {
            let (probed, warning, end) = try await namingImport(for: address) {
                try await factory.probe(address, with: offer?.access)
            }
            if let refusal { throw refusal }
            let library = try file.read()
            let search = FollowedSourceSearch(
                sources: library.sources, statuses: await engine.snapshot.suppliers, factory: factory)
            if let known = await search.source(equalTo: probed, at: end) {
                throw SupplierError(.refused, await alreadyFollowed(known))
            }
            var source = probed
            var warnings = warning.map { [$0] } ?? []
            if source.access != nil {
                if source.address.hasPrefix("http:") {
                    warnings.append(Message("loginNotEncrypted", ["address": .text(source.address)]))
                }
                try saveSecrets(offer?.secrets ?? [:])
            }
            var other: SourceDescription?
            try await run {
                try file.update { library in
                    // Others may have followed sources since the library was read.
                    let place = SourceAddress.canonical(probed.address)
                    other = library.sources.first { SourceAddress.canonical($0.address) == place }
                    guard other == nil else { return }
                    source.id = library.id(of: probed)
                    // Ends an earlier backoff, whichever process adds the source to the Track.
                    backoffOverrides.recordAnswer(of: source.id, at: factory.time.now())
                    library.put(source)
                }
            }
            if let other { throw SupplierError(.refused, await alreadyFollowed(other)) }
            return (source, warnings)
        }
    }

    /// Runs `body` while the keyring has the secrets of `offer`. Afterwards the stored ones count again, which `body` may
    /// have replaced: a refused secret must not serve other sources of its host.
    package func withSecrets<Answer>(
        of offer: AccessOffer?, _ body: () async throws -> Answer
    ) async throws -> Answer {
        let secrets = offer?.secrets ?? [:]
        let keyring = factory.dependencies.keyring
        for (name, value) in secrets { await keyring.set(value, for: .stored(name)) }
        return try await withCleanup(body) {
            for name in secrets.keys { await keyring.reset(.stored(name)) }
        }
    }

    /// Returns the message that a source is followed already, with its name: the user's, else its own, else the one of screens.
    private func alreadyFollowed(_ source: SourceDescription) async -> Message {
        let status = await engine.snapshot.suppliers.first { $0.id == source.id }
        let name = source.name ?? status?.sourceName ?? status?.name ?? source.shownName
        return Message("alreadyFollowed", ["name": .text(name), "id": .text(source.id.rawValue)])
    }

    /// Stores secrets in their file.
    package func saveSecrets(_ new: [String: String]) throws {
        for (name, value) in new.sorted(by: { $0.key < $1.key }) { try secrets.put(value, named: name) }
    }

    /// Deletes the secrets that were stored for a removed source alone.
    ///
    /// - Returns: True if there were any.
    package func removeSecrets(of source: SourceDescription) throws -> Bool {
        let needed = try neededSecrets()
        let gone = (source.access?.secrets ?? []).filter { !needed.contains($0) }.compactMap(AccessOffer.ownName)
        for name in gone { try secrets.put(nil, named: name) }
        return !gone.isEmpty
    }

    /// Returns the secrets of all sources and accounts.
    func neededSecrets() throws -> Set<SourceAccess.Secret> {
        let library = try file.read()
        let accesses = library.sources.map(\.access) + library.accounts.map(\.access)
        return Set(accesses.flatMap { $0?.secrets ?? [] })
    }

    /// Follows all sources without requesting them. Sources already followed only gain topics.
    ///
    /// - Returns: The new sources and topics.
    @concurrent
    package func follow(_ sources: [SourceDescription]) async throws -> LibraryAdditions {
        var former = Library()
        let (library, _) = try await run {
            try file.update { library in
                former = library
                library.add(sources)
            }
        }
        return LibraryAdditions(to: library, since: former)
    }

    @concurrent
    package func remove(_ additions: LibraryAdditions) async throws {
        try await run { try file.update(keepsTopicNumbers: false) { $0.remove(additions) } }
    }

    @concurrent
    @discardableResult
    package func remove(_ id: SupplierID) async throws -> RemovedSource? {
        var former = Library()
        var removed: RemovedSource?
        let suppliers = await engine.snapshot.suppliers
        let (library, _) = try await run {
            try file.update { library in
                former = library
                removed = library.remove(id)
            }
        }
        removed?.warnings = library.withCurrentNames(of: suppliers)
            .warnings(afterRemovalFrom: former.withCurrentNames(of: suppliers))
        return removed
    }

    /// Changes a source in the file, and returns it. Secrets of a former login that no source needs are deleted. Throws a
    /// ``CommandFailure`` if it is not followed.
    @concurrent
    package func change(
        _ id: SupplierID, _ change: @escaping @Sendable (inout SourceDescription) -> Void
    ) async throws -> SourceDescription {
        let (former, source) = try await apply(change, to: id)
        if source.access != former.access { _ = try removeSecrets(of: former) }
        return source
    }

    /// Changes a source in the file, and returns it as it was and as it is.
    private func apply(
        _ change: @escaping @Sendable (inout SourceDescription) -> Void, to id: SupplierID
    ) async throws -> (former: SourceDescription, present: SourceDescription) {
        var found: SourceDescription?
        let (library, _) = try await run {
            let library = try file.update { library in
                found = library.source(id)
                guard var source = found else { return }
                change(&source)
                library.put(source)
            }
            guard let source = library.source(id) else { throw sourceNotFound(id) }
            try resumeAfterCrashes(source)
            return library
        }
        guard let former = found, let source = library.source(id) else { throw sourceNotFound(id) }
        return (former, source)
    }

    @concurrent
    package func change(_ former: SourceDescription, to changed: SourceDescription) async throws {
        _ = try await change(changed.id) { $0 = $0.applying(changesFrom: former, to: changed) }
    }

    @concurrent
    package func move(_ id: SupplierID, to text: String) async throws -> SourceDescription {
        guard let known = try file.read().source(id) else { throw sourceNotFound(id) }
        let (plain, offer) = AccessOffer.taking(outOf: text)
        let access = offer?.access ?? known.access
        let address = try await withSecrets(of: offer) {
            let found = try await self.address(plain, of: known, with: access)
            try saveSecrets(offer?.secrets ?? [:])
            return found
        }
        // Undo brings the former login back, so its secrets stay.
        return try await apply(
            { [given = offer?.access] source in
                source.address = address
                // Otherwise the access stays as it is by now: the user may have logged in meanwhile.
                if let given { source.access = given }
            }, to: id
        )
        .present
    }

    /// Returns the address of a followed source that `text` leads to. Throws if it does not answer, or another source has it.
    ///
    /// - Parameter isChecked: False to take it without a request.
    package func address(
        _ text: String, of known: SourceDescription, with access: SourceAccess?, isChecked: Bool = true
    ) async throws -> String {
        let plain = try SourceCatalog.standard.source(at: text)
        // The text as typed: without a scheme, http is tried after https.
        let address = isChecked ? try await factory.probe(text, with: access).source.address : plain.address
        let place = SourceAddress.canonical(address)
        let other = try file.read().sources
            .first { $0.id != known.id && SourceAddress.canonical($0.address) == place }
        if let other { throw CommandFailure(await alreadyFollowed(other)) }
        // The new address has just answered, whatever limit the old one had.
        if isChecked { backoffOverrides.recordAnswer(of: known.id, at: factory.time.now()) }
        return address
    }

    @concurrent
    package func logIn(to id: SupplierID, user: String, password: String) async throws {
        guard let known = try file.read().source(id) else { throw sourceNotFound(id) }
        var offer = AccessOffer(forSourceAt: known.address)
        offer.access = known.access ?? SourceAccess()
        offer.access.authentication = .password(user: user, offer.addSecret(password, as: user))
        try await withSecrets(of: offer) { [offer] in
            _ = try await factory.probe(known.address, with: offer.access)
            try saveSecrets(offer.secrets)
        }
        _ = try await change(id) { [access = offer.access] in $0.access = access }
    }

    /// Resumes a source that has crashed the program, unless the user has paused it.
    private func resumeAfterCrashes(_ source: SourceDescription) throws {
        if !source.isPaused { try fetchGuard.retry(source.id) }
    }

    private func sourceNotFound(_ id: SupplierID) -> CommandFailure {
        CommandFailure(Message("sourceNotFound", ["name": .text(id.rawValue), "file": .text(file.path)]))
    }

    @concurrent
    package func restore(_ removed: RemovedSource) async throws {
        try resumeAfterCrashes(removed.source)
        try await run { try file.update(keepsTopicNumbers: false) { $0.restore(removed) } }
    }

    @concurrent
    package func arrange(_ order: [SupplierID]) async throws {
        try await run { try file.update { $0.arrange(order) } }
    }

    /// Changes the library, and runs it.
    @concurrent
    package func change(_ change: @escaping @Sendable (inout Library) -> Void) async throws {
        try await run { try file.update(change) }
    }

    /// Reads the library again and applies its sources, topics and rules. If that throws, what runs stays.
    ///
    /// - Returns: True if the sources changed.
    @concurrent
    func reread() async throws -> Bool {
        try await run { try readLibrary() }.hasOtherSources
    }

    /// Runs exactly the sources, topics and rules of the library that `step` reads or writes. One after another: a library that
    /// was read or written earlier would replace a later one.
    ///
    /// - Returns: The library, and true if the sources changed.
    @discardableResult
    private func run(
        _ step: () throws -> Library
    ) async throws -> (library: Library, hasOtherSources: Bool) {
        try await indexer.inLibraryTurn {
            let library = try step()
            return (library, try await runInTurn(library))
        }
    }

    private func runInTurn(_ library: Library) async throws -> Bool {
        let library = library.paused(by: fetchGuard)
        try await indexer.change(to: library)
        let sources = library.sources
        let accounts = factory.dependencies.accounts
        let hasNewAccounts = accounts.accounts != library.accounts
        accounts.replace(by: library.accounts)
        try await accounts.restore()
        let former = active.exchange(for: sources)
        guard former != sources || hasNewAccounts else { return false }
        for id in Set(former.map(\.id)).subtracting(sources.map(\.id)) {
            controlUnit.remove(id.rawValue)
            accounts.removeSupplier(id)
        }
        // Suppliers hold the account that they were made with. Places in the library do not matter: the timeline is ordered
        // by time.
        let kept = Set(hasNewAccounts ? former.filter { !$0.isOfAccountKind } : former)
        for source in sources where !kept.contains(source) { controlUnit.add(source, from: factory) }
        await engine.suppliersChanged(answered: backoffOverrides.times(at: factory.time.now()))
        return true
    }
}

extension SourceDescription {
    /// True if accounts can read sources of this kind.
    fileprivate var isOfAccountKind: Bool {
        guard let kind = SourceCatalog.standard.kind(of: address) else { return false }
        return AccountCatalog.standard[AccountKind(kind.rawValue)] != nil
    }
}
