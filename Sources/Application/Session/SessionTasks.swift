package import ViewModels

/// The work that runs beside the screen and ends with the session.
@MainActor
package final class SessionTasks {
    private let messages: MessageCenter
    private var tasks: [Task<Void, Never>] = []
    private var isCancelled = false

    package init(reportingTo messages: MessageCenter) {
        self.messages = messages
    }

    /// Starts `work`, unless the session has ended. An error that ends it is reported on the screen.
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

    package func cancel() {
        isCancelled = true
        for task in tasks { task.cancel() }
    }
}
