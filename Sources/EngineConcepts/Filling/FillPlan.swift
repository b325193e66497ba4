/// The task of a fill, with the state at its beginning.
public struct FillPlan: Sendable {
    /// The target of a fill.
    public enum Target: Hashable, Sendable {
        /// The time above the Track. Every supplier is asked.
        case refresh
        case gap(Gap.Kind)
    }

    public let fill: FillID
    public let target: Target
    /// True for the fill of a gap or of certain suppliers, which ignores backoff after failures.
    public let isExplicit: Bool
    /// The suppliers to ask, and the reason.
    public let scope: FillScope
    /// The timeframe to fill, or `nil` for a second refresh within the same second. Its newer bound is a whole
    /// second.
    public let timeframe: Timeframe?
    /// The bound to start from.
    public let side: GapSide
    /// The view of the user who asked.
    public let view: TrackView
    /// Assigns labels to new tickets; `nil` if tickets get no labels.
    public let classifier: (any TicketClassifier)?
    /// The number of tickets wanted; `Int.max` for the whole timeframe.
    public let minimumTickets: Int
    /// The number of tickets above which no supplier is asked again.
    public let maximumTickets: Int
    /// The developer's limits. ``minimumTickets`` and ``maximumTickets`` of the plan take precedence.
    public let limits: FillLimits
    /// The Track's record at the beginning, without the reasons that ``retry`` removes.
    public let record: TrackRecord
    /// The reasons for missing ranges that the fill tries again, or `nil` if it tries none.
    public let retry: GapRetry?
    /// The ranges whose reasons ``retry`` removes, by supplier.
    package let retriedRanges: [SupplierID: TimeframeSet]
    /// The time when the fill started.
    public let startedAt: Timestamp

    public init(
        fill: FillID, target: Target, isExplicit: Bool, scope: FillScope = FillScope(), timeframe: Timeframe?,
        side: GapSide = .newer, amount: FillAmount = .pool,
        view: TrackView = .all, classifier: (any TicketClassifier)? = nil, limits: FillLimits = FillLimits(),
        record: TrackRecord, startedAt: Timestamp, retry: GapRetry? = nil
    ) {
        self.fill = fill
        self.target = target
        self.isExplicit = isExplicit
        self.scope = scope
        self.side = side
        self.view = view
        self.classifier = classifier
        self.limits = limits
        self.record = retry?.reopened(record) ?? record
        self.retry = retry
        retriedRanges = retry?.ranges(in: record) ?? [:]
        self.startedAt = startedAt
        self.timeframe = timeframe.flatMap { amount.part(of: $0, from: side) }
        switch amount {
        case .pool: (minimumTickets, maximumTickets) = (limits.minimumTickets, limits.maximumTickets)
        case .count(let count): (minimumTickets, maximumTickets) = (count, max(count, limits.maximumTickets))
        case .all, .until: (minimumTickets, maximumTickets) = (.max, .max)
        }
    }

    /// The view in which ``minimumTickets`` and ``maximumTickets`` are counted: that of the user who asked, without starred and
    /// read-later selection, because new tickets cannot have these marks yet.
    public var countedView: TrackView {
        var view = view
        view.starredOnly = false
        view.laterOnly = false
        return view
    }

    /// The maximum number of pages to read from one supplier.
    public var maximumPages: Int { maximumTickets == .max ? .max : limits.maximumPages }

    /// True if the fill makes the Track show more ranges. False if it only completes a partial gap, or asks some suppliers
    /// only: the others would lack the time since the last refresh. What is newer than the visible ranges is shown anyway.
    public var extendsTrack: Bool {
        switch target {
        case .gap(let kind): kind == .full
        case .refresh: record.visibleRanges.isEmpty || scope.suppliers.map(record.active.isSubset) ?? true
        }
    }

    /// The timeframe that suppliers are asked for: ``timeframe``, or the present second if that is `nil`.
    public var requestedTimeframe: Timeframe? {
        timeframe ?? Timeframe(from: startedAt.secondAbove, downTo: startedAt.flooredToSecond)
    }

    /// Returns the timeframe whose suppliers take part in filling `target`. A refresh asks every supplier for its newest
    /// items, also one whose oldest item is dated ahead and whose threshold therefore lies above the present.
    public func soughtTimeframe(within target: Timeframe) -> Timeframe {
        guard self.target == .refresh else { return target }
        return Timeframe(from: .endOfTime, downTo: target.end) ?? target
    }

    /// Returns true if the fill involves this supplier. A fill of a partial gap involves only suppliers that the user
    /// sees.
    public func concerns(_ supplier: SupplierID) -> Bool {
        record.active.contains(supplier) && (scope.suppliers?.contains(supplier) ?? true)
            && (target != .gap(.partial) || seenSuppliers.contains(supplier))
    }

    /// The active suppliers whose tickets the user sees.
    public var seenSuppliers: Set<SupplierID> {
        view.suppliers.map { record.active.intersection($0) } ?? record.active
    }

    /// Returns the page size for a supplier: the source's maximum, but not much more than is wanted.
    public func pageSize(of traits: SupplierTraits) -> Int {
        min(traits.maximumPageItems, max(maximumTickets, limits.maximumTickets))
    }

    /// Returns true if this fill skips a supplier, because the source asked for a backoff, is permanently gone, or
    /// has failed too often. An explicit fill ignores the last two. Ignores entries that a clock ahead of time has
    /// written: failures in the future, and backoffs longer than the maximum.
    public func skips(_ supplier: SupplierID) -> Bool {
        let requests = supplierState(of: supplier).requests
        if requests.budget.requestsBackoff(at: startedAt) { return true }
        guard !isExplicit else { return false }
        if scope.occasion != .manual, isAhead(requests.budget.routineAt, byAtMost: Self.maximumRoutineDelay) {
            return true
        }
        if case .failed(let error, _) = requests.condition, error.code == .gone { return true }
        let backoff = limits.failureBackoff(of: supplier, after: requests, in: scope.occasion)
        return backoff?.isActive(at: startedAt) ?? false
    }

    /// The longest interval that routine refreshes accept from a source. Sources may announce news only once a week.
    private static let maximumRoutineDelay = Duration.seconds(31 * 86_400)

    private func isAhead(_ time: Timestamp?, byAtMost limit: Duration) -> Bool {
        time.map { startedAt < $0 && $0 <= startedAt.advanced(by: limit) } ?? false
    }

    /// Returns the state of an active supplier.
    public func supplierState(of supplier: SupplierID) -> SupplierState {
        record.supplierState(of: supplier)
    }
}

extension FillAmount {
    /// Returns the part of a timeframe that a fill from `side` is to load.
    fileprivate func part(of whole: Timeframe, from side: GapSide) -> Timeframe? {
        guard case .until(let time) = self else { return whole }
        return switch side {
        case .newer: Timeframe(from: whole.start, downTo: max(whole.end, time.flooredToSecond))
        case .older: Timeframe(from: min(whole.start, time.ceiledToSecond), downTo: whole.end)
        }
    }
}
