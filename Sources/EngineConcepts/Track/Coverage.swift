/// What a supplier has claimed, to the whole second, with the tokens that lead on from its edges.
public struct Coverage: Hashable, Sendable, Codable {
    /// All that was claimed.
    public private(set) var claimed: TimeframeSet
    /// The part of it that was claimed exactly.
    public private(set) var exact: TimeframeSet
    /// The part of it that was read while its items were so young that others could still appear beside them. It is
    /// claimed all the same; whoever reads down to it reads it again.
    public private(set) var unsettled: TimeframeSet
    /// What was complete once and is in doubt, since something has come that was not there: all that was there before is known.
    /// Nothing of it is claimed, and all of it is missing, even below the floor.
    public private(set) var doubted: TimeframeSet
    /// What leads on towards older items from the older bound of a claimed stretch, by that bound.
    public private(set) var olderTokens: [Timestamp: Token]
    /// What leads on towards newer items from the newer bound of a claimed stretch, by that bound.
    public private(set) var newerTokens: [Timestamp: Token]

    /// Covers nothing.
    public init() {
        claimed = TimeframeSet()
        exact = TimeframeSet()
        unsettled = TimeframeSet()
        doubted = TimeframeSet()
        olderTokens = [:]
        newerTokens = [:]
    }

    /// Adds what `claim` proves: its whole seconds. Tokens at bounds that vanish in the join are dropped.
    ///
    /// - Parameter settled: Before this time nothing can appear any more.
    public mutating func add(_ claim: Claim, settledBefore settled: Timestamp = .endOfTime) {
        guard let proven = claim.timeframe.wholeSeconds else { return }
        claimed.insert(proven)
        doubted.remove(proven)
        settle(proven, before: settled)
        if claim.kind == .exact {
            exact.insert(proven)
        }
        dropStrayTokens()
    }

    /// Declares everything between two claimed stretches claimed too, since an item that both know bridges them.
    public mutating func bridge(_ timeframe: Timeframe) {
        claimed.insert(timeframe)
        doubted.remove(timeframe)
        dropStrayTokens()
    }

    /// Takes in that `timeframe` was read, or has not changed since, when nothing could appear before `settled` any more.
    public mutating func settle(_ timeframe: Timeframe, before settled: Timestamp) {
        unsettled.remove(timeframe)
        guard let young = Timeframe(from: timeframe.start, downTo: max(timeframe.end, settled.flooredToSecond)) else {
            return
        }
        unsettled.insert(young)
    }

    /// Down to where what directly follows below `time` has to be read again; nil where there is nothing of the kind.
    public func unsettled(below time: Timestamp) -> Timestamp? {
        guard let stretch = claimed.timeframes.first(where: { $0.start >= time && $0.end < time }),
            let rest = Timeframe(from: time, downTo: stretch.end)
        else { return nil }
        return unsettled.intersection(rest).oldest
    }

    /// Takes `complete` back: what was believed of it does not hold any more.
    public mutating func doubt(_ complete: TimeframeSet) {
        for stretch in complete.timeframes {
            doubted.insert(stretch)
            claimed.remove(stretch)
            exact.remove(stretch)
            unsettled.remove(stretch)
        }
        dropStrayTokens()
    }

    /// Believes again what was believed of `timeframe` before it was doubted, though it is not claimed.
    public mutating func believe(_ timeframe: Timeframe) {
        doubted.remove(timeframe)
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

    /// Reads coverage as it was written, by an earlier Fiber too: that one did not note what was unsettled or
    /// doubted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        claimed = try container.decode(TimeframeSet.self, forKey: .claimed)
        exact = try container.decode(TimeframeSet.self, forKey: .exact)
        unsettled = try container.decodeIfPresent(TimeframeSet.self, forKey: .unsettled) ?? TimeframeSet()
        doubted = try container.decodeIfPresent(TimeframeSet.self, forKey: .doubted) ?? TimeframeSet()
        olderTokens = try container.decode([Timestamp: Token].self, forKey: .olderTokens)
        newerTokens = try container.decode([Timestamp: Token].self, forKey: .newerTokens)
    }
}
