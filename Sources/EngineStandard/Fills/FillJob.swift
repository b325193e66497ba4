import EngineConcepts

/// A fill that has not ended: its task, its stage and the number of its callers.
struct FillJob: Sendable {
    enum Kind: Sendable {
        case refresh(FillScope)
        case gap(GapTask)

        /// The scope of a refresh, or `nil` for a gap.
        var scope: FillScope? {
            if case .refresh(let scope) = self { scope } else { nil }
        }
    }

    /// The part of a gap to fill.
    struct GapTask: Sendable {
        let gap: GapID
        var side = GapSide.newer
        var amount = FillAmount.pool
        var view = TrackView.all
        /// True to ask also the suppliers that could not deliver the gap.
        var isRetry = false
    }

    /// The stage of a fill that has not ended.
    enum Stage: Hashable, Sendable {
        case queued
        case filling
        /// Cancelled, but still stopping.
        case cancelling
        /// Left to another process. The task waits for it; `nil` before the task has begun.
        case forwarded(Task<Void, Never>?)
    }

    let id: FillID
    var kind: Kind
    var stage = Stage.queued
    /// The number of calls that asked for the fill.
    var requesters = 1

    /// The gap to fill, or `nil` for a refresh.
    var gap: GapID? {
        if case .gap(let task) = kind { task.gap } else { nil }
    }

    /// The gap to fill, or `nil` if this is no retry of one.
    var retriedGap: GapID? {
        if case .gap(let task) = kind, task.isRetry { task.gap } else { nil }
    }

    /// True if another process does the fill.
    var isForwarded: Bool {
        if case .forwarded = stage { true } else { false }
    }
}
