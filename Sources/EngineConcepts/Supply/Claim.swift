/// A supplier's word that it has delivered *every* item of a timeframe.
///
/// A claim stands apart from the items: an empty page may carry one, a full page may carry none. Counts and emptiness
/// prove nothing.
public struct Claim: Hashable, Sendable {
    /// How sure the supplier is.
    public enum Kind: Hashable, Sendable {
        /// Nothing can appear in the timeframe any more, save by edit or backdating at the source.
        case exact
        /// Items may still appear for this long after their time.
        case heuristic(lateness: Duration)
    }

    /// What is complete.
    public let timeframe: Timeframe
    /// How sure the supplier is.
    public let kind: Kind

    /// Claims `timeframe`.
    public init(_ timeframe: Timeframe, _ kind: Kind = .exact) {
        self.timeframe = timeframe
        self.kind = kind
    }
}
