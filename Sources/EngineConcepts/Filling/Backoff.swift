/// That a supplier is left in peace by refreshes: until when, and why.
public struct Backoff: Hashable, Sendable {
    /// Why it is left in peace.
    public enum Reason: Hashable, Sendable {
        /// Its source asked for that.
        case wished
        /// It has failed too often in a row. Who asks for its gap, or restarts the suppliers, has it asked at once.
        case failing
    }

    /// Why.
    public let reason: Reason
    /// From then on it is asked again.
    public let until: Timestamp
    /// Before this, it was noted by a clock that was ahead, and is not believed.
    private let since: Timestamp

    fileprivate init(_ reason: Reason, from since: Timestamp, until: Timestamp) {
        self.reason = reason
        self.until = until
        self.since = since
    }

    /// Whether it is left in peace at `now`.
    public func holds(at now: Timestamp) -> Bool {
        since <= now && now < until
    }
}

extension SupplierState {
    /// The patience that its source has asked for, whatever has come of that since; nil where it never did.
    public var wishedPeace: Backoff? {
        budget.retryAt.map { Backoff(.wished, from: $0.advanced(by: .zero - Self.greatestPatience), until: $0) }
    }
}

extension PoolLimits {
    /// The peace that a supplier is left in because it keeps failing; nil where it does not. One that is gone for good is
    /// not asked at all.
    public func enforcedPeace(of supplier: SupplierID, _ ledger: SupplierState) -> Backoff? {
        guard case .failed(let error, let failed) = ledger.condition, error.code != .gone,
            let pause = pause(after: ledger.failures, of: supplier, at: failed)
        else { return nil }
        return Backoff(.failing, from: failed, until: failed.advanced(by: pause))
    }
}
