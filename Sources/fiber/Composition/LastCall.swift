import EngineConcepts
import Synchronization

/// Keeps an engine from beginning to send actions, so that a command can end when none is on its way.
final class LastCall: Sendable {
    private let hasBegun = Mutex(false)

    /// The obstacle to sending, or `nil` before ``begin()``.
    var obstacle: Message? { hasBegun.withLock { $0 } ? Message("outboxAdvice") : nil }

    func begin() {
        hasBegun.withLock { $0 = true }
    }
}
