/// A supplier's statement that it has delivered *every* item of a timeframe.
///
/// Claims are independent of the items: an empty page can have one, and a full page can have none. Neither counts nor
/// emptiness prove anything.
public struct Claim: Hashable, Sendable {
    /// The certainty of a claim.
    public enum Kind: Hashable, Sendable {
        /// No item can appear in the timeframe any more, except by an edit or backdating at the source.
        case exact
        /// Items may still appear up to this long after their time.
        case heuristic(lateness: Duration)

        /// Creates the kind of a source's claims.
        ///
        /// - Parameter lateness: The longest delay between an item's time and its appearance.
        public init(lateness: Duration) {
            self = lateness > .zero ? .heuristic(lateness: lateness) : .exact
        }

        /// The longest delay between an item's time and its appearance.
        public var lateness: Duration {
            switch self {
            case .exact: .zero
            case .heuristic(let lateness): lateness
            }
        }
    }

    /// The complete timeframe.
    public let timeframe: Timeframe
    public let kind: Kind

    public init(_ timeframe: Timeframe, _ kind: Kind = .exact) {
        self.timeframe = timeframe
        self.kind = kind
    }
}

extension [Claim] {
    /// Creates the claim of the time from `start` back to `end`, or none if that is empty.
    public init(from start: Timestamp, downTo end: Timestamp, _ kind: Claim.Kind = .exact) {
        self = Timeframe(from: start, downTo: end).map { [Claim($0, kind)] } ?? []
    }
}
