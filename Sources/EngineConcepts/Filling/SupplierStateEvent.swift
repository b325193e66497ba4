/// Something that a fill has learnt of a supplier.
///
/// Kept in order, so that it can be told again to a ledger that has changed since the fill began: an answer that came
/// late to an earlier fill is committed while this one runs, and neither may undo the other.
enum SupplierStateEvent: Sendable {
    /// A page came. Its tickets are no part of what a ledger learns.
    case answered(PoolDelivery)
    /// A request failed; which, where that is known.
    case failed(SupplierError, of: FetchRequest?, at: Timestamp)
    /// It keeps the others waiting.
    case slow
    /// A token does not lead on any more.
    case tokenDropped(at: Timestamp, side: FetchSide)
    /// Its source cannot deliver a stretch.
    case unreachable(Timeframe, GapCause)
    /// It has nothing below this.
    case floor(SupplierState.Floor)
}

extension SupplierState {
    /// Takes an event in; answers how far the ledger is complete now, as seen from where a page began.
    @discardableResult
    mutating func take(_ event: SupplierStateEvent) -> Timestamp? {
        switch event {
        case .answered(let delivery): return advance(by: delivery)
        case .failed(let error, let request, let time): fail(error, of: request, at: time)
        case .slow: condition = .slow
        case .tokenDropped(let edge, let side): coverage.setToken(nil, at: edge, side: side)
        case .unreachable(let timeframe, let cause): markUnreachable(timeframe, cause: cause)
        case .floor(let floor): lowerFloor(to: floor)
        }
        return nil
    }

    /// The ledger after these events, where others have been taken in since they happened. Whoever was slow then has
    /// answered by now.
    func taking(_ events: [SupplierStateEvent]) -> SupplierState {
        var ledger = self
        for event in events {
            if case .slow = event { continue }
            ledger.take(event)
        }
        return ledger
    }
}
