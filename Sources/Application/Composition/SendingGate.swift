import EngineConcepts
import Synchronization

/// Keeps an engine from beginning to send actions, so that a command can end when none is on its way.
final class SendingGate: Sendable {
    private let isClosed = Mutex(false)

    /// The obstacle to sending, or `nil` before ``close()``.
    var obstacle: Message? { isClosed.withLock { $0 } ? Message("outboxAdvice") : nil }

    /// Lets no further action begin.
    func close() {
        isClosed.withLock { $0 = true }
    }
}
