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

    /// The stage of a fill that has not ended.
    enum Stage: Hashable, Sendable {
        case waiting
        case running
        /// It was cancelled while it runs.
        case cancelling
        /// Another process does it. The task waits for that; it is `nil` until it has begun.
        case forwarded(Task<Void, Never>?)
    }

    let id: FillID
    var kind: Kind
    var stage = Stage.waiting
    /// The number of calls that asked for it.
    var requesters = 1

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
