import EngineConcepts

/// Plans fills from the state of the Track at their beginning.
struct FillPlanner {
    let trackState: TrackState
    /// Assigns labels to new tickets; `nil` if tickets get no labels.
    let classifier: (any TicketClassifier)?
    let limits: FillLimits
    let now: Timestamp
    /// The reasons that the fill tries again, or `nil` if it tries none.
    let retry: GapRetry?

    private var record: TrackRecord { trackState.record }
    private var second: Timestamp { now.flooredToSecond }

    /// Returns the plan for a job, or `nil` if its gap is already filled.
    func plan(for job: FillJob) -> FillPlan? {
        switch job.kind {
        case .refresh(let scope): refresh(job.id, scope, amount: .pool, isExplicit: scope.suppliers != nil)
        case .gap(let task): plan(for: task, as: job.id)
        }
    }

    private func plan(for task: FillJob.GapTask, as fill: FillID) -> FillPlan? {
        let (id, view) = (task.gap, task.view)
        // Before anything is visible, the only gap is filled by a refresh.
        guard let top = record.visibleRanges.newest else {
            return refresh(fill, FillScope(), amount: task.amount, isExplicit: true)
        }
        let kind: Gap.Kind
        let timeframe: Timeframe?
        var suppliers: Set<SupplierID>?
        if id.timeframe == .always {
            // The gap of suppliers that have loaded nothing; see ``GapSelection/unloaded``. The view names them.
            kind = .partial
            timeframe = .everythingBefore(max(second, top))
        } else {
            guard let gap = gap(id, in: view), let part = part(of: gap, in: id) else { return nil }
            kind = gap.kind
            timeframe = part
            // Above the visible ranges other suppliers were not asked yet. The next refresh asks them.
            if part.end >= top { suppliers = Set(gap.missing.map(\.supplier)) }
        }
        return FillPlan(
            fill: fill, target: .gap(kind), isExplicit: true, scope: FillScope(of: suppliers), timeframe: timeframe,
            // An endless gap cannot be filled from its older bound.
            side: timeframe?.isEndless ?? true ? .newer : task.side,
            amount: task.amount, view: view, classifier: classifier, limits: limits, record: record, startedAt: now,
            retry: retry)
    }

    private func refresh(_ fill: FillID, _ scope: FillScope, amount: FillAmount, isExplicit: Bool) -> FillPlan {
        let top = record.visibleRanges.newest
        return FillPlan(
            fill: fill, target: .refresh, isExplicit: isExplicit, scope: scope,
            timeframe: Timeframe(from: max(second, top ?? second), downTo: top ?? .beginningOfTime), amount: amount,
            limits: limits, record: record, startedAt: now, retry: retry)
    }

    /// Returns the gap with this identity, or else the newest one that has a part of it.
    private func gap(_ id: GapID, in view: TrackView) -> Gap? {
        let gaps = view.onlySupplier.flatMap(record.gaps(ofOnly:)) ?? trackState.gaps
        return gaps.first { $0.id == id } ?? gaps.first { $0.timeframe.intersection(id.timeframe) != nil }
    }

    /// Returns the part of `gap` to fill. The bound of a stream's connection is the end of the present second; a page must
    /// not claim what is to come.
    private func part(of gap: Gap, in id: GapID) -> Timeframe? {
        guard let sought = gap.timeframe.intersection(id.timeframe) else { return nil }
        let isAhead = sought.start > now && sought.start <= second.advanced(by: .seconds(1))
        return isAhead ? Timeframe(from: second, downTo: sought.end) : sought
    }
}
