/// Fills a Track: loads what is newer than the Track, and what is missing in its gaps.
///
/// Calls that start a fill return at once. Fills run one after another in call order. Each has an identity and a state,
/// which ``TrackObserving/events()`` reports.
public protocol TrackFilling: Sendable {
    /// Queues a refresh of these suppliers, or of all. If the same refresh is already queued, returns that one.
    ///
    /// A refresh of some suppliers ignores backoffs after failures. The others have a gap above what the Track showed
    /// before.
    ///
    /// - Parameter includingPaused: True to ask those of these suppliers too that are paused. They stay paused.
    @discardableResult
    func refresh(_ occasion: RefreshOccasion, of suppliers: Set<SupplierID>?, includingPaused: Bool) -> FillID

    /// Queues a fill of a gap. The tickets wanted are counted in `view`: the fill continues until the view shows
    /// enough of them or a limit is reached.
    @discardableResult
    func fill(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID

    /// Queues a fill of a gap that also asks suppliers that could not deliver it, see ``canRetry(_:)``. The reasons stay where
    /// it shows nothing new.
    @discardableResult
    func retry(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID

    /// Returns true if a supplier that could not deliver a gap can be asked again: its source offers more than its newest
    /// items, and no losses were counted.
    func canRetry(_ gap: GapID) async -> Bool

    /// Cancels a queued or running fill. The Track stays valid and keeps what is committed.
    func cancel(_ fill: FillID)

    /// Cancels a queued or running fill, unless another call has asked for the same one.
    func withdraw(_ fill: FillID)

    /// The sum of what answers brought that came after the end of their fill, since the creation of the engine. Complete
    /// for all earlier fills once ``waitUntilIdle()`` has returned.
    var lateOutcome: FillOutcome { get async }

    /// Waits until every queued fill has ended, late answers included, and no action is being sent. Does not wait for
    /// actions that wait for a time or for the user.
    func waitUntilIdle() async
}

extension TrackFilling {
    /// Queues a refresh of those of these suppliers, or of all, that are not paused.
    @discardableResult
    public func refresh(_ occasion: RefreshOccasion = .manual, of suppliers: Set<SupplierID>? = nil) -> FillID {
        refresh(occasion, of: suppliers, includingPaused: false)
    }
}
