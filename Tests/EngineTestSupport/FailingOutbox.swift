public import EngineConcepts
import Synchronization

/// An outbox that can be disconnected from its storage: temporarily, like a full disk, or permanently, like a crash.
public final class FailingOutbox: Outbox {
    private let kept: any Outbox
    private let isDisconnected = Mutex(false)

    public init(over kept: any Outbox) {
        self.kept = kept
    }

    /// Makes all reads and writes fail from now on.
    public func disconnect() {
        isDisconnected.withLock { $0 = true }
    }

    /// Makes reads and writes work again.
    public func reconnect() {
        isDisconnected.withLock { $0 = false }
    }

    public func pendingActions() async throws -> [PendingAction] {
        try check()
        return try await kept.pendingActions()
    }

    public func apply(_ changes: [OutboxChange]) async throws {
        try check()
        try await kept.apply(changes)
    }

    private func check() throws {
        if isDisconnected.withLock({ $0 }) { throw SupplierError(.refused, "The outbox is cut off.") }
    }
}
