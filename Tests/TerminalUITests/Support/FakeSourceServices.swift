import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import ViewModels

/// Refuses to follow anything.
struct NoOnboardingService: FirstSourceAdding {
    func follow(_ address: String) async throws -> SourceDescription {
        throw SupplierError(.unreachable, "There is nothing at \(address).")
    }
    func follow(listAt path: String) async throws -> ListOutcome { ListOutcome(count: 1) }
}

final class NoSources: SourceManaging {
    nonisolated let fixedReason: Message?

    init(fixedReason: Message? = nil) {
        self.fixedReason = fixedReason
    }

    nonisolated func sources() async throws -> [SourceDescription] { [] }
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
    nonisolated func remove(_ id: SupplierID) async throws -> RemovedSource? { nil }
    nonisolated func restore(_ removed: RemovedSource) async throws {}
    nonisolated func put(_ source: SourceDescription) async throws {}
    nonisolated func move(_ id: SupplierID, to address: String) async throws -> SourceDescription {
        SourceDescription(id: id, address: address)
    }
    nonisolated func logIn(to id: SupplierID, user: String, password: String) async throws {}
    nonisolated func arrange(_ order: [SupplierID]) async throws {}
}
