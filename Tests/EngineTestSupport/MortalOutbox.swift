public import EngineConcepts
import Synchronization

/// An outbox that can be cut off from what it keeps: as a full disk does for a while, and a kill for ever.
public final class MortalOutbox: Outbox {
    private let kept: any Outbox
    private let isCut = Mutex(false)

    /// An outbox over the one that keeps.
    public init(over kept: any Outbox) {
        self.kept = kept
    }

    /// Nothing is read or written from now on.
    public func cut() {
        isCut.withLock { $0 = true }
    }

    /// All goes on as before.
    public func mend() {
        isCut.withLock { $0 = false }
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
        if isCut.withLock({ $0 }) { throw SupplierError(.refused, "The outbox is cut off.") }
    }
}
