public import EngineConcepts
import FiberConfiguration
public import ViewModels

nonisolated extension ListOutcome {
    /// Makes the outcome of a list with new sources of these ids.
    public init(added ids: [SupplierID], skipped: Int = 0, warnings: [Message] = []) {
        let library = Library(sources: ids.map { SourceDescription(id: $0, address: $0.rawValue) })
        self.init(LibraryAdditions(to: library, since: Library()), skipped: skipped, warnings: warnings)
    }
}
