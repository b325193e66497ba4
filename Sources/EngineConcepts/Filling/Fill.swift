/// The bound from which a gap is filled.
public enum GapBound: String, Hashable, Sendable, Codable {
    /// From the newer bound downwards.
    case newer
    /// From the older bound upwards.
    case older
}

/// How much of a gap to fill.
public enum FillAmount: Hashable, Sendable, Codable {
    /// As much as one Pool holds.
    case pool
    /// At least this many tickets, if there are as many.
    case count(Int)
    /// Down or up to this time.
    case until(Timestamp)
    /// The whole gap.
    case all
}

/// The state of a fill.
public enum FillState: Hashable, Sendable {
    /// Waiting for earlier fills.
    case queued
    /// Requesting pages.
    case filling
    /// Cancelled, but still stopping.
    case cancelling
    /// Ended normally.
    case done(FillOutcome)
    /// Ended without a commit.
    case failed(Message)
    /// Ended by cancellation.
    case cancelled

    /// The state's name, without the outcome.
    public var name: String {
        switch self {
        case .queued: "queued"
        case .filling: "filling"
        case .cancelling: "cancelling"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// True if the fill has ended.
    public var isFinal: Bool {
        switch self {
        case .queued, .filling, .cancelling: false
        case .done, .failed, .cancelled: true
        }
    }
}

/// The result of a fill.
public struct FillOutcome: Hashable, Sendable {
    /// The number of new tickets.
    public var inserted: Int
    /// The new tickets that arrived late, in a range that the Track already showed.
    public var late: Int
    /// The number of tickets that were stored before and became visible.
    public var revealed: Int
    /// The number of tickets with changed content, not counting changed counts.
    public var updated: Int
    /// The number of tickets deleted at their source.
    public var deleted: Int
    /// The number of items that sources filtered out.
    public var filtered: Int
    /// The suppliers that did not answer normally, with the cause.
    public var problems: [SupplierID: GapCause]

    public init(
        inserted: Int = 0, late: Int = 0, revealed: Int = 0, updated: Int = 0, deleted: Int = 0, filtered: Int = 0,
        problems: [SupplierID: GapCause] = [:]
    ) {
        self.inserted = inserted
        self.late = late
        self.revealed = revealed
        self.updated = updated
        self.deleted = deleted
        self.filtered = filtered
        self.problems = problems
    }

    /// Adds the counts and problems of another commit.
    public mutating func add(_ other: FillOutcome) {
        inserted += other.inserted
        late += other.late
        revealed += other.revealed
        updated += other.updated
        deleted += other.deleted
        filtered += other.filtered
        problems.merge(other.problems) { $1 }
    }
}

/// The progress of a fill.
public struct FillProgress: Hashable, Sendable {
    /// The number of suppliers that have answered or failed.
    public var answered: Int
    /// The number of suppliers asked.
    public var asked: Int
    /// The supplier that answered or failed last.
    public var latest: SupplierID?
    /// The result of that supplier's request.
    public var outcome: Outcome?

    /// The result of a supplier's request.
    public enum Outcome: Hashable, Sendable {
        /// It answered with this many items not seen before.
        case answered(fresh: Int)
        case failed(SupplierError)
        /// The fill no longer waits for it. It may still answer.
        case slow
        /// It was not asked because of a backoff.
        case skipped
    }

    public init(answered: Int, asked: Int, latest: SupplierID? = nil, outcome: Outcome? = nil) {
        self.answered = answered
        self.asked = asked
        self.latest = latest
        self.outcome = outcome
    }
}
