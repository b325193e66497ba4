import Application
import EngineConcepts
import FiberConfiguration
import Queries

extension AppContext {
    /// Warns of the names of topics and sources in a query that find nothing.
    func warn(about query: Query) {
        query.warnings(on: library.allTopics, sources: library.shownNames).forEach(Console.warn)
    }

    /// Renames a topic or rule in one change, and reports it. Fails if the new name is one of `takenNames`.
    func rename(
        _ name: String, to new: String, takenNames: [String], by change: @escaping @Sendable (inout Library) -> Void
    ) async throws {
        guard new == name || !takenNames.contains(new) else {
            throw CommandFailure(Message("nameTaken", ["0": .text(new)]))
        }
        _ = try await labels.update(change)
        try await finishLabels()
        try Console.print(Message("renamed", ["name": .text(name), "new": .text(new)]))
    }

    /// Removes topics or rules by name in one change, and reports it.
    func remove(
        _ names: [String], saying key: String = "removed",
        by change: @escaping @Sendable (inout Library, String) -> Void
    ) async throws {
        _ = try await labels.update { library in
            for name in names { change(&library, name) }
        }
        try await finishLabels()
        for name in names { try Console.print(Message(key, ["name": .text(name)])) }
    }
}
