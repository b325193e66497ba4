/// A range whose reason for being missing was removed, and what was known about it then.
public struct ReopenedRange: Hashable, Sendable {
    let timeframe: Timeframe
    let cause: GapCause
    private let missing: TimeframeSet
    private let token: Token?

    init(_ range: SupplierState.Unreachable, in state: SupplierState) {
        timeframe = range.timeframe
        cause = range.cause
        missing = state.missing(in: timeframe)
        token = state.coverage.olderTokens[timeframe.start]
    }

    /// Returns false if the source has delivered something there, leads further, has another reason, or has still to answer.
    func isUnchanged(in state: SupplierState) -> Bool {
        state.condition != .slow && !missing.isEmpty && state.missing(in: timeframe) == missing
            && state.coverage.olderTokens[timeframe.start] == token
            && !state.unreachable.contains { $0.timeframe.intersection(timeframe) != nil }
    }
}
