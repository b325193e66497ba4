/// The ranges of time that a supplier has delivered, and the reasons why others are missing.
public struct SupplierRanges: Hashable, Sendable, Codable {
    /// The ranges that the supplier has claimed.
    public var coverage = Coverage()
    /// The time before which the source has no items. Only ever moves back, and goes if a page contradicts it.
    public private(set) var floor: Floor?
    /// Ranges that the source cannot deliver, with the reason; they stay gaps. They are followed by ranges whose page
    /// failed at the last request. Those can still be filled.
    public private(set) var unreachable: [Unreachable] = []
    /// The items that a stream or a page has delivered above what is claimed, or `nil` if there are none.
    public private(set) var streamed: Streamed?

    /// Creates the ranges of a supplier that has delivered nothing.
    public init() {}

    /// The time below which a source has no items.
    public struct Floor: Hashable, Sendable, Codable {
        /// The reason for a floor.
        public enum Reason: String, Hashable, Sendable, Codable {
            /// The source's history begins here.
            case trueEnd
            /// The source keeps no older items, or says that it never had any.
            case threshold
        }

        /// The exclusive upper bound of what does not exist.
        public let time: Timestamp
        public let reason: Reason
        /// The number of items of the newest document, if that alone shows the floor because it names no older page;
        /// `Int.max` if it is unknown. `nil` if older pages or the source itself show it.
        public let documentCount: Int?

        public init(time: Timestamp, reason: Reason, documentCount: Int? = nil) {
            self.time = time
            self.reason = reason
            self.documentCount = documentCount
        }
    }

    /// A range that the source cannot deliver, or did not deliver at the last request.
    public struct Unreachable: Hashable, Sendable, Codable {
        public let timeframe: Timeframe
        public let cause: GapCause
        /// The number of items of the newest document, if that alone shows the loss because it names no older page.
        let documentCount: Int?

        init(timeframe: Timeframe, cause: GapCause, documentCount: Int? = nil) {
            self.timeframe = timeframe
            self.cause = cause
            self.documentCount = documentCount
        }
    }

    /// The items that a stream or a page has delivered without claiming them.
    public struct Streamed: Hashable, Sendable, Codable {
        /// The bound from which on everything was delivered or is on its way: the beginning of the connection, and after its
        /// end ``end``; the edge of a page.
        package fileprivate(set) var deliveredSince: Timestamp
        /// The newer bound of the second of the newest item; for a page, its edge.
        public package(set) var end: Timestamp
        /// The second of a request that is not read to its end, or `nil` if there is none.
        fileprivate var openSecond: OpenSecond?

        /// The bound below which everything is missing that is not covered.
        public var missingBelow: Timestamp { max(deliveredSince, openSecond?.end ?? deliveredSince) }

        private enum CodingKeys: String, CodingKey {
            case deliveredSince = "missingBelow"
            case end, openSecond
        }
    }

    /// The second of a request for the newest items if the page ends within it. Its rest is on the next pages.
    package struct OpenSecond: Hashable, Sendable, Codable {
        /// The newer bound of the second.
        let end: Timestamp
        /// The token of the next page, or `nil` if there is none.
        let next: Token?

        package init(end: Timestamp, next: Token?) {
            self.end = end
            self.next = next
        }
    }

    // MARK: What is missing

    /// Returns the ranges within `timeframe` that are not delivered yet.
    public func missing(in timeframe: Timeframe) -> TimeframeSet {
        var missing = coverage.claimed.holes(in: timeframe)
        if let floor, let below = Timeframe.everythingBefore(floor.time) { missing.remove(below) }
        for range in coverage.withdrawn.intersection(timeframe).timeframes { missing.insert(range) }
        return missing
    }

    /// Returns the missing ranges in `timeframe` that the source can deliver.
    package func deliverable(in timeframe: Timeframe) -> TimeframeSet {
        var missing = missing(in: timeframe)
        for range in unreachable where !range.cause.canBeFilled { missing.remove(range.timeframe) }
        return missing
    }

    /// Returns the top of the missing and deliverable ranges in `timeframe`, or the timeframe's end if there are
    /// none. Everything above it is as complete as it can be.
    public func low(in timeframe: Timeframe) -> Timestamp {
        deliverable(in: timeframe).newest ?? timeframe.end
    }

    /// Returns the bottom of the missing and deliverable ranges in `timeframe`, or the timeframe's start if there are
    /// none.
    public func high(in timeframe: Timeframe) -> Timestamp {
        deliverable(in: timeframe).oldest ?? timeframe.start
    }

    /// Returns the missing range directly below `bottom`, or `nil` if that is claimed or below the floor.
    package func hole(below bottom: Timestamp) -> Timeframe? {
        guard let domain = Timeframe.everythingBefore(bottom), let hole = missing(in: domain).timeframes.first,
            hole.start == bottom
        else { return nil }
        return hole
    }

    /// The time of the newest claim or connection: a range below it that is not covered is certainly missing. `nil` if
    /// there is neither.
    public var newestEvidence: Timestamp? {
        guard let claimed = coverage.claimed.newest else { return streamed?.missingBelow }
        return streamed.map { max($0.missingBelow, claimed) } ?? claimed
    }

    /// Lowers the floor to `floor`, or sets it. A floor is never raised, so that items below it stay covered.
    public mutating func lowerFloor(to floor: Floor) {
        if let known = self.floor, known.time <= floor.time { return }
        self.floor = floor
    }

    // MARK: Streamed items

    /// Records that a stream has delivered items.
    ///
    /// - Parameters:
    ///   - start: The beginning of the connection. What appeared before was not sent.
    ///   - newest: The place of the newest of the items.
    public mutating func recordStreamed(since start: Timestamp, upTo newest: Timestamp) {
        let below = start.ceiledToSecond
        let end = newest.advanced(by: .milliseconds(1)).ceiledToSecond
        streamed = Streamed(
            deliveredSince: max(below, streamed?.deliveredSince ?? below), end: max(end, streamed?.end ?? end),
            openSecond: streamed?.openSecond)
        removeClaimedStreamed()
    }

    /// Records that a page has delivered items above `edge` and claims nothing.
    ///
    /// - Parameter openSecond: The second in which the page ends, or `nil` if it ends below that of the request.
    package mutating func recordDelivered(above edge: Timestamp, openSecond: OpenSecond? = nil) {
        streamed = Streamed(
            deliveredSince: max(edge, streamed?.deliveredSince ?? edge), end: max(edge, streamed?.end ?? edge),
            openSecond: openSecond ?? streamed?.openSecond)
    }

    /// Records that the page at `token` was read. If that is the page after those of an open second, the second is as complete
    /// as it was at the time of its request, or goes on at `next`.
    ///
    /// - Parameter isComplete: True if the page shows everything from its token down to the second below its edge.
    package mutating func continueOpenSecond(at token: Token, next: Token?, isComplete: Bool) {
        guard let second = streamed?.openSecond, second.next == token else { return }
        streamed?.openSecond = isComplete ? nil : OpenSecond(end: second.end, next: next)
    }

    /// Records that the connection of the stream has ended. An item that was on its way can be older than one that was
    /// delivered.
    public mutating func recordStreamEnd() {
        guard let delivered = streamed else { return }
        streamed?.deliveredSince = max(delivered.deliveredSince, delivered.end)
    }

    /// Removes the record of streamed items that are claimed by now.
    private mutating func removeClaimedStreamed() {
        guard let streamed, let newest = coverage.claimed.newest, newest >= max(streamed.end, streamed.missingBelow)
        else { return }
        self.streamed = nil
    }

    // MARK: Reasons for missing ranges

    /// Returns the reason why `timeframe` in particular is missing, or `nil` if it has none of its own.
    public func reason(of timeframe: Timeframe) -> GapCause? {
        unreachable.first { $0.timeframe.contains(timeframe) }?.cause
    }

    /// Records that the source cannot deliver `timeframe`.
    ///
    /// - Parameter documentCount: The number of items of the newest document, if that alone shows it because it names no
    ///   older page.
    public mutating func markUnreachable(_ timeframe: Timeframe, cause: GapCause, documentCount: Int? = nil) {
        markUnreachable(Unreachable(timeframe: timeframe, cause: cause, documentCount: documentCount))
    }

    /// Records that the source cannot deliver a range.
    mutating func markUnreachable(_ range: Unreachable) {
        unreachable.removeAll { range.timeframe.contains($0.timeframe) }
        let end = unreachable.firstIndex(where: \.cause.canBeFilled) ?? unreachable.endIndex
        unreachable.insert(range, at: end)
    }

    /// Records why the page directly below `edge` failed, until it is requested again or delivered in another way.
    package mutating func markFailed(below edge: Timestamp, cause: GapCause) {
        clearFailure(below: edge)
        guard let domain = Timeframe.everythingBefore(edge),
            let hole = deliverable(in: domain).timeframes.first, hole.start == edge
        else { return }
        unreachable.append(Unreachable(timeframe: hole, cause: cause))
    }

    /// Removes the recorded failure of the page directly below `edge`.
    package mutating func clearFailure(below edge: Timestamp) {
        unreachable.removeAll { $0.cause.canBeFilled && $0.timeframe.start == edge }
    }

    /// Removes reasons for ranges that are complete by now, and the record of streamed items that are claimed. A failure
    /// belongs to the page at the top of its range. It goes as soon as that page is claimed, because the next page is
    /// another request.
    public mutating func removeResolvedReasons() {
        removeClaimedStreamed()
        unreachable = unreachable.compactMap { range in
            guard range.cause.canBeFilled else { return missing(in: range.timeframe).isEmpty ? nil : range }
            let rest = coverage.claimed.holes(in: range.timeframe).timeframes.first
            return rest.flatMap { rest in
                rest.start == range.timeframe.start ? Unreachable(timeframe: rest, cause: range.cause) : nil
            }
        }
    }

    /// Removes recorded reasons for ranges that touch `timeframe`, so that they are requested once more. Losses that
    /// were counted stay lost. Returns the removed ones.
    package mutating func reopen(_ timeframe: Timeframe) -> [Unreachable] {
        let removed = unreachable.filter { range in
            if case .agedOut(.some) = range.cause { return false }
            return timeframe.intersection(range.timeframe) != nil
        }
        unreachable.removeAll { removed.contains($0) }
        return removed
    }

    /// Removes the reason ``GapCause/agedOut(lost:)`` of the range directly below `time`, because older pages lead
    /// there now. Losses that were counted and endless ranges stay.
    package mutating func reopen(directlyBelow time: Timestamp) {
        unreachable.removeAll { range in
            guard case .agedOut(nil) = range.cause, !range.timeframe.isEndless else { return false }
            return range.timeframe.contains(time.advanced(by: .seconds(-1)))
        }
    }

    /// Removes the floor and the reasons ``GapCause/agedOut(lost:)`` that rest on a newest document without an older page,
    /// because a page with `count` items names one. A document with fewer items was all that the source had. Losses that
    /// were counted stay. So does a floor with nothing complete above it: nothing else shows where earlier readings ended.
    package mutating func reopen(namedByPageOf count: Int) {
        func isContradicted(_ documentCount: Int?) -> Bool { documentCount.map { $0 >= count } ?? false }
        if let floor, floor.reason == .threshold, isContradicted(floor.documentCount),
            coverage.claimed.timeframes.contains(where: { $0.end <= floor.time && floor.time < $0.start })
        {
            self.floor = nil
        }
        unreachable.removeAll { $0.cause == .agedOut() && isContradicted($0.documentCount) }
    }

    /// Records that items of `hole` are lost for good, because older pages were followed to their end: a page that ends in it
    /// later does not complete it, even if it counted as complete before.
    package mutating func giveUp(_ hole: Timeframe) {
        guard !hole.isEndless, !coverage.withdrawn.intersection(hole).isEmpty else { return }
        coverage.reinstate(hole)
        // Below the floor, only what is withdrawn would be missing.
        guard let floor, hole.end < floor.time else { return }
        self.floor = Floor(time: hole.end, reason: floor.reason)
    }

    /// Removes page tokens and all reasons but ``GapCause/agedOut(lost:)``, so that every missing range is requested afresh.
    mutating func restart() {
        coverage.dropTokens()
        unreachable.removeAll { range in
            if case .agedOut = range.cause { false } else { true }
        }
    }
}
