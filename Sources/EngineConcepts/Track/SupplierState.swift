/// All that the engine remembers of one supplier between fills: what it covers and how it is.
public struct SupplierState: Hashable, Sendable, Codable {
    /// What it has claimed.
    public var coverage: Coverage
    /// The moment before which it has nothing to give. Only ever moves back.
    public private(set) var floor: Floor?
    /// Stretches that it cannot deliver, with the reason; they stay gaps. Behind them those whose page failed when it was last
    /// asked for, whatever else was answered since: they can be filled.
    public private(set) var unreachable: [Unreachable]
    /// How it was when last asked.
    public var condition: Condition
    /// What it asked to be reminded of.
    public var memory: String?
    /// When it last answered without an error; nil where nothing of it was ever stored.
    public var lastSuccess: Timestamp?
    /// How often it failed in a row.
    public var failures: Int
    /// What the source calls itself, as far as it ever said so.
    public var sourceName: String?
    /// Where the source has moved for good, as far as it ever said so.
    public var sourceAddress: String?
    /// The warning of the last answer, or `nil` if there was none.
    public var remark: Message?
    /// What its source said of its next answers.
    public var budget: FetchBudget

    /// A supplier that was never asked.
    public init() {
        coverage = Coverage()
        floor = nil
        unreachable = []
        condition = .neverAsked
        memory = nil
        lastSuccess = nil
        failures = 0
        sourceName = nil
        sourceAddress = nil
        remark = nil
        budget = FetchBudget()
    }

    /// Below this, there is nothing.
    public struct Floor: Hashable, Sendable, Codable {
        /// Why there is nothing below.
        public enum Reason: String, Hashable, Sendable, Codable {
            /// The stream begins here.
            case trueEnd
            /// The source keeps no more, or says that it never had more.
            case threshold
        }

        /// The floor: excluded from what is missing, as is everything older.
        public let time: Timestamp
        /// Why there is nothing below.
        public let reason: Reason

        /// Makes a floor.
        public init(time: Timestamp, reason: Reason) {
            self.time = time
            self.reason = reason
        }
    }

    /// A stretch that cannot be delivered, or was not when it was last asked for.
    public struct Unreachable: Hashable, Sendable, Codable {
        /// Which stretch.
        public let timeframe: Timeframe
        /// Why.
        public let cause: GapCause

        /// Makes a record of a stretch that cannot be delivered.
        public init(timeframe: Timeframe, cause: GapCause) {
            self.timeframe = timeframe
            self.cause = cause
        }
    }

    /// How a supplier was when last asked.
    public enum Condition: Hashable, Sendable, Codable {
        /// It was never asked.
        case neverAsked
        /// It answered.
        case well
        /// It has not answered yet, and the others were not kept waiting for it.
        case slow
        /// It failed.
        case failed(SupplierError, at: Timestamp)
    }

    /// Lowers the floor to `floor`, or sets it. A floor is never raised: what was promised below it stays.
    public mutating func lowerFloor(to floor: Floor) {
        if let known = self.floor, known.time <= floor.time { return }
        self.floor = floor
    }

    /// Records that `timeframe` cannot be delivered.
    public mutating func markUnreachable(_ timeframe: Timeframe, cause: GapCause) {
        unreachable.removeAll { timeframe.contains($0.timeframe) }
        let end = unreachable.firstIndex(where: \.cause.canBeFilled) ?? unreachable.endIndex
        unreachable.insert(Unreachable(timeframe: timeframe, cause: cause), at: end)
    }

    /// Records why the page directly below `edge` did not come: until it is asked for again, or has come another way.
    mutating func markFailed(below edge: Timestamp, cause: GapCause) {
        forgetFailure(below: edge)
        guard let domain = Timeframe.everythingBefore(edge),
            let hole = deliverable(in: domain).timeframes.first, hole.start == edge
        else { return }
        unreachable.append(Unreachable(timeframe: hole, cause: cause))
    }

    /// Forgets that the page directly below `edge` has failed.
    mutating func forgetFailure(below edge: Timestamp) {
        unreachable.removeAll { $0.cause.canBeFilled && $0.timeframe.start == edge }
    }

    /// Forgets reasons for stretches that are complete by now. What has failed is the page at the top of its stretch: below what
    /// is claimed of that, another page is to be asked for.
    public mutating func settle() {
        unreachable = unreachable.compactMap { stretch in
            guard stretch.cause.canBeFilled else {
                return missing(in: stretch.timeframe).isEmpty ? nil : stretch
            }
            let rest = coverage.claimed.holes(in: stretch.timeframe).timeframes.first
            return rest.flatMap { rest in
                rest.start == stretch.timeframe.start ? Unreachable(timeframe: rest, cause: stretch.cause) : nil
            }
        }
    }

    /// Forgets that what touches `timeframe` could not be delivered, so that it is asked for once more. What is known to be
    /// lost, because it was counted, stays lost.
    public mutating func reopen(_ timeframe: Timeframe) {
        unreachable.removeAll { stretch in
            if case .agedOut(.some) = stretch.cause { return false }
            return timeframe.intersection(stretch.timeframe) != nil
        }
    }

    /// Forgets that a stretch below `time` has left a window unread: there are older pages now that lead there. What was
    /// counted stays lost, and an end stays an end.
    mutating func reopen(directlyBelow time: Timestamp) {
        unreachable.removeAll { stretch in
            guard case .agedOut(nil) = stretch.cause, !stretch.timeframe.isEndless else { return false }
            return stretch.timeframe.contains(time.advanced(by: .seconds(-1)))
        }
    }

    /// Forgets that it has failed, be it for good: somebody wants it asked anew. Where its source asked for patience that
    /// holds at `now`, that is kept, and that it failed with it: it is not asked before, and whoever wonders is told why.
    public mutating func forgetFailures(at now: Timestamp) {
        guard case .failed = condition else { return }
        failures = 0
        guard !(wishedPeace?.holds(at: now) ?? false) else { return }
        condition = lastSuccess == nil ? .neverAsked : .well
    }

    /// Forgets that it has failed, and the patience that its source asked for, where it answered somebody else at `time` and was
    /// not asked since.
    public mutating func forgetPatience(answered time: Timestamp) {
        let asked = if case .failed(_, let failed) = condition { failed } else { lastSuccess }
        guard asked.map({ $0 <= time }) ?? true else { return }
        budget.retryAt = nil
        guard case .failed = condition else { return }
        failures = 0
        condition = lastSuccess == nil ? .neverAsked : .well
    }

    /// Forgets where it was to be read on, and that it has failed, as a whole or where its pages did not get on: they may by
    /// now. What has left a window unread stays lost, and the patience that holds at `now` is kept.
    public mutating func restart(at now: Timestamp) {
        forgetFailures(at: now)
        coverage.dropTokens()
        unreachable.removeAll { stretch in
            switch stretch.cause {
            case .agedOut: false
            default: true
            }
        }
    }

    /// What it has yet to deliver within `timeframe`.
    public func missing(in timeframe: Timeframe) -> TimeframeSet {
        var missing = coverage.claimed.holes(in: timeframe)
        if let floor, let below = Timeframe.everythingBefore(floor.time) {
            missing.remove(below)
        }
        for stretch in coverage.doubted.intersection(timeframe).timeframes {
            missing.insert(stretch)
        }
        return missing
    }

    /// Why `timeframe` is missing.
    public func cause(of timeframe: Timeframe) -> GapCause {
        unreachable.first { $0.timeframe.contains(timeframe) }?.cause ?? cause
    }

    /// Why anything is missing for which there is no reason of its own.
    public var cause: GapCause {
        switch condition {
        case .neverAsked, .well: budget.retryAt.map { .rateLimited(until: $0) } ?? .notAsked
        case .slow: .slow
        case .failed(let error, _): error.code == .rateLimited ? .rateLimited(until: budget.retryAt) : error.gapCause
        }
    }
}

extension SupplierError {
    /// Why something is missing because of this, whatever the source's patience.
    var gapCause: GapCause {
        switch code {
        case .rateLimited: .rateLimited(until: retryAt)
        case .notAuthorised: .notAuthorised(message)
        default: .failed(message)
        }
    }
}
