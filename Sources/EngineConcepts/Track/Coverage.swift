/// What a supplier has claimed, to the whole second, with the tokens that lead on from its edges.
public struct Coverage: Hashable, Sendable, Codable {
    /// All that was claimed.
    public private(set) var claimed: TimeframeSet
    /// The part of it that was claimed exactly.
    public private(set) var exact: TimeframeSet
    /// What leads on towards older items from the older bound of a claimed stretch, by that bound.
    public private(set) var olderTokens: [Timestamp: Token]
    /// What leads on towards newer items from the newer bound of a claimed stretch, by that bound.
    public private(set) var newerTokens: [Timestamp: Token]

    /// Covers nothing.
    public init() {
        claimed = TimeframeSet()
        exact = TimeframeSet()
        olderTokens = [:]
        newerTokens = [:]
    }

    /// Adds what `claim` proves: its whole seconds. Tokens at bounds that vanish in the join are dropped.
    public mutating func add(_ claim: Claim) {
        guard let proven = claim.timeframe.wholeSeconds else { return }
        claimed.insert(proven)
        if claim.kind == .exact {
            exact.insert(proven)
        }
        dropStrayTokens()
    }

    /// Declares everything between two claimed stretches claimed too, since an item that both know bridges them.
    public mutating func bridge(_ timeframe: Timeframe) {
        claimed.insert(timeframe)
        dropStrayTokens()
    }

    /// Takes `timeframe` back: what was believed of it does not hold any more.
    public mutating func forget(_ timeframe: Timeframe) {
        claimed.remove(timeframe)
        exact.remove(timeframe)
        dropStrayTokens()
    }

    /// Remembers that `token` leads on from `edge`, which must be a bound of a claimed stretch on that side.
    public mutating func setToken(_ token: Token?, at edge: Timestamp, side: FetchSide) {
        switch side {
        case .older: olderTokens[edge] = token
        case .newer: newerTokens[edge] = token
        }
        dropStrayTokens()
    }

    /// Forgets all tokens; what was claimed stays.
    public mutating func dropTokens() {
        olderTokens = [:]
        newerTokens = [:]
    }

    private mutating func dropStrayTokens() {
        olderTokens = olderTokens.filter { edge, _ in claimed.timeframes.contains { $0.end == edge } }
        newerTokens = newerTokens.filter { edge, _ in claimed.timeframes.contains { $0.start == edge } }
    }
}
