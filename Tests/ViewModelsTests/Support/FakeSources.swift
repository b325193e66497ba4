import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import ViewModelTestSupport

@testable import ViewModels

/// A list of sources in memory.
final class FakeSources: SourceManaging {
    private let list = List()

    nonisolated let fixedReason: Message?
    nonisolated var listPath: String? { nil }

    init(fixedReason: Message? = nil) { self.fixedReason = fixedReason }

    nonisolated func sources() async throws -> [SourceDescription] { try await list.read() }
    nonisolated func runningSources() async -> [SourceDescription] { await list.all }
    /// Makes the list unreadable and unchangeable from now on, or not any more.
    nonisolated func fail(with error: ConfigurationError?) async { await list.fail(with: error) }
    nonisolated func add(_ address: String) async throws -> SourceDescription {
        if address == "https://several.example" {
            throw SeveralSources(
                address: address,
                choices: [
                    .init(address: "https://several.example/news", title: "News"),
                    .init(address: "https://elsewhere.example/notes", title: "Notes"),
                ])
        }
        guard address.contains("://") else { throw SupplierError(.unsupported, "\(address) is no address.") }
        let source = SourceDescription(id: SupplierID("feed:\(address)"), address: address, name: "New")
        guard await !list.all.contains(where: { $0.id == source.id }) else {
            throw SupplierError(.unsupported, "\(address) is already a source.")
        }
        await list.put(source)
        return source
    }
    nonisolated func follow(listAt path: String) async throws -> ListOutcome {
        switch path {
        case "~/feeds.opml":
            let former = Library(sources: await list.all)
            for name in ["one", "two"] {
                await list.put(SourceDescription(id: SupplierID("feed:\(name)"), address: "https://\(name).example"))
            }
            return ListOutcome(
                LibraryAdditions(to: Library(sources: await list.all), since: former), skipped: 2,
                warnings: ["Line 3: exec:ls runs a command.", "Line 4: x is no address."])
        case "~/topics.opml":
            let former = Library(sources: await list.all)
            for var source in former.sources {
                source.topics.append("Racing")
                await list.put(source)
            }
            return ListOutcome(LibraryAdditions(to: Library(sources: await list.all), since: former))
        case "~/known.opml": return ListOutcome(added: [])
        default: throw SupplierError(.unsupported, "\(path) is no list.")
        }
    }
    nonisolated func remove(_ id: SupplierID) async throws -> RemovedSource? { await list.remove(id) }
    nonisolated func remove(_ additions: LibraryAdditions) async throws { await list.remove(additions) }
    /// Warns of these uses of the sources that are removed from now on.
    nonisolated func setWarnings(onRemoval warnings: [Message]) async { await list.setWarnings(warnings) }
    nonisolated func restore(_ removed: RemovedSource) async throws { await list.restore(removed) }
    nonisolated func change(_ former: SourceDescription, to changed: SourceDescription) async throws {
        guard let present = try await list.read().first(where: { $0.id == changed.id }) else {
            throw SupplierError(.unsupported, "There is no \(changed.id).")
        }
        await list.put(present.applying(changesFrom: former, to: changed))
    }
    /// Lists a source, or replaces its description.
    nonisolated func put(_ source: SourceDescription) async throws {
        _ = try await list.read()
        await list.put(source)
    }
    nonisolated func move(_ id: SupplierID, to address: String) async throws -> SourceDescription {
        guard address.contains("://") else { throw SupplierError(.unsupported, "\(address) is no address.") }
        guard var source = await list.all.first(where: { $0.id == id }) else {
            throw SupplierError(.unsupported, "There is no \(id).")
        }
        source.address = address
        await list.put(source)
        return source
    }
    nonisolated func logIn(to id: SupplierID, user: String, password: String) async throws {
        guard password == "secret" else { throw SupplierError(.notAuthorised, "Wrong password.") }
        await list.add(login: "\(id) \(user)")
    }
    /// The sources and names of the logins so far.
    var logins: [String] { get async { await list.logins } }
    nonisolated func arrange(_ order: [SupplierID]) async throws { await list.arrange(order) }

    private actor List {
        var all: [SourceDescription] = []
        var logins: [String] = []
        private var warnings: [Message] = []
        private var failure: ConfigurationError?
        func fail(with failure: ConfigurationError?) { self.failure = failure }
        func read() throws -> [SourceDescription] {
            if let failure { throw failure }
            return all
        }
        func add(login: String) { logins.append(login) }
        func put(_ source: SourceDescription) {
            if let index = all.firstIndex(where: { $0.id == source.id }) {
                all[index] = source
            } else {
                all.append(source)
            }
        }
        func setWarnings(_ warnings: [Message]) { self.warnings = warnings }
        func remove(_ id: SupplierID) -> RemovedSource? {
            var library = Library(sources: all)
            defer { all = library.sources }
            var removed = library.remove(id)
            removed?.warnings = warnings
            return removed
        }
        func remove(_ additions: LibraryAdditions) {
            var library = Library(sources: all)
            library.remove(additions)
            all = library.sources
        }
        func restore(_ removed: RemovedSource) {
            var library = Library(sources: all)
            library.restore(removed)
            all = library.sources
        }
        func arrange(_ order: [SupplierID]) {
            var library = Library(sources: all)
            library.arrange(order)
            all = library.sources
        }
    }
}
