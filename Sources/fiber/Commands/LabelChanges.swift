import FiberConfiguration

/// Changes of topics and rules by commands.
extension AppContext {
    /// Changes topics and rules; what a file has against it is a failure of the configuration.
    func update(_ change: @escaping @Sendable (inout Library) -> Void) async throws -> Library {
        do {
            return try await labels.update(change).after
        } catch let error as ConfigurationError {
            throw CommandFailure(error)
        }
    }

    /// Takes out the topics or rules of these names, all in one change, and says so.
    func remove(
        _ kind: String, _ names: [String], by change: @escaping @Sendable (inout Library, String) -> Void
    ) async throws {
        _ = try await update { library in
            for name in names { change(&library, name) }
        }
        try await finishLabels()
        for name in names { try Console.print("Removed the \(kind) \"\(name)\".") }
    }
}
