package import EngineConcepts
package import EngineStandard
import ViewModels

/// Counts what the servers of accounts filter out.
package struct ServerFilters: SourceFilterCounting {
    let controlUnit: ModularControlUnit

    package init(controlUnit: ModularControlUnit) {
        self.controlUnit = controlUnit
    }

    package func filteredAtSource() async -> [SupplierID: [String: Int]] { controlUnit.filteredAtSource }
}
