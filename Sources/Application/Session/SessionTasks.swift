package import ViewModels

/// The tasks of a session. They are cancelled when the session ends, and an error that ends one of them is shown.
@MainActor
package final class SessionTasks {
    private let messages: MessageCenter
    private var tasks: [Task<Void, Never>] = []
    private var isCancelled = false

    package init(reportingTo messages: MessageCenter) { self.messages = messages }

    /// Starts a task, unless the session has ended.
    package func add(_ work: @escaping @MainActor () async throws -> Void) {
        guard !isCancelled else { return }
        let task = Task { [messages] in
            do {
                try await work()
            } catch is CancellationError {
                return
            } catch {
                messages.failure(error)
            }
        }
        tasks.append(task)
    }

    /// Cancels all tasks; later ones are not started.
    package func cancel() {
        isCancelled = true
        for task in tasks { task.cancel() }
    }
}
