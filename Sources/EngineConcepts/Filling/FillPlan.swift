/// What a fill is to do, and what was known when it began.
public struct FillPlan: Sendable {
    /// What is filled.
    public enum Target: Hashable, Sendable {
        /// What is newer than the Track: every supplier is asked.
        case refresh
        /// A gap.
        case gap(Gap.Kind)
    }

    /// Which fill.
    public let fill: FillID
    /// What is filled.
    public let target: Target
    /// Whether somebody asks for this gap, and not only for what is new: then everybody is worth another try.
    public let isExplicit: Bool
    /// Why a refresh asks.
    public let occasion: RefreshOccasion
    /// Where tickets are wanted. Its newer bound is a whole second; nil where a refresh follows another one within the
    /// second.
    public let timeframe: Timeframe?
    /// From which bound.
    public let side: GapSide
    /// What the reader who asked sees of the Track.
    public let view: TrackView
    /// What decides about the labels of new tickets; nil where nothing does.
    public let classifier: (any TicketClassifier)?
    /// At least this many tickets are wanted; `Int.max` for all of the timeframe.
    public let minimum: Int
    /// With more than this, nobody is asked any more.
    public let maximum: Int
    /// What the developer allows.
    public let limits: PoolLimits
    /// The Track as it was.
    public let record: TrackRecord
    /// When the fill began.
    public let began: Timestamp

    /// Orders a fill.
    ///
    /// - Parameter isExplicit: Whether somebody asks for a gap; nil where that is so exactly where the target is one.
    public init(
        fill: FillID, target: Target, isExplicit: Bool? = nil, occasion: RefreshOccasion = .wanted,
        timeframe: Timeframe?,
        side: GapSide = .newer, amount: FillAmount = .pool,
        view: TrackView = .all, classifier: (any TicketClassifier)? = nil, limits: PoolLimits = PoolLimits(),
        record: TrackRecord, began: Timestamp
    ) {
        self.fill = fill
        self.target = target
        self.isExplicit = isExplicit ?? (target != .refresh)
        self.occasion = occasion
        self.side = side
        self.view = view
        self.classifier = classifier
        self.limits = limits
        self.record = record
        self.began = began
        switch amount {
        case .pool:
            (minimum, maximum) = (limits.minimum, limits.maximum)
            self.timeframe = timeframe
        case .count(let count):
            (minimum, maximum) = (count, max(count, limits.maximum))
            self.timeframe = timeframe
        case .all:
            (minimum, maximum) = (.max, .max)
            self.timeframe = timeframe
        case .until(let time):
            (minimum, maximum) = (.max, .max)
            self.timeframe = timeframe.flatMap { whole in
                switch side {
                case .newer: Timeframe(from: whole.start, downTo: max(whole.end, time.flooredToSecond))
                case .older: Timeframe(from: min(whole.start, time.ceiledToSecond), downTo: whole.end)
                }
            }
        }
    }

    /// Where the minimum and the maximum are counted: in what the reader who asked sees. Nobody has marked what nobody has
    /// seen, so of those who look at marked tickets only it is counted what they would see without that.
    public var counted: TrackView {
        var view = view
        view.starredOnly = false
        view.laterOnly = false
        return view
    }

    /// How many pages of one supplier may be read.
    public var pages: Int {
        maximum == .max ? .max : limits.pages
    }

    /// Whether the Track is longer by what the fill brings: not so where it only completes what is shown already.
    public var extendsTrack: Bool {
        target != .gap(.partial)
    }

    /// Whether the fill is any of this supplier's business. Where the Track does not become longer, only those have to
    /// be asked whose tickets the reader sees.
    public func concerns(_ supplier: SupplierID) -> Bool {
        record.active.contains(supplier) && (extendsTrack || seenSuppliers.contains(supplier))
    }

    /// The active suppliers whose tickets the reader sees.
    public var seenSuppliers: Set<SupplierID> {
        view.suppliers.map { record.active.intersection($0) } ?? record.active
    }

    /// The most items to ask a supplier for at once: what its source allows, but not much more than is wanted.
    public func pageSize(of traits: SupplierTraits) -> Int {
        min(traits.maximumPage, max(maximum, limits.maximum))
    }

    /// Whether a supplier is better left in peace by this fill: it asked for that, is gone for good, or has failed so often
    /// that only an explicit fill of its gap, or time, makes it worth another try. What was noted by a clock that was ahead is
    /// not believed: a failure that lies ahead, or patience for longer than a source is ever granted.
    public func leavesInPeace(_ supplier: SupplierID) -> Bool {
        let ledger = ledger(of: supplier)
        if ledger.wishedPeace?.holds(at: began) ?? false { return true }
        guard !isExplicit else { return false }
        if occasion == .routine, isAhead(ledger.budget.routineAt, byAtMost: Self.longestRest) { return true }
        if case .failed(let error, _) = ledger.condition, error.code == .gone { return true }
        return limits.enforcedPeace(of: supplier, ledger)?.holds(at: began) ?? false
    }

    /// A source may say that it has news once a week; longer than this, routine does not believe it.
    private static let longestRest = Duration.seconds(31 * 86_400)

    private func isAhead(_ time: Timestamp?, byAtMost limit: Duration) -> Bool {
        time.map { began < $0 && $0 <= began.advanced(by: limit) } ?? false
    }

    /// What is known of an active supplier.
    public func ledger(of supplier: SupplierID) -> SupplierState {
        record.ledgers[supplier] ?? SupplierState()
    }
}

extension FetchRequest {
    /// The bound of coverage that the answer's claims must touch to be of use.
    public var edge: Timestamp {
        switch origin {
        case .newest: now.flooredToSecond
        case .token(_, let edge), .anchor(_, let edge): edge
        case .time(let time): side == .older ? time.ceiledToSecond : time.flooredToSecond
        }
    }
}
