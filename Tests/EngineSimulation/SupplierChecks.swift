import EngineConcepts
import EngineTestSupport

/// Invariants for a supplier after a step, given its source's answers: nothing delivered is lost, nothing is covered
/// without a claim, and nothing available is given up.
struct SupplierChecks {
    let participant: Participant
    let deliveries: [DeliveryRecord]
    let before: SupplierState
    let after: SupplierState
    /// The places of its tickets before the step, newest first.
    private let stored: [Timestamp]
    /// The place of each item. Answers to a process that crashed are not included.
    private let placed: [String: Timestamp]

    init(_ participant: Participant, _ deliveries: [DeliveryRecord], from before: VisibleTrack, to after: VisibleTrack)
    {
        self.participant = participant
        self.deliveries = deliveries
        self.before = before.record.supplierState(of: participant.id)
        self.after = after.record.supplierState(of: participant.id)
        let keys = before.stored.filter { $0.id.supplier == participant.id }
        stored = keys.map(\.time)
        placed = Dictionary(keys.map { ($0.id.item, $0.time) }) { first, _ in first }
    }

    private var id: SupplierID { participant.id }
    private var lossRules: LossRules { participant.truth.lossRules }
    private var answers: [(delivery: DeliveryRecord, answer: FetchAnswer)] {
        deliveries.compactMap { delivery in delivery.answer.map { (delivery, $0) } }
    }

    // MARK: Claims

    /// 6, 24: every claim is covered, however many fills ran at the time.
    func checkClaims() throws {
        let inserted = TimeframeSet([rangeOfInserted].compactMap(\.self))
        for (_, answer) in answers {
            for claim in answer.claims.compactMap(\.timeframe.wholeSeconds)
                .flatMap({ TimeframeSet($0).subtracting(inserted).timeframes })
            where !after.ranges.coverage.claimed.timeframes.contains(where: {
                $0.start >= claim.start && $0.end <= claim.end
            }) {
                throw InvariantViolation(
                    "\(id) claimed \(claim.inWords), and is covered \(after.ranges.coverage.claimed.inWords)")
            }
        }
    }

    /// The supplier's condition reflects its last answer.
    func checkCondition() throws {
        guard let last = deliveries.last else { return }
        let wanted: GapCause
        switch last.outcome {
        case .success(let answer):
            guard after.requests.condition == .healthy else {
                throw InvariantViolation("\(id) answered, and is said to be \(after.requests.condition)")
            }
            wanted = answer.budget.retryAt.map { .rateLimited(until: $0) } ?? .notAsked
        case .failure(let error):
            switch error.code {
            case .rateLimited: wanted = .rateLimited(until: error.retryAt)
            case .notAuthorised: wanted = .notAuthorised(error.message)
            default: wanted = .failed(error.message)
            }
        }
        guard after.requests.cause == wanted else {
            throw InvariantViolation(
                "\(id) is missing because of \(wanted), and said to be because of \(after.requests.cause)")
        }
    }

    // MARK: Possible losses

    /// Ranges in which posts may have appeared and been lost: between a window without any known post and the next
    /// known post below it. `number` is the index of the answer.
    var disconnected: [(number: Int, range: Timeframe)] {
        guard participant.supplier.traits.shape == .window, let top = before.ranges.coverage.claimed.newest else {
            return []
        }
        var known = Set(participant.delivered.keys)
        var places = stored
        var disconnected: [(number: Int, range: Timeframe)] = []
        for (number, delivery) in deliveries.enumerated() {
            guard let answer = delivery.answer, delivery.request.origin == .newest, !answer.items.isEmpty else {
                continue
            }
            let now = delivery.request.now
            let times = answer.items.map { min($0.orderTime ?? now, now) }
            defer {
                known.formUnion(answer.items.map(\.id))
                places += times
            }
            guard !isJoined(answer, at: now, to: known), let oldest = times.min() else { continue }
            // Items that are all dated ahead are placed at the time of the request, and older pages continue there.
            let continuesBelow =
                answer.next != nil && answer.items.allSatisfy { $0.orderTime.map { $0 > now } ?? false }
            // Filtered items may be below the visible ones.
            let bottom =
                continuesBelow
                ? now.flooredToSecond
                : answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() ?? oldest.secondAbove
            guard let neighbour = places.filter({ $0 < min(oldest, bottom) }).max() else { continue }
            let second = bottom.advanced(by: .seconds(-1))
            // A date on a whole minute can stand for a minute, an hour or a day, of which an item was read before.
            let isInKnownUnit =
                answer.next != nil && second.seconds.isMultiple(of: 60)
                && places.contains { $0.flooredToSecond == second }
            guard let range = Timeframe(from: bottom, downTo: isInKnownUnit ? second : neighbour.secondAbove),
                range.start <= top
            else { continue }
            disconnected.append((number, range))
        }
        return disconnected
    }

    /// Returns true if a window's newest page, read at `now`, holds an item that joins it to these known ones. An item without
    /// a date says nothing about its position among items with dates, unless two such items are at the end.
    ///
    /// If no date has come to pass, only the order of the page shows which items joined it: of some items at its end, most are
    /// known. An item on top of new ones can always be there; if there are two, new ones may have been added to the end.
    private func isJoined(_ answer: FetchAnswer, at now: Timestamp, to known: Set<String>) -> Bool {
        let dated = answer.items.filter { $0.orderTime != nil }
        let hasPassed = dated.contains { $0.orderTime.map { $0 <= now } ?? false }
        guard !hasPassed, answer.next == nil else {
            let end = answer.items.suffix(2)
            let endsUndated =
                answer.next == nil && end.count == 2
                && end.allSatisfy { $0.orderTime == nil && known.contains($0.id) }
            return endsUndated || !known.isDisjoint(with: (dated.isEmpty ? answer.items : dated).map(\.id))
        }
        let start = answer.items.prefix(2)
        if start.count == 2, start.allSatisfy({ known.contains($0.id) }) { return true }
        return answer.items.indices.contains { first in
            let end = answer.items[first...]
            return end.count(where: { known.contains($0.id) }) * 2 > end.count
        }
    }

    /// Ranges that may be incomplete because a window's page ends with an unknown item in a range believed complete:
    /// the second in which the page ends, and everything below it down to the next known item if nothing on the page
    /// was known. Without older pages, any known item on the page connects the two.
    var withdrawn: [Timeframe] {
        guard participant.supplier.traits.shape == .window else { return [rangeOfInserted].compactMap(\.self) }
        var placed = placed
        var withdrawn: [Timeframe] = []
        for (delivery, answer) in answers {
            let request = delivery.request
            let dated = answer.items.compactMap { item in
                item.orderTime.map { (id: item.id, date: $0, time: min($0, request.now)) }
            }
            defer {
                for item in dated where placed[item.id] == nil { placed[item.id] = item.time }
            }
            // Where nothing is dated before the request, all items stand at its time. If an earlier reading stands there
            // too, that second and the one below count as torn.
            let isPlacedNow = answer.items.allSatisfy { $0.orderTime.map { $0 > request.now } ?? true }
            if request.origin == .newest, isPlacedNow, let last = answer.items.last, placed[last.id] == nil {
                let second = request.now.flooredToSecond
                let below = placed.values.filter { $0 < second }.max().map(lowestMissing(above:)) ?? second
                let range = Timeframe(
                    from: second.advanced(by: .seconds(1)), downTo: min(below, second.advanced(by: .seconds(-1))))
                if let range { withdrawn.append(range) }
            }
            // An item that is out of date order connects nothing.
            let isKnown = { (id: String, date: Timestamp) in placed[id]?.flooredToSecond == date.flooredToSecond }
            guard let oldest = dated.map(\.time).min(), let last = dated.last, !isKnown(last.id, last.date) else {
                continue
            }
            let bottom = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() ?? oldest.secondAbove
            let second = Timeframe(from: bottom, downTo: bottom.advanced(by: .seconds(-1)))
            let isAllNew = dated.allSatisfy { placed[$0.id] == nil }
            if let second,
                // Nothing shows what else appeared in the second of the request, which was read before if the clock was
                // set back.
                second.contains(request.now)
                    || placed.values.contains(where: second.contains)
                        && (isAllNew || participant.supplier.traits.pagesOlder)
            {
                withdrawn.append(second)
            }
            // An item of a page above may also be on this one.
            let above = request.origin == .newest ? .endOfTime : request.edge.advanced(by: .seconds(-1))
            let isJoined = dated.contains { isKnown($0.id, $0.date) && $0.time < above }
            guard !isJoined, let neighbour = placed.values.filter({ $0 < min(oldest, bottom) }).max(),
                let range = Timeframe(from: bottom, downTo: lowestMissing(above: neighbour))
            else { continue }
            withdrawn.append(range)
        }
        return withdrawn
    }

    /// The range below the newest of several new items of a log where nothing was missing, or `nil` if there are none. The log
    /// may have more of them there.
    private var rangeOfInserted: Timeframe? {
        guard participant.supplier.traits.shape == .log else { return nil }
        let items = answers.filter { $0.delivery.request.direction == .older }.flatMap(\.answer.items)
        let times = items.filter { placed[$0.id] == nil }.compactMap(\.orderTime)
            .filter { before.ranges.missing(in: .always).timeframe(containing: $0) == nil }
        guard times.count > 1, let newest = times.max() else { return nil }
        return Timeframe.everythingBefore(newest.secondAbove)
    }

    /// Returns the time down to which items may be missing above a ticket: a date on a whole minute can stand for a unit of
    /// time that was not over when it was read, so that more items can have its date.
    private func lowestMissing(above neighbour: Timestamp) -> Timestamp {
        neighbour.seconds.isMultiple(of: 60) ? neighbour.flooredToSecond : neighbour.secondAbove
    }

    /// 5: what may have left a window unread is missing again.
    func checkTurnOver() throws {
        guard let last = disconnected.last, last.number == deliveries.count - 1 else { return }
        var lost = TimeframeSet(last.range)
        if let floor = after.ranges.floor?.time, let below = Timeframe.everythingBefore(floor) {
            lost.remove(below)
        }
        guard lost.subtracting(after.ranges.missing(in: last.range)).isEmpty else {
            throw InvariantViolation(
                "the window of \(id) has turned over, and \(last.range.inWords) is said to be complete")
        }
    }

    // MARK: Unfounded state

    /// Coverage grows only by claims. Not checked for sources that forget, because the engine derives the connection
    /// of their windows from the items.
    func checkNothingInvented() throws {
        guard lossRules.keeps == nil, after.ranges.coverage.claimed != before.ranges.coverage.claimed else { return }
        var said = before.ranges.coverage.claimed.timeframes
        // A log that is as it was is claimed again.
        if participant.supplier.traits.shape == .log { said += before.ranges.coverage.withdrawn.timeframes }
        for (delivery, answer) in answers {
            said += answer.claims.compactMap(\.timeframe.wholeSeconds)
            if answer.end == .trueEnd, let below = Timeframe.everythingBefore(delivery.reached) {
                said.append(below)
            }
        }
        let bounds = Set((said + after.ranges.coverage.claimed.timeframes).flatMap { [$0.start, $0.end] }).sorted(by: >)
        for (start, end) in zip(bounds, bounds.dropFirst()) {
            guard after.ranges.coverage.claimed.timeframes.contains(where: { $0.start >= start && $0.end <= end })
            else { continue }
            guard said.contains(where: { $0.start >= start && $0.end <= end }) else {
                throw InvariantViolation(
                    "\(id) is covered from \(start.milliseconds) down to \(end.milliseconds), and never said so")
            }
        }
    }

    /// Ranges are given up permanently only for a reason at the source.
    func checkNothingGivenUp() throws {
        for range in after.ranges.unreachable where !before.ranges.unreachable.contains(range) {
            guard isReasonable(range) else {
                throw InvariantViolation(
                    "\(id) is said to be \(range.cause) in \(range.timeframe.inWords)\n\(participant.truth.description)"
                )
            }
        }
        guard let floor = after.ranges.floor, floor != before.ranges.floor else { return }
        let isReasonable = answers.contains { delivery, answer in
            switch answer.end {
            case .trueEnd: floor.reason == .trueEnd && delivery.reached == floor.time
            case .retentionLimit:
                lossRules.keeps != nil && floor.reason == .threshold
                    && (delivery.reached == floor.time || isOfOneSecond(delivery, answer))
            default: false
            }
        }
        // Within the oldest second, items can be lost between two readings. The floor is then below that loss.
        let isBelowLoss = after.ranges.unreachable.contains { range in
            range.timeframe.end == floor.time && self.isReasonable(range)
        }
        guard isReasonable || isBelowLoss else {
            throw InvariantViolation("\(id) is said to have nothing below \(floor)\n\(participant.truth.description)")
        }
    }

    private func isReasonable(_ range: SupplierRanges.Unreachable) -> Bool {
        let timeframe = range.timeframe
        switch range.cause {
        case .tooDense:
            // More items than its pages can skip, or than they reach.
            let reachesIntoIt = answers.contains { delivery, answer in
                answer.end == .depthLimit && delivery.beyondReach.map { timeframe.contains($0.time) } ?? false
            }
            return timeframe.duration == .seconds(1)
                && (reachesIntoIt || participant.truth.isInDenseSecond(timeframe.end))
        case .outOfReach:
            let isBelowDensity = !lossRules.passesDensity && participant.truth.isAtOrBelowDenseSecond(timeframe.start)
            return isBelowDensity
                || answers.contains { delivery, answer in
                    answer.end == .depthLimit && delivery.beyondReach != nil && delivery.reached == timeframe.start
                }
        case .agedOut:
            return lossRules.keeps != nil
                && answers.contains { delivery, answer in
                    guard answer.end == .retentionLimit else { return false }
                    let top: Timestamp
                    if isOfOneSecond(delivery, answer) {
                        // The rest of that second is lost, and what is between it and the range read before.
                        guard delivery.reached != timeframe.end else { return true }
                        top = delivery.reached.advanced(by: .seconds(1))
                    } else {
                        top = delivery.reached
                    }
                    // A window without claims reaches down to the places of its items.
                    let isPlaced = lossRules.isWindow && answer.claims.isEmpty && timeframe.start <= delivery.reached
                    return (isPlaced || [top, delivery.reached].contains(timeframe.start))
                        && !bridges(answer, downTo: timeframe.end)
                }
        case .failed, .notAuthorised:
            // The part of a range that failed before and was not delivered since.
            let isLeft = before.ranges.unreachable.contains { known in
                known.cause == range.cause && known.timeframe.start == timeframe.start
                    && known.timeframe.end <= timeframe.end
            }
            return isLeft
                || deliveries.contains { delivery in
                    guard case .failure(let error) = delivery.outcome else { return false }
                    return delivery.request.direction == .older && delivery.request.edge == timeframe.start
                        && [.failed(error.message), .notAuthorised(error.message)].contains(range.cause)
                }
        case .notAsked, .slow, .rateLimited: return false
        }
    }

    /// Returns true if all items of a window are from the second of the request.
    private func isOfOneSecond(_ delivery: DeliveryRecord, _ answer: FetchAnswer) -> Bool {
        participant.supplier.traits.shape == .window
            && answer.items.allSatisfy { $0.orderTime.map { $0 >= delivery.request.now.flooredToSecond } ?? true }
    }

    /// Returns true if a page holds a known item older than `bottom`, which connects it to what was read there.
    private func bridges(_ answer: FetchAnswer, downTo bottom: Timestamp) -> Bool {
        answer.items.contains { item in
            participant.delivered[item.id] != nil && item.orderTime.map { $0 < bottom } ?? false
        }
    }
}
