/// A range whose reason for being missing was removed, and what was known about it then.
public struct ReopenedRange: Hashable, Sendable {
    let reason: SupplierRanges.Unreachable
    private let missing: TimeframeSet
    private let token: Token?

    init(_ reason: SupplierRanges.Unreachable, in ranges: SupplierRanges) {
        self.reason = reason
        missing = ranges.missing(in: reason.timeframe)
        token = ranges.coverage.olderTokens[reason.timeframe.start]
    }

    /// Returns false if the source has delivered something there, leads further, has another reason, or has still to answer.
    func isUnchanged(in state: SupplierState) -> Bool {
        let (ranges, timeframe) = (state.ranges, reason.timeframe)
        return state.requests.condition != .slow && !missing.isEmpty && ranges.missing(in: timeframe) == missing
            && ranges.coverage.olderTokens[timeframe.start] == token
            && !ranges.unreachable.contains { $0.timeframe.intersection(timeframe) != nil }
    }
}
