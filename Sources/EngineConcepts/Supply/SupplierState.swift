/// Everything that the engine stores about one supplier between fills.
public struct SupplierState: Hashable, Sendable, Codable {
    /// The ranges that the supplier has claimed.
    public var coverage = Coverage()
    /// The time before which the source has no items. Only ever moves back.
    public private(set) var floor: Floor?
    /// Ranges that the source cannot deliver, with the reason; they stay gaps. They are followed by ranges whose page
    /// failed at the last request. Those can still be filled.
    public private(set) var unreachable: [Unreachable] = []
    /// The items that a stream or a page has delivered above what is claimed, or `nil` if there are none.
    public private(set) var streamed: Streamed?
    /// The result of the last request.
    public var condition = Condition.neverAsked
    /// Opaque text that the supplier asked to get back with its next request.
    public var memory: String?
    /// The time of the last successful request, or `nil` before the first.
    public var lastSuccess: Timestamp?
    /// The number of consecutive failures.
    public var failures = 0
    /// The time of the first of the consecutive failures, or `nil` if the last request did not fail or the time is unknown.
    public var failingSince: Timestamp?
    /// The source's own name, or `nil` if it never gave one.
    public var sourceName: String?
    /// The address to which the source has moved permanently, or `nil` if it has not moved.
    public var sourceAddress: String?
    /// A warning about the last answer, which was otherwise successful.
    public var warning: Message?
    /// The limits of requests that the source reported last.
    public var budget = FetchBudget()

    /// Creates the state of a supplier that was never asked.
    public init() {}

    private enum CodingKeys: String, CodingKey {
        case coverage, floor, unreachable, streamed, condition, memory, lastSuccess, failures, failingSince, sourceName
        case sourceAddress
        case warning = "remark"
        case budget
    }

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

        public init(time: Timestamp, reason: Reason) {
            self.time = time
            self.reason = reason
        }
    }

    /// A range that the source cannot deliver, or did not deliver at the last request.
    public struct Unreachable: Hashable, Sendable, Codable {
        public let timeframe: Timeframe
        public let cause: GapCause
    }

    /// The items that a stream or a page has delivered without claiming them.
    public struct Streamed: Hashable, Sendable, Codable {
        /// The bound below which everything is missing that is not covered: the beginning of the connection, and after
        /// its end ``end``; the edge of a page.
        public package(set) var missingBelow: Timestamp
        /// The newer bound of the second of the newest item; for a page, its edge.
        public package(set) var end: Timestamp
    }

    /// The result of a supplier's last request.
    public enum Condition: Hashable, Sendable, Codable {
        case neverAsked
        /// The last request succeeded.
        case healthy
        /// The last request is still running, and the fill went on without it.
        case slow
        case failed(SupplierError, at: Timestamp)

        private enum CodingKeys: String, CodingKey {
            case neverAsked
            case healthy = "well"
            case slow, failed
        }
    }

    /// Lowers the floor to `floor`, or sets it. A floor is never raised, so that items below it stay covered.
    public mutating func lowerFloor(to floor: Floor) {
        if let known = self.floor, known.time <= floor.time { return }
        self.floor = floor
    }

    /// Records that a stream has delivered items.
    ///
    /// - Parameters:
    ///   - start: The beginning of the connection. What appeared before was not sent.
    ///   - newest: The place of the newest of the items.
    public mutating func recordStreamed(since start: Timestamp, upTo newest: Timestamp) {
        let below = start.ceiledToSecond
        let end = newest.advanced(by: .milliseconds(1)).ceiledToSecond
        streamed = Streamed(
            missingBelow: max(below, streamed?.missingBelow ?? below), end: max(end, streamed?.end ?? end))
        removeClaimedStreamed()
    }

    /// Records that a page has delivered items above `edge` and claims nothing.
    package mutating func recordDelivered(above edge: Timestamp) {
        streamed = Streamed(
            missingBelow: max(edge, streamed?.missingBelow ?? edge), end: max(edge, streamed?.end ?? edge))
    }

    /// Records that the connection of the stream has ended. An item that was on its way can be older than one that was
    /// delivered.
    public mutating func recordStreamEnd() {
        guard let delivered = streamed else { return }
        streamed?.missingBelow = max(delivered.missingBelow, delivered.end)
    }

    /// The time of the newest claim or connection: a range below it that is not covered is certainly missing. `nil` if
    /// there is neither.
    public var newestEvidence: Timestamp? {
        let bounds = [coverage.claimed.newest, streamed?.missingBelow].compactMap(\.self)
        return bounds.max()
    }

    /// Removes the record of streamed items that are claimed by now.
    private mutating func removeClaimedStreamed() {
        guard let streamed, let newest = coverage.claimed.newest, newest >= max(streamed.end, streamed.missingBelow)
        else { return }
        self.streamed = nil
    }

    /// Records that the source cannot deliver `timeframe`.
    public mutating func markUnreachable(_ timeframe: Timeframe, cause: GapCause) {
        unreachable.removeAll { timeframe.contains($0.timeframe) }
        let end = unreachable.firstIndex(where: \.cause.canBeFilled) ?? unreachable.endIndex
        unreachable.insert(Unreachable(timeframe: timeframe, cause: cause), at: end)
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
            guard range.cause.canBeFilled else {
                return missing(in: range.timeframe).isEmpty ? nil : range
            }
            let rest = coverage.claimed.holes(in: range.timeframe).timeframes.first
            return rest.flatMap { rest in
                rest.start == range.timeframe.start ? Unreachable(timeframe: rest, cause: range.cause) : nil
            }
        }
    }

    /// Removes recorded reasons for ranges that touch `timeframe`, so that they are requested once more. Losses that
    /// were counted stay lost. Returns what ``restore(_:)`` needs.
    public mutating func reopen(_ timeframe: Timeframe) -> [ReopenedRange] {
        let removed = unreachable.filter { range in
            if case .agedOut(.some) = range.cause { return false }
            return timeframe.intersection(range.timeframe) != nil
        }
        unreachable.removeAll { removed.contains($0) }
        return removed.map { ReopenedRange($0, in: self) }
    }

    /// Records the reasons of reopened ranges again, except where the source has shown something new.
    public mutating func restore(_ reopened: [ReopenedRange]) {
        let unchanged = reopened.filter { $0.isUnchanged(in: self) }
        for range in unchanged { markUnreachable(range.timeframe, cause: range.cause) }
    }

    /// Removes the reason ``GapCause/agedOut(lost:)`` of the range directly below `time`, because older pages lead
    /// there now. Losses that were counted and endless ranges stay.
    package mutating func reopen(directlyBelow time: Timestamp) {
        unreachable.removeAll { range in
            guard case .agedOut(nil) = range.cause, !range.timeframe.isEndless else { return false }
            return range.timeframe.contains(time.advanced(by: .seconds(-1)))
        }
    }

    /// Clears the last failure, even a permanent one, so that the source is asked again. Keeps an unexpired rate
    /// limit together with its failure, so that the source is not asked too early and the screen can say why.
    public mutating func clearFailures(at now: Timestamp) {
        guard case .failed = condition else { return }
        failures = 0
        failingSince = nil
        guard !(budget.requestedBackoff?.isActive(at: now) ?? false) else { return }
        condition = lastSuccess == nil ? .neverAsked : .healthy
    }

    /// Clears the last failure and the rate limit if the source answered another request at `time` and this supplier
    /// has not been asked since.
    public mutating func clearRateLimit(answered time: Timestamp) {
        let lastRequest = if case .failed(_, let failed) = condition { failed } else { lastSuccess }
        guard lastRequest.map({ $0 <= time }) ?? true else { return }
        budget.retryAt = nil
        clearFailures(at: time)
    }

    /// Removes tokens and failures, both of the whole source and of single pages, so that the next request starts
    /// afresh. Keeps ``GapCause/agedOut(lost:)`` and a rate limit that holds at `now`.
    public mutating func restart(at now: Timestamp) {
        clearFailures(at: now)
        coverage.dropTokens()
        unreachable.removeAll { range in
            switch range.cause {
            case .agedOut: false
            default: true
            }
        }
    }

    /// Removes all that is known of delivered items, so that the source is read as if for the first time. Keeps its name and
    /// address, a failure and a rate limit.
    public mutating func forgetDeliveries() {
        var rest = SupplierState()
        (rest.sourceName, rest.sourceAddress) = (sourceName, sourceAddress)
        (rest.failures, rest.failingSince) = (failures, failingSince)
        if case .failed = condition { rest.condition = condition }
        rest.budget = FetchBudget(retryAt: budget.retryAt, requestsLeft: budget.requestsLeft)
        self = rest
    }

    /// Returns the ranges within `timeframe` that are not delivered yet.
    public func missing(in timeframe: Timeframe) -> TimeframeSet {
        var missing = coverage.claimed.holes(in: timeframe)
        if let floor, let below = Timeframe.everythingBefore(floor.time) {
            missing.remove(below)
        }
        for range in coverage.withdrawn.intersection(timeframe).timeframes {
            missing.insert(range)
        }
        return missing
    }

    /// Returns the missing ranges in `timeframe` that the source can deliver.
    package func deliverable(in timeframe: Timeframe) -> TimeframeSet {
        var missing = missing(in: timeframe)
        for range in unreachable where !range.cause.canBeFilled {
            missing.remove(range.timeframe)
        }
        return missing
    }

    /// Returns the reason why `timeframe` is missing.
    public func cause(of timeframe: Timeframe) -> GapCause {
        unreachable.first { $0.timeframe.contains(timeframe) }?.cause ?? cause
    }

    /// The reason for missing ranges that have none of their own.
    public var cause: GapCause {
        switch condition {
        case .neverAsked, .healthy: budget.retryAt.map { .rateLimited(until: $0) } ?? .notAsked
        case .slow: .slow
        case .failed(let error, _): error.code == .rateLimited ? .rateLimited(until: budget.retryAt) : error.gapCause
        }
    }
}

extension SupplierError {
    /// The cause of a gap that results from this error, without the source's current rate limit.
    package var gapCause: GapCause {
        switch code {
        case .rateLimited: .rateLimited(until: retryAt)
        case .notAuthorised: .notAuthorised(message)
        default: .failed(message)
        }
    }
}
