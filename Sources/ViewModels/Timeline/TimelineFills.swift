import EngineConcepts

/// The fills of gaps and the refreshes that concern the timeline: starts and cancels them, and follows their progress.
final class TimelineFills {
    /// Called after the user started a fill in the background.
    var onChange: (() -> Void)?

    private let engine: any Engine
    private let session: SessionContext
    private let builder: RowBuilder
    private var tracker = FillTracker()
    /// The sides from which the user last filled gaps.
    private var sides: [GapID: GapBound] = [:]

    init(engine: any Engine, session: SessionContext, builder: RowBuilder) {
        self.engine = engine
        self.session = session
        self.builder = builder
    }

    /// The progress of the running refresh, or `nil` if none is running.
    var refreshProgress: FillProgress? { tracker.refresh }

    /// Returns the running fill of a gap, or `nil` if there is none.
    func fill(of gap: GapID) -> GapFill? {
        tracker.fill(of: gap)
    }

    // MARK: Commands

    /// Refreshes all sources.
    func refresh() {
        tracker.ask(engine.refresh(), for: nil)
    }

    /// Fills a gap if no fill of it is running.
    func fill(_ gap: Gap, from side: GapBound, amount: FillAmount, in view: TrackView) {
        guard tracker.fill(of: gap.id) == nil else { return }
        guard !gap.canBeFilled else { return start(gap.id, from: side, amount, in: view) }
        // A page that was missing may exist by now.
        session.activity.run { [weak self, engine] in
            await engine.reopen(gap.id)
            self?.start(gap.id, from: side, amount, in: view)
        }
    }

    private func start(_ gap: GapID, from side: GapBound, _ amount: FillAmount, in view: TrackView) {
        tracker.ask(engine.fill(gap, from: side, amount: amount, in: view), for: gap)
        sides[gap] = side
        onChange?()
    }

    /// Cancels the fill of a gap, or else the oldest one. Returns false if there is none.
    func cancel(at gap: GapID?) -> Bool {
        guard let fill = tracker.cancellable(at: gap) else { return false }
        engine.cancel(fill)
        return true
    }

    // MARK: Events

    /// Takes the state of a fill, and shows the outcome of one that the user started.
    func note(_ id: FillID, of gap: GapID?, _ state: FillState, in context: RowBuilder.Context) {
        guard tracker.note(id, gap: gap, state: state),
            let outcome = builder.outcome(of: state, isRefresh: gap == nil, in: context)
        else { return }
        session.messages.say(outcome.words, isWrong: outcome.isWrong)
    }

    /// Takes the progress of a fill. Returns true if it is that of a gap.
    func note(_ id: FillID, _ progress: FillProgress) -> Bool {
        tracker.note(id, progress: progress)
    }

    /// Returns the place that follows the gap of the cursor after a commit, or `nil` if the gap is still there: the
    /// first row that came in its place, which is the oldest one if the gap was filled from below, or else what is left
    /// of the gap. A gap that only overlaps it, such as that of a source added meanwhile, begins elsewhere, and the
    /// cursor does not go there.
    func successor(
        of gap: Gap, after changes: TrackChanges, _ snapshot: TrackSnapshot, in view: TrackView
    ) -> TrackPlace? {
        guard changes.removed.contains(.gap(gap.id)) else { return nil }
        let side = sides.removeValue(forKey: gap.id) ?? .newer
        let places = changes.inserted.map(\.place)
            .filter { place in
                guard case .ticket(let key) = place, gap.timeframe.contains(key.time) else { return false }
                return view.suppliers?.contains(key.id.supplier) ?? true
            }
        return (side == .newer ? places.min() : places.max())
            ?? snapshot.gaps
            .first { rest in
                rest.timeframe.intersection(gap.timeframe) != nil && rest.timeframe.start <= gap.timeframe.start
            }
            .map { .gap($0.id) }
    }
}
