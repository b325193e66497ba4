import EngineConcepts
import FiberConfiguration
import ViewModels

/// Sources that cannot be changed.
struct FixedSources: SourceManaging {
    let list: [SourceDescription]
    /// The reason why they cannot be changed, and what to do instead.
    let reason: Message

    var fixedReason: Message? { reason }
    var listPath: String? { nil }

    func sources() async throws -> [SourceDescription] { list }
    func runningSources() async -> [SourceDescription] { list }
    func add(_ address: String) async throws -> SourceDescription { throw fixed }
    func follow(listAt path: String) async throws -> ListOutcome { throw fixed }
    func remove(_ id: SupplierID) async throws -> RemovedSource? { throw fixed }
    func remove(_ additions: LibraryAdditions) async throws { throw fixed }
    func restore(_ removed: RemovedSource) async throws { throw fixed }
    func change(_ former: SourceDescription, to changed: SourceDescription) async throws { throw fixed }
    func move(_ id: SupplierID, to address: String) async throws -> SourceDescription { throw fixed }
    func logIn(to id: SupplierID, user: String, password: String) async throws { throw fixed }
    func arrange(_ order: [SupplierID]) async throws { throw fixed }

    private var fixed: SupplierError { SupplierError(.unsupported, reason) }
}
