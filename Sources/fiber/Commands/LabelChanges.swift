import EngineConcepts
import FiberConfiguration

extension AppContext {
    /// Changes topics and rules. An invalid change fails as a configuration error.
    func update(_ change: @escaping @Sendable (inout Library) -> Void) async throws -> Library {
        do {
            return try await labels.update(change).after
        } catch let error as ConfigurationError {
            throw CommandFailure(error)
        }
    }

    /// Removes topics or rules by name in one change, and reports it.
    func remove(
        _ names: [String], by change: @escaping @Sendable (inout Library, String) -> Void
    ) async throws {
        _ = try await update { library in
            for name in names { change(&library, name) }
        }
        try await finishLabels()
        for name in names { try Console.print(Message("removed", ["name": .text(name)])) }
    }
}
