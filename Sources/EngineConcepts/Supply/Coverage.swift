/// The time ranges that a supplier has claimed to deliver completely, in whole seconds, with the page tokens at their
/// edges.
public struct Coverage: Hashable, Sendable, Codable {
    /// All claimed ranges.
    public private(set) var claimed = TimeframeSet()
    /// The part of ``claimed`` whose claims were exact.
    public private(set) var exact = TimeframeSet()
    /// The part of ``claimed`` that was read while newer items could still appear in it. It counts as claimed, but
    /// the next request that reaches down to it reads it again.
    public private(set) var unsettled = TimeframeSet()
    /// Ranges that were complete until an item turned up in them that was not there before. All older items in them
    /// are known. They are not claimed and count as missing, even below the floor.
    public private(set) var withdrawn = TimeframeSet()
    /// The part of ``withdrawn`` that lacks nothing but what a log may have inserted.
    package private(set) var inserted = TimeframeSet()
    /// The page tokens that continue towards older items, keyed by the older bound of a claimed range.
    public private(set) var olderTokens: [Timestamp: Token] = [:]
    /// The page tokens that continue towards newer items, keyed by the newer bound of a claimed range.
    public private(set) var newerTokens: [Timestamp: Token] = [:]

    public init() {}

    /// Creates coverage without tokens, as the store has it.
    ///
    /// - Parameter unsettled: The ranges that are stored as unsettled.
    package init(claimed: TimeframeSet, exact: TimeframeSet, unsettled: TimeframeSet, withdrawn: TimeframeSet) {
        self.claimed = claimed
        self.exact = exact
        self.unsettled = unsettled.subtracting(withdrawn)
        self.withdrawn = withdrawn
        for range in withdrawn.timeframes { inserted.formUnion(unsettled.intersection(range)) }
    }

    /// The ranges that are stored as unsettled: also those of ``inserted``. A range that is withdrawn is not claimed, which
    /// tells the two apart.
    package var storedUnsettled: TimeframeSet {
        var ranges = unsettled
        ranges.formUnion(inserted)
        return ranges
    }

    /// Adds the whole seconds that `claim` proves. Drops tokens at bounds that disappear when ranges join.
    ///
    /// - Parameter settled: The time before which no new item can appear.
    public mutating func add(_ claim: Claim, settledBefore settled: Timestamp = .endOfTime) {
        guard let proven = claim.timeframe.wholeSeconds else { return }
        claimed.insert(proven)
        reinstate(proven)
        markSettled(proven, before: settled)
        if claim.kind == .exact { exact.insert(proven) }
        dropStrayTokens()
    }

    /// Marks everything between two claimed ranges as claimed: an item known to both connects them, or nothing has changed.
    public mutating func bridge(_ timeframe: Timeframe) {
        claimed.insert(timeframe)
        reinstate(timeframe)
        dropStrayTokens()
    }

    /// Records that the claimed part of `timeframe` was read, or has not changed since, at a time when nothing could appear
    /// before `settled`.
    public mutating func markSettled(_ timeframe: Timeframe, before settled: Timestamp) {
        unsettled.remove(timeframe)
        guard let young = Timeframe(from: timeframe.start, downTo: max(timeframe.end, settled.flooredToSecond)) else {
            return
        }
        unsettled.formUnion(claimed.intersection(young))
    }

    /// Returns the bound down to which the range directly below `time` has to be read again, or `nil` if it need not be.
    public func unsettled(below time: Timestamp) -> Timestamp? {
        guard let range = claimed.timeframes.first(where: { $0.start >= time && $0.end < time }),
            let rest = Timeframe(from: time, downTo: range.end)
        else { return nil }
        return unsettled.intersection(rest).oldest
    }

    /// Withdraws the claims for `complete`: these ranges may lack items.
    public mutating func withdraw(_ complete: TimeframeSet) {
        for range in complete.timeframes {
            withdrawn.insert(range)
            claimed.remove(range)
            exact.remove(range)
            unsettled.remove(range)
            inserted.remove(range)
        }
        dropStrayTokens()
    }

    /// Removes `timeframe` from the withdrawn ranges without claiming it.
    public mutating func reinstate(_ timeframe: Timeframe) {
        withdrawn.remove(timeframe)
        inserted.remove(timeframe)
    }

    /// Withdraws the claims for ranges into which a log may have inserted items. Nothing else is missing there.
    package mutating func withdrawInserted(_ ranges: TimeframeSet) {
        withdraw(ranges)
        inserted.formUnion(ranges)
    }

    /// Returns the range directly below `bound` that was withdrawn only for inserted items, or `nil` if there is none.
    package func inserted(below bound: Timestamp) -> Timeframe? {
        inserted.timeframes.first { $0.start == bound }
    }

    /// Removes what was withdrawn only for inserted items within `hole` from the withdrawn ranges without claiming it.
    package mutating func reinstateInserted(in hole: Timeframe) {
        for range in inserted.intersection(hole).timeframes { reinstate(range) }
    }

    /// Stores the token that continues from `edge` in this direction. Ignored unless `edge` is the bound of a claimed range
    /// on that side.
    public mutating func setToken(_ token: Token?, at edge: Timestamp, direction: ReadDirection) {
        switch direction {
        case .older: olderTokens[edge] = token
        case .newer: newerTokens[edge] = token
        }
        dropStrayTokens()
    }

    /// Removes all tokens and keeps the claims.
    public mutating func dropTokens() {
        olderTokens = [:]
        newerTokens = [:]
    }

    private mutating func dropStrayTokens() {
        olderTokens = olderTokens.filter { edge, _ in claimed.timeframes.contains { $0.end == edge } }
        newerTokens = newerTokens.filter { edge, _ in claimed.timeframes.contains { $0.start == edge } }
    }

    private enum CodingKeys: String, CodingKey {
        case claimed, exact, unsettled
        case withdrawn = "doubted"
        case olderTokens, newerTokens
    }

    /// Decodes coverage. `unsettled` and `withdrawn` may be missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            claimed: try container.decode(TimeframeSet.self, forKey: .claimed),
            exact: try container.decode(TimeframeSet.self, forKey: .exact),
            unsettled: try container.decodeIfPresent(TimeframeSet.self, forKey: .unsettled) ?? TimeframeSet(),
            withdrawn: try container.decodeIfPresent(TimeframeSet.self, forKey: .withdrawn) ?? TimeframeSet())
        olderTokens = try container.decode([Timestamp: Token].self, forKey: .olderTokens)
        newerTokens = try container.decode([Timestamp: Token].self, forKey: .newerTokens)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(claimed, forKey: .claimed)
        try container.encode(exact, forKey: .exact)
        try container.encode(storedUnsettled, forKey: .unsettled)
        try container.encode(withdrawn, forKey: .withdrawn)
        try container.encode(olderTokens, forKey: .olderTokens)
        try container.encode(newerTokens, forKey: .newerTokens)
    }
}
