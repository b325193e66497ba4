import EngineConcepts
import FiberConfiguration

extension AppContext {
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
