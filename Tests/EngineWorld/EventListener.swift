import EngineConcepts
import EngineTestSupport

/// Laws for a supplier after a step, given its source's answers: nothing delivered is lost, nothing is covered
/// without a claim, and nothing available is given up.
struct EventListener {
    let citizen: Participant
    let testimonies: [DeliveryRecord]
    let before: SupplierState
    let after: SupplierState
    /// The places of its tickets before the step, newest first.
    private let stored: [Timestamp]
    /// The place of each item. Answers to a process that crashed are not included.
    private let placed: [String: Timestamp]

    init(_ citizen: Participant, _ testimonies: [DeliveryRecord], from before: VisibleTrack, to after: VisibleTrack) {
        self.citizen = citizen
        self.testimonies = testimonies
        self.before = before.record.ledgers[citizen.id] ?? SupplierState()
        self.after = after.record.ledgers[citizen.id] ?? SupplierState()
        let keys = before.stored.filter { $0.id.supplier == citizen.id }
        stored = keys.map(\.time)
        placed = Dictionary(keys.map { ($0.id.item, $0.time) }) { first, _ in first }
    }

    private var id: SupplierID { citizen.id }
    private var nature: SourceBehavior { citizen.truth.nature }
    private var answers: [(testimony: DeliveryRecord, answer: FetchAnswer)] {
        testimonies.compactMap { testimony in testimony.answer.map { (testimony, $0) } }
    }

    // MARK: Claims

    /// 6, 24: every claim is covered, however many fills ran at the time.
    func checkClaims() throws {
        for (_, answer) in answers {
            for claim in answer.claims.compactMap(\.timeframe.wholeSeconds)
            where !after.coverage.claimed.timeframes.contains(where: { $0.start >= claim.start && $0.end <= claim.end })
            {
                throw LawViolation("\(id) claimed \(claim.inWords), and is covered \(after.coverage.claimed.inWords)")
            }
        }
    }

    /// The supplier's condition reflects its last answer.
    func checkCondition() throws {
        guard let last = testimonies.last else { return }
        let wanted: GapCause
        switch last.outcome {
        case .success(let answer):
            guard after.condition == .well else {
                throw LawViolation("\(id) answered, and is said to be \(after.condition)")
            }
            wanted = answer.budget.retryAt.map { .rateLimited(until: $0) } ?? .notAsked
        case .failure(let error):
            switch error.code {
            case .rateLimited: wanted = .rateLimited(until: error.retryAt)
            case .notAuthorised: wanted = .notAuthorised(error.message)
            default: wanted = .failed(error.message)
            }
        }
        guard after.cause == wanted else {
            throw LawViolation("\(id) is missing because of \(wanted), and said to be because of \(after.cause)")
        }
    }

    // MARK: Possible losses

    /// Ranges in which posts may have appeared and been lost: between a window without any known post and the next
    /// known post below it. `number` is the index of the answer.
    var torn: [(number: Int, stretch: Timeframe)] {
        guard citizen.supplier.traits.shape == .window, let top = before.coverage.claimed.newest else { return [] }
        var known = Set(citizen.delivered.keys)
        var places = stored
        var torn: [(number: Int, stretch: Timeframe)] = []
        for (number, testimony) in testimonies.enumerated() {
            guard let answer = testimony.answer, testimony.request.origin == .newest, !answer.items.isEmpty else {
                continue
            }
            let now = testimony.request.now
            let times = answer.items.map { min($0.orderTime ?? now, now) }
            defer {
                known.formUnion(answer.items.map(\.id))
                places += times
            }
            // An item without a date says nothing about its position among items with dates.
            let dated = answer.items.filter { $0.orderTime != nil }
            guard known.isDisjoint(with: (dated.isEmpty ? answer.items : dated).map(\.id)), let oldest = times.min()
            else { continue }
            // Filtered items may be below the visible ones.
            let bottom = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() ?? oldest.secondAbove
            guard let neighbour = places.filter({ $0 < min(oldest, bottom) }).max(),
                let stretch = Timeframe(from: bottom, downTo: neighbour.secondAbove), stretch.start < top
            else { continue }
            torn.append((number, stretch))
        }
        return torn
    }

    /// Ranges that may be incomplete because a window's page ends with an unknown item in a range believed complete:
    /// the second in which the page ends, and everything below it down to the next known item if nothing on the page
    /// was known. Without older pages, any known item on the page connects the two.
    var doubted: [Timeframe] {
        guard citizen.supplier.traits.shape == .window else { return [] }
        var placed = placed
        var doubted: [Timeframe] = []
        for (testimony, answer) in answers {
            let request = testimony.request
            let dated = answer.items.compactMap { item in
                item.orderTime.map { (id: item.id, date: $0, time: min($0, request.now)) }
            }
            defer {
                for item in dated where placed[item.id] == nil { placed[item.id] = item.time }
            }
            // An item that is out of date order connects nothing.
            let isKnown = { (id: String, date: Timestamp) in placed[id]?.flooredToSecond == date.flooredToSecond }
            guard let oldest = dated.map(\.time).min(), let last = dated.last, !isKnown(last.id, last.date) else {
                continue
            }
            let bottom = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() ?? oldest.secondAbove
            let second = Timeframe(from: bottom, downTo: bottom.advanced(by: .seconds(-1)))
            let isAllNew = dated.allSatisfy { placed[$0.id] == nil }
            if let second, placed.values.contains(where: second.contains),
                isAllNew || citizen.supplier.traits.pagesOlder
            {
                doubted.append(second)
            }
            // An item of a page above may also be on this one.
            let above = request.origin == .newest ? .endOfTime : request.edge.advanced(by: .seconds(-1))
            let isJoined = dated.contains { isKnown($0.id, $0.date) && $0.time < above }
            guard !isJoined, let neighbour = placed.values.filter({ $0 < min(oldest, bottom) }).max(),
                let stretch = Timeframe(from: bottom, downTo: neighbour.secondAbove)
            else { continue }
            doubted.append(stretch)
        }
        return doubted
    }

    /// 5: what may have left a window unread is missing again.
    func checkTurnOver() throws {
        guard let last = torn.last, last.number == testimonies.count - 1 else { return }
        var lost = TimeframeSet(CollectionOfOne(last.stretch))
        if let floor = after.floor?.time, let below = Timeframe.everythingBefore(floor) {
            lost.remove(below)
        }
        guard lost.subtracting(after.missing(in: last.stretch)).isEmpty else {
            throw LawViolation(
                "the window of \(id) has turned over, and \(last.stretch.inWords) is said to be complete")
        }
    }

    // MARK: Unfounded state

    /// Coverage grows only by claims. Not checked for sources that forget, because the engine derives the connection
    /// of their windows from the items.
    func checkNothingInvented() throws {
        guard nature.keeps == nil, after.coverage.claimed != before.coverage.claimed else { return }
        var said = before.coverage.claimed.timeframes
        for (testimony, answer) in answers {
            said += answer.claims.compactMap(\.timeframe.wholeSeconds)
            if answer.end == .trueEnd, let below = Timeframe.everythingBefore(testimony.reached) {
                said.append(below)
            }
        }
        let bounds = Set((said + after.coverage.claimed.timeframes).flatMap { [$0.start, $0.end] }).sorted(by: >)
        for (start, end) in zip(bounds, bounds.dropFirst()) {
            guard after.coverage.claimed.timeframes.contains(where: { $0.start >= start && $0.end <= end }) else {
                continue
            }
            guard said.contains(where: { $0.start >= start && $0.end <= end }) else {
                throw LawViolation(
                    "\(id) is covered from \(start.milliseconds) down to \(end.milliseconds), and never said so")
            }
        }
    }

    /// Ranges are given up permanently only for a reason at the source.
    func checkNothingGivenUp() throws {
        for stretch in after.unreachable where !before.unreachable.contains(stretch) {
            guard isReasonable(stretch) else {
                throw LawViolation(
                    "\(id) is said to be \(stretch.cause) in \(stretch.timeframe.inWords)\n\(citizen.truth.character)")
            }
        }
        guard let floor = after.floor, floor != before.floor else { return }
        let isReasonable = answers.contains { testimony, answer in
            switch answer.end {
            case .trueEnd: floor.reason == .trueEnd && testimony.reached == floor.time
            case .retentionLimit:
                nature.keeps != nil && floor.reason == .threshold
                    && (testimony.reached == floor.time || isOfOneSecond(testimony, answer))
            default: false
            }
        }
        guard isReasonable else {
            throw LawViolation("\(id) is said to have nothing below \(floor)\n\(citizen.truth.character)")
        }
    }

    private func isReasonable(_ stretch: SupplierState.Unreachable) -> Bool {
        let timeframe = stretch.timeframe
        switch stretch.cause {
        case .tooDense:
            // More items than its pages can skip, or than they reach.
            let reachesIntoIt = answers.contains { testimony, answer in
                answer.end == .depthLimit && testimony.beyondReach.map { timeframe.contains($0.time) } ?? false
            }
            return timeframe.duration == .seconds(1)
                && (reachesIntoIt || citizen.truth.isInDenseSecond(timeframe.end))
        case .outOfReach:
            let isBelowDensity = !nature.passesDensity && citizen.truth.isAtOrBelowDenseSecond(timeframe.start)
            return isBelowDensity
                || answers.contains { testimony, answer in
                    answer.end == .depthLimit && testimony.beyondReach != nil && testimony.reached == timeframe.start
                }
        case .agedOut:
            return nature.keeps != nil
                && answers.contains { testimony, answer in
                    guard answer.end == .retentionLimit else { return false }
                    let top: Timestamp
                    if isOfOneSecond(testimony, answer) {
                        // The rest of that second is lost, and what is between it and the range read before.
                        guard testimony.reached != timeframe.end else { return true }
                        top = testimony.reached.advanced(by: .seconds(1))
                    } else {
                        top = testimony.reached
                    }
                    // A window without claims reaches down to the places of its items.
                    let isPlaced = nature.isWindow && answer.claims.isEmpty && timeframe.start <= testimony.reached
                    return (isPlaced || [top, testimony.reached].contains(timeframe.start))
                        && !bridges(answer, downTo: timeframe.end)
                }
        case .failed, .notAuthorised:
            // The part of a range that failed before and was not delivered since.
            let isLeft = before.unreachable.contains { former in
                former.cause == stretch.cause && former.timeframe.start == timeframe.start
                    && former.timeframe.end <= timeframe.end
            }
            return isLeft
                || testimonies.contains { testimony in
                    guard case .failure(let error) = testimony.outcome else { return false }
                    return testimony.request.side == .older && testimony.request.edge == timeframe.start
                        && [.failed(error.message), .notAuthorised(error.message)].contains(stretch.cause)
                }
        case .notAsked, .slow, .rateLimited: return false
        }
    }

    /// Returns true if all items of a window are from the second of the request.
    private func isOfOneSecond(_ testimony: DeliveryRecord, _ answer: FetchAnswer) -> Bool {
        citizen.supplier.traits.shape == .window
            && answer.items.allSatisfy { $0.orderTime.map { $0 >= testimony.request.now.flooredToSecond } ?? true }
    }

    /// Returns true if a page holds a known item older than `bottom`, which connects it to what was read there.
    private func bridges(_ answer: FetchAnswer, downTo bottom: Timestamp) -> Bool {
        answer.items.contains { item in
            citizen.delivered[item.id] != nil && item.orderTime.map { $0 < bottom } ?? false
        }
    }
}
