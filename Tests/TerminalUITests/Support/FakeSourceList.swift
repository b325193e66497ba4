import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import ViewModelTestSupport
import ViewModels

/// Lists the sources of a Track, and keeps no change.
final class FakeSourceList: SourceManaging {
    nonisolated let fixedReason: Message?
    nonisolated var listPath: String? { nil }
    nonisolated private let track: FakeTrack

    init(of track: FakeTrack, fixedReason: Message?) {
        self.track = track
        self.fixedReason = fixedReason
    }

    nonisolated func sources() async throws -> [SourceDescription] { await runningSources() }
    nonisolated func runningSources() async -> [SourceDescription] {
        await track.snapshot.suppliers.map { SourceDescription(id: $0.id, address: $0.id.rawValue, name: $0.name) }
    }
    nonisolated func add(_ address: String) async throws -> SourceDescription {
        guard address != "several" else {
            throw SeveralSources(
                address: address,
                choices: [
                    .init(address: "https://a.example/feed", title: "A title longer than anybody needs to know it"),
                    .init(address: "https://b.example/feed", title: "https://b.example/feed"),
                ])
        }
        guard address != "nowhere" else { throw SupplierError(.unsupported, "nowhere is no address.") }
        return SourceDescription(id: "feed:new", address: address, name: "New")
    }
    nonisolated func follow(listAt path: String) async throws -> ListOutcome {
        guard path.hasSuffix(".opml") else { throw SupplierError(.unsupported, "\(path) is no list.") }
        return ListOutcome(
            added: ["feed:one", "feed:two"], skipped: 2,
            warnings: ["Line 3: exec:ls runs a command.", "Line 4: x is no address."])
    }
    nonisolated func remove(_ id: SupplierID) async throws -> RemovedSource? { nil }
    nonisolated func remove(_ additions: LibraryAdditions) async throws {}
    nonisolated func restore(_ removed: RemovedSource) async throws {}
    nonisolated func change(_ former: SourceDescription, to changed: SourceDescription) async throws {}
    nonisolated func move(_ id: SupplierID, to address: String) async throws -> SourceDescription {
        SourceDescription(id: id, address: address)
    }
    nonisolated func logIn(to id: SupplierID, user: String, password: String) async throws {}
    nonisolated func arrange(_ order: [SupplierID]) async throws {}
}
