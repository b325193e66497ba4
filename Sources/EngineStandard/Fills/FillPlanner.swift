import EngineConcepts

/// Plans fills from the state of the Track at their beginning.
struct FillPlanner {
    let trackState: TrackState
    /// Assigns labels to new tickets; `nil` if tickets get no labels.
    let classifier: (any TicketClassifier)?
    let limits: FillLimits
    let now: Timestamp
    /// The reasons for missing ranges that the fill tries again, or `nil` if it is no retry.
    let retry: GapRetry?

    private var record: TrackRecord { trackState.record }
    /// The beginning of the present second.
    private var presentSecond: Timestamp { now.flooredToSecond }

    /// Returns the plan for a job, or `nil` if its gap is already filled.
    func plan(for job: FillJob) -> FillPlan? {
        switch job.kind {
        case .refresh(let scope): refreshPlan(job.id, scope, amount: .pool, isExplicit: scope.suppliers != nil)
        case .gap(let task): gapPlan(job.id, task)
        }
    }

    private func gapPlan(_ fill: FillID, _ task: FillJob.GapTask) -> FillPlan? {
        // Before anything is visible, the only gap is filled by a refresh.
        guard let top = record.visibleRanges.newest else {
            return refreshPlan(fill, FillScope(), amount: task.amount, isExplicit: true)
        }
        guard let target = target(of: task, top: top) else { return nil }
        return FillPlan(
            fill: fill, target: .gap(target.kind), isExplicit: true, scope: FillScope(of: target.suppliers),
            timeframe: target.timeframe,
            // An endless gap cannot be filled from its older bound.
            side: target.timeframe?.isEndless ?? true ? .newer : task.side,
            amount: task.amount, view: task.view, classifier: classifier, limits: limits, record: record,
            startedAt: now, retry: retry)
    }

    /// Returns the kind of a task's gap, the timeframe to fill and the only suppliers to ask (`nil` for all), or `nil` if the
    /// gap is already filled.
    private func target(
        of task: FillJob.GapTask, top: Timestamp
    ) -> (kind: Gap.Kind, timeframe: Timeframe?, suppliers: Set<SupplierID>?)? {
        // The gap of suppliers that have loaded nothing; see ``GapSelection/unloaded``. The view names them.
        if task.gap.timeframe == .always { return (.partial, Timeframe.everythingBefore(max(presentSecond, top)), nil) }
        guard let gap = gap(task.gap, in: task.view), let part = part(of: gap, in: task.gap) else { return nil }
        // Above the visible ranges other suppliers were not asked yet. The next refresh asks them.
        return (gap.kind, part, part.end >= top ? Set(gap.missing.map(\.supplier)) : nil)
    }

    private func refreshPlan(
        _ fill: FillID, _ scope: FillScope, amount: FillAmount, isExplicit: Bool
    ) -> FillPlan {
        let top = record.visibleRanges.newest
        return FillPlan(
            fill: fill, target: .refresh, isExplicit: isExplicit, scope: scope,
            timeframe: Timeframe(from: max(presentSecond, top ?? presentSecond), downTo: top ?? .beginningOfTime),
            amount: amount, limits: limits, record: record, startedAt: now, retry: retry)
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
        let isAhead = sought.start > now && sought.start <= presentSecond.advanced(by: .seconds(1))
        return isAhead ? Timeframe(from: presentSecond, downTo: sought.end) : sought
    }
}
