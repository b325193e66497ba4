import EngineConcepts
import Localization

/// The fills of gaps and the refreshes that concern the timeline: starts and cancels them, and follows their progress.
final class TimelineFills {
    /// Called after the user started a fill in the background.
    var onChange: (() -> Void)?

    private let engine: any TrackFilling
    private let session: Session
    private let builder: RowBuilder
    /// The suppliers whose requests are running although their fill has ended.
    private(set) var awaitedSuppliers: Set<SupplierID> = []
    private(set) var tracker = FillTracker()
    /// The suppliers that were missing in gaps when the user last filled them.
    private var formerlyMissing: [GapID: Set<SupplierID>] = [:]
    /// The causes of the gaps that no request can fill and that the user tried to fill.
    private var unavailable: [GapID: String] = [:]
    /// The errors of sources in running fills.
    private var errors: [FillID: [(supplier: SupplierID, error: Message)]] = [:]
    /// The most errors of one cause in a fill that are logged one by one.
    private static let maximumLogged = 5
    /// The sides from which the user last filled gaps.
    private var sides: [GapID: GapSide] = [:]
    /// The user's last refresh that asked all feeds.
    private var lastRefresh: (id: FillID, time: Timestamp)?
    /// The refreshes so soon after another one that feeds were not asked again, with the time of that.
    private var repeatedRefreshes: [FillID: Timestamp] = [:]
    /// The time after a request of a feed before which it repeats its answer, with some more for the start of a refresh.
    private static let feedSpacing = Duration.milliseconds(1200)
    /// The running fills of rows with several gaps.
    private var rowFills: [RowFill] = []

    /// The fills of the gaps of a row, whose outcomes are shown as one.
    private struct RowFill {
        var running: Set<FillID>
        var outcome = FillOutcome()
    }

    init(engine: any TrackFilling, session: Session, builder: RowBuilder) {
        self.engine = engine
        self.session = session
        self.builder = builder
    }

    /// Returns the running fill of one of the gaps of a row, or `nil` if there is none.
    func fill(of gaps: [Gap]) -> RunningFill? { gaps.lazy.compactMap { [tracker] in tracker.fill(of: $0.id) }.first }

    // MARK: Commands

    func refresh() {
        let (id, now) = (engine.refresh(), session.time.now())
        if let last = lastRefresh, last.id != id, now >= last.time, now.since(last.time) < Self.feedSpacing {
            repeatedRefreshes[id] = last.time
        } else if lastRefresh?.id != id {
            lastRefresh = (id, now)
        }
        tracker.addUserFill(id, for: nil)
    }

    /// Fills the gaps of a row, from the side where reading begins. Those that no request can fill are left out if there are
    /// others, and so are those that the amount does not reach.
    func fill(_ row: GapRow, from side: GapSide, amount: FillAmount, in view: TrackView) {
        let fillable = row.parts.filter(\.canBeFilled)
        var gaps = fillable.isEmpty ? row.parts : fillable
        if case .until(let time) = amount {
            gaps.removeAll { $0.timeframe.start <= time }
            if gaps.isEmpty { return session.messages.show(.fillGapIsOlder) }
        }
        var started: Set<FillID> = []
        for gap in side == .newer ? gaps : gaps.reversed() {
            var view = view
            // The gap of sources that have loaded nothing lies beside the other gaps: a fill of it asks only these sources.
            if gap.isOfUnloadedSuppliers { view.suppliers = Set(gap.missing.map(\.supplier)) }
            if !gap.canBeFilled { unavailable[gap.id] = row.cause }
            started.insert(fill(gap, from: side, amount: amount, in: view))
        }
        guard started.count > 1 else { return }
        if let index = rowFills.firstIndex(where: { !$0.running.isDisjoint(with: started) }) {
            rowFills[index].running.formUnion(started)
        } else {
            rowFills.append(RowFill(running: started))
        }
    }

    /// Fills a gap, and returns the fill. If one is running already, its outcome is shown.
    private func fill(_ gap: Gap, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID {
        if let running = tracker.fill(of: gap.id) {
            tracker.addUserFill(running.id, for: gap.id)
            return running.id
        }
        formerlyMissing[gap.id] = Set(gap.missing.map(\.supplier))
        // Sources that could not fill it before may by now: a page that was missing may exist.
        let fill =
            gap.canBeFilled
            ? engine.fill(gap.id, from: side, amount: amount, in: view)
            : engine.retry(gap.id, from: side, amount: amount, in: view)
        tracker.addUserFill(fill, for: gap.id)
        sides[gap.id] = side
        onChange?()
        return fill
    }

    /// Cancels the fills of a row's gaps, or else the oldest one. Returns false if there is none.
    func cancel(at gaps: [Gap]) -> Bool {
        let fills = tracker.cancellable(at: gaps)
        for fill in fills { engine.cancel(fill) }
        return !fills.isEmpty
    }

    // MARK: Events

    /// Adopts the state of a fill, and shows the outcome of one that the user started. That of a gap names only failures of
    /// sources that were missing in it and that the view shows.
    func update(_ id: FillID, of gap: GapID?, to state: FillState, in context: RowBuilder.Context, view: TrackView) {
        var state = state
        if let gap, case .done(var outcome) = state {
            let missing = formerlyMissing.removeValue(forKey: gap)
            outcome.failures = outcome.failures.filter { supplier, _ in
                missing?.contains(supplier) ?? true && view.suppliers?.contains(supplier) ?? true
                    && view.gaps.contributors?.contains(supplier) ?? true
            }
            state = .done(outcome)
        }
        let shown = shownState(state, of: id)
        if state.isFinal {
            logErrors(
                of: id, besideThoseIn: shown ?? state, isUserFill: shown != nil && tracker.isUserFill(id), in: context)
        }
        let former = state.isFinal ? repeatedRefreshes.removeValue(forKey: id) : nil
        let cause = state.isFinal ? gap.flatMap { unavailable.removeValue(forKey: $0) } : nil
        guard tracker.update(id, of: gap, state), let shown,
            let outcome = builder.outcome(of: shown, isRefresh: gap == nil, in: context)
        else { return }
        if let cause, case .done(let filled) = shown, filled.broughtNothing {
            return session.messages.show(.fillUnavailable, .text(cause))
        }
        if let former, case .done(let refreshed) = shown, refreshed.broughtNothing {
            let time = session.texts.moment(former, at: session.time.now(), seconds: true)
            return session.messages.show(.refreshedAlready, .text(time))
        }
        session.messages.show(outcome.text, isError: outcome.isError)
    }

    /// Returns the state that is shown for a fill: if it is the last one of its row, the outcome of all of them, or `nil` if
    /// others are still running.
    private func shownState(_ state: FillState, of id: FillID) -> FillState? {
        guard state.isFinal, let index = rowFills.firstIndex(where: { $0.running.contains(id) }) else { return state }
        rowFills[index].running.remove(id)
        if case .done(let outcome) = state { rowFills[index].outcome.add(outcome) }
        let all = rowFills[index]
        if all.running.isEmpty { rowFills.remove(at: index) }
        guard case .done = state else { return state }
        return all.running.isEmpty ? .done(all.outcome) : nil
    }

    /// Logs the error of a source. That of a fill waits for its end, when many of one cause are logged together, and the
    /// outcome may contain it.
    func log(_ error: Message, of supplier: SupplierID, in fill: FillID?, _ context: RowBuilder.Context) {
        guard let fill, tracker.isRunning(fill) else { return log(error, of: supplier, context) }
        errors[fill, default: []].append((supplier, error))
    }

    private func log(_ error: Message, of supplier: SupplierID, _ context: RowBuilder.Context) {
        session.messages.log(session.localizer.text(error, about: context.name(of: supplier)))
    }

    private func logErrors(
        of id: FillID, besideThoseIn state: FillState, isUserFill: Bool, in context: RowBuilder.Context
    ) {
        var errors = errors.removeValue(forKey: id) ?? []
        if isUserFill, case .done(let outcome) = state, let named = builder.sourceWithError(of: outcome, in: context) {
            errors.removeAll { $0.supplier == named }
        }
        let causes = Dictionary(grouping: errors, by: { $0.error.causeKey })
            .filter { Set($1.map(\.supplier)).count > Self.maximumLogged }
        for error in errors where causes[error.error.causeKey] == nil { log(error.error, of: error.supplier, context) }
        // Failing sources that this fill did not ask, because of a backoff for example, count as on the screen of sources.
        let failing = Set(context.suppliers.values.lazy.filter(\.isFailing).map(\.id))
        for (_, errors) in causes.sorted(by: { $0.key < $1.key }) {
            let cause = session.localizer.sharedCause(of: errors.map { $0.error })
            let suppliers = Set(errors.map(\.supplier))
            let total = failing.union(suppliers).count
            session.messages.log(
                total == suppliers.count
                    ? session.localizer(.sourcesFailedLogged, .number(total), .text(cause))
                    : session.localizer(
                        .sourcesFailedPartly, .number(total), .number(suppliers.count), .text(cause)))
        }
    }

    /// Adopts the progress of a fill. Returns true if it is that of a gap.
    func update(_ id: FillID, _ progress: FillProgress) -> Bool {
        if let latest = progress.latest, latest.outcome == .slow { awaitedSuppliers.insert(latest.supplier) }
        tracker.update(id, progress)
        return tracker.fillsGap(id)
    }

    /// Adopts the state of the suppliers: those that have answered meanwhile are no longer awaited.
    func update(with snapshot: TrackSnapshot) {
        guard !awaitedSuppliers.isEmpty else { return }
        awaitedSuppliers.formIntersection(snapshot.suppliers.lazy.filter { $0.requests.condition == .slow }.map(\.id))
    }

    /// Returns the place to which the cursor goes after a commit that removed gaps of its row, or `nil` if it stays.
    ///
    /// It goes to the newest ticket that came into the gap, or the oldest one if the gap was filled from below, or else to
    /// what is left of the gap. It does not go to a gap that only overlaps the former one, such as that of a source added
    /// meanwhile, nor to one that begins higher after a refresh.
    func successor(
        of row: GapRow, after changes: TrackChanges, _ snapshot: TrackSnapshot, in view: TrackView
    ) -> TrackPlace? {
        let removed = row.parts.filter { changes.removed.contains(.gap($0.id)) }
        guard !removed.isEmpty else { return nil }
        let filled = removed.compactMap { sides.removeValue(forKey: $0.id) }
        let (side, gap) = (filled.first ?? .newer, row.gap)
        let places = changes.inserted.map(\.place)
            .filter { place in
                guard case .ticket(let key) = place, gap.timeframe.contains(key.time) else { return false }
                return view.suppliers?.contains(key.id.supplier) ?? true
            }
        return (side == .newer ? places.min() : places.max())
            ?? snapshot.gaps
            .first { rest in
                rest.timeframe.intersection(gap.timeframe) != nil
                    && (filled.isEmpty
                        ? rest.timeframe.start == gap.timeframe.start
                        : rest.timeframe.start <= gap.timeframe.start)
            }
            .map { .gap($0.id) }
    }
}

extension FillOutcome {
    /// True if no ticket came into sight and no source failed.
    fileprivate nonisolated var broughtNothing: Bool { inserted + revealed == 0 && failures.isEmpty }
}
