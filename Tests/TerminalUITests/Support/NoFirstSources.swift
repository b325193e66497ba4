import EngineConcepts
import EngineTestSupport
import ViewModelTestSupport
import ViewModels

/// Refuses to follow anything.
struct NoFirstSources: FirstSourceAdding {
    func follow(_ address: String) async throws -> SourceDescription {
        throw SupplierError(.unreachable, "There is nothing at \(address).")
    }
    func follow(listAt path: String) async throws -> ListOutcome { ListOutcome(added: ["feed:new"]) }
}
