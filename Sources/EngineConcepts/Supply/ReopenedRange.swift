/// A range whose reason for being missing was removed, and what was known about it then.
public struct ReopenedRange: Hashable, Sendable {
    let timeframe: Timeframe
    let cause: GapCause
    let documentCount: Int?
    private let missing: TimeframeSet
    private let token: Token?

    init(_ range: SupplierRanges.Unreachable, in ranges: SupplierRanges) {
        timeframe = range.timeframe
        cause = range.cause
        documentCount = range.documentCount
        missing = ranges.missing(in: timeframe)
        token = ranges.coverage.olderTokens[timeframe.start]
    }

    /// Returns false if the source has delivered something there, leads further, has another reason, or has still to answer.
    func isUnchanged(in state: SupplierState) -> Bool {
        let ranges = state.ranges
        return state.requests.condition != .slow && !missing.isEmpty && ranges.missing(in: timeframe) == missing
            && ranges.coverage.olderTokens[timeframe.start] == token
            && !ranges.unreachable.contains { $0.timeframe.intersection(timeframe) != nil }
    }
}
