import EngineConcepts
import EngineStandard
import ViewModels

/// Counts what the servers of accounts filter out.
struct ServerFilters: SourceFilterCounting {
    let controlUnit: ModularControlUnit

    func filteredAtSource() async -> [SupplierID: [String: Int]] { controlUnit.filteredAtSource }
}
