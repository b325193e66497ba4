import EngineConcepts

/// A change to a supplier's state during a fill.
///
/// Events are kept in order, so that they can be applied again to a state that has changed since the fill started: a
/// late answer to an earlier fill is committed during this one, and neither may undo the other.
enum SupplierStateEvent: Sendable {
    /// A page arrived.
    case answered(PageEvidence)
    /// A request failed. `of` is `nil` if the request is unknown.
    case failed(SupplierError, of: FetchRequest?, at: Timestamp)
    /// The supplier has not answered in time.
    case slow
    /// A token no longer works.
    case tokenDropped(at: Timestamp, direction: ReadDirection)
    /// The source cannot deliver a range.
    case unreachable(Timeframe, GapCause)
    /// The source has nothing below this.
    case floor(SupplierRanges.Floor)
    /// The stream claims a range.
    case streamed(Claim, at: Timestamp)
    /// The stream has delivered items. `since` is the beginning of the connection, `newest` the place of the newest item.
    case delivered(since: Timestamp, newest: Timestamp)
    /// The connection of the stream has ended.
    case disconnected
}

extension SupplierState {
    /// Applies an event. Returns the bound that is complete now, as seen from the page's edge, or `nil` if the event
    /// is not an answer.
    @discardableResult
    mutating func apply(_ event: SupplierStateEvent) -> Timestamp? {
        switch event {
        case .answered(let page): return advance(by: page)
        case .failed(let error, let request, let time): fail(error, of: request, at: time)
        case .slow: requests.condition = .slow
        case .tokenDropped(let edge, let direction): ranges.coverage.setToken(nil, at: edge, direction: direction)
        case .unreachable(let timeframe, let cause): ranges.markUnreachable(timeframe, cause: cause)
        case .floor(let floor): ranges.lowerFloor(to: floor)
        case .streamed(let claim, let now): addStreamed(claim, at: now)
        case .delivered(let start, let newest): ranges.recordStreamed(since: start, upTo: newest)
        case .disconnected: ranges.recordStreamEnd()
        }
        return nil
    }

    /// Returns the state after these events, which happened while others were applied. Skips
    /// ``SupplierStateEvent/slow``, because the supplier has answered since.
    func applying(_ events: [SupplierStateEvent]) -> SupplierState {
        var supplierState = self
        for event in events {
            if case .slow = event { continue }
            supplierState.apply(event)
        }
        return supplierState
    }

    /// Adds the claim of a stream. The range between it and what was claimed before stays missing.
    private mutating func addStreamed(_ claim: Claim, at now: Timestamp) {
        guard let whole = claim.timeframe.wholeSeconds else { return }
        // "Not modified" would prove nothing about the range between the two.
        if ranges.coverage.claimed.newest.map({ $0 < whole.end }) ?? true { memory = nil }
        ranges.coverage.add(claim, settledBefore: now.settled(after: claim.kind.lateness))
        ranges.removeResolvedReasons()
    }
}
