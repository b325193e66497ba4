import EngineConcepts

/// A queued fill.
struct FillJob: Sendable {
    enum Kind: Sendable {
        case refresh(FillScope)
        case gap(GapTask)

        /// Returns true if both refresh the same suppliers.
        func isSameRefresh(as other: Kind) -> Bool {
            guard case .refresh(let scope) = self, case .refresh(let otherScope) = other else { return false }
            return scope.hasSameSuppliers(as: otherScope)
        }

        /// Returns true if this refresh asks all that the other one asks, which is of the same suppliers.
        func isMoreUrgent(than other: Kind) -> Bool {
            guard case .refresh(let scope) = self, case .refresh(let otherScope) = other else { return false }
            return scope.occasion == .manual || otherScope.occasion == .routine
        }
    }

    /// The part of a gap to fill.
    struct GapTask: Sendable {
        let gap: GapID
        var side = GapSide.newer
        var amount = FillAmount.pool
        var view = TrackView.all
        /// True to ask suppliers too that could not deliver the gap.
        var isRetry = false
    }

    let id: FillID
    var kind: Kind
    /// The number of calls that asked for it.
    var requesters = 1
    /// True if it was cancelled while it runs.
    var isCancelling = false
    /// Waits for the process that does it, or `nil` if that is this one.
    var forwarding: Task<Void, Never>?

    /// Takes back one call. Returns the number of those that are left.
    mutating func removeRequester() -> Int {
        requesters -= 1
        return requesters
    }

    var gap: GapID? {
        switch kind {
        case .refresh: nil
        case .gap(let task): task.gap
        }
    }

    /// The gap about which it asks suppliers too that could not deliver it, or `nil` if there is none.
    var retriedGap: GapID? {
        if case .gap(let task) = kind, task.isRetry { task.gap } else { nil }
    }
}
