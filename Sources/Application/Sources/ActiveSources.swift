package import EngineConcepts
import Synchronization

/// The sources that the engine runs with.
package final class ActiveSources: Sendable {
    private let sources: Mutex<[SourceDescription]>

    init(_ sources: [SourceDescription]) { self.sources = Mutex(sources) }

    /// All of them, in the user's order.
    var all: [SourceDescription] { sources.withLock { $0 } }

    /// True if there are none.
    var isEmpty: Bool { sources.withLock(\.isEmpty) }

    /// The intervals of the sources that have one.
    package var intervals: [SupplierID: Duration] {
        sources.withLock { $0.reduce(into: [:]) { $0[$1.id] = $1.interval.map { .seconds($0) } } }
    }

    /// Stores the new sources and returns the previous ones.
    func exchange(for new: [SourceDescription]) -> [SourceDescription] {
        sources.withLock { sources in
            defer { sources = new }
            return sources
        }
    }
}
