public import EngineConcepts

extension TrackFilling {
    /// Queues a fill of a gap, counting all tickets of the Track.
    @discardableResult
    public func fill(_ gap: GapID, from side: GapSide, amount: FillAmount) -> FillID {
        fill(gap, from: side, amount: amount, in: .all)
    }
}
