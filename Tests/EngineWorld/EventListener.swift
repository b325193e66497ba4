import EngineConcepts
import EngineTestSupport

/// What must be true of a supplier after a deed, given what its source answered in it: nothing that was delivered is lost,
/// nothing is believed that nobody said, and nothing is given up that could be had.
struct EventListener {
    let citizen: Participant
    let testimonies: [DeliveryRecord]
    let before: SupplierState
    let after: SupplierState
    /// Where its tickets stood before, newest first.
    private let stored: [Timestamp]
    /// Where each stood. What was answered to a process that died is not among them.
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

    // MARK: What was said

    /// 6, 24: what was claimed is covered, however many fills ran at that time.
    func checkClaims() throws {
        for (_, answer) in answers {
            for claim in answer.claims.compactMap(\.timeframe.wholeSeconds)
            where !after.coverage.claimed.timeframes.contains(where: { $0.start >= claim.start && $0.end <= claim.end })
            {
                throw LawViolation("\(id) claimed \(claim.inWords), and is covered \(after.coverage.claimed.inWords)")
            }
        }
    }

    /// How the supplier is, is how it last answered.
    func checkCondition() throws {
        guard let last = testimonies.last else { return }
        let wanted: GapCause
        switch last.outcome {
        case .success(let answer):
            guard after.condition == .well else { throw LawViolation("\(id) answered, and is said to be \(after.condition)") }
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

    // MARK: What nobody can know

    /// Where a window holds nothing that is known, though it comes down into what was read before: what lies between it and
    /// the next known post may have come and gone. By the number of the testimony.
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
            // Among items with dates, one without says nothing of where it stands.
            let dated = answer.items.filter { $0.orderTime != nil }
            guard known.isDisjoint(with: (dated.isEmpty ? answer.items : dated).map(\.id)), let oldest = times.min()
            else { continue }
            // What the source leaves out may stand below what it shows.
            let bottom = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() ?? oldest.secondAbove
            guard let neighbour = places.filter({ $0 < min(oldest, bottom) }).max(),
                let stretch = Timeframe(from: bottom, downTo: neighbour.secondAbove), stretch.start < top
            else { continue }
            torn.append((number, stretch))
        }
        return torn
    }

    /// Where a page of a window ends with something that was not known, though all of it was believed to be complete: the second
    /// in which it ends may hold more, and what lies below where nothing on the page was known. Where there are no older pages,
    /// anything on the page that was known joins the two.
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
            // What stands elsewhere than it is dated joins nothing.
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
            // What stood on a page above may stand on this one too.
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
            throw LawViolation("the window of \(id) has turned over, and \(last.stretch.inWords) is said to be complete")
        }
    }

    // MARK: What nobody said

    /// Nothing is covered that was not, save by an answer. Not known of those that forget: what joins two of their answers
    /// is worked out from the items.
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

    /// What is given up for good is given up for a reason that lies in the source.
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
            // More than its pages get past, or than they reach.
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
                        // The rest of that second is lost, and what lies between it and what was read before.
                        guard testimony.reached != timeframe.end else { return true }
                        top = testimony.reached.advanced(by: .seconds(1))
                    } else {
                        top = testimony.reached
                    }
                    // Of a window that claims nothing, the places that its items have say how far down it reaches.
                    let isPlaced = nature.isWindow && answer.claims.isEmpty && timeframe.start <= testimony.reached
                    return (isPlaced || [top, testimony.reached].contains(timeframe.start))
                        && !bridges(answer, downTo: timeframe.end)
                }
        case .failed, .notAuthorised:
            // Of one that failed before, the part that nothing was heard of since.
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

    /// Whether all of a window is of the second in which it was asked for.
    private func isOfOneSecond(_ testimony: DeliveryRecord, _ answer: FetchAnswer) -> Bool {
        citizen.supplier.traits.shape == .window
            && answer.items.allSatisfy { $0.orderTime.map { $0 >= testimony.request.now.flooredToSecond } ?? true }
    }

    /// Whether a page holds an item that was known before, and is older than `bottom`: then it joins what was read there.
    private func bridges(_ answer: FetchAnswer, downTo bottom: Timestamp) -> Bool {
        answer.items.contains { item in
            citizen.delivered[item.id] != nil && item.orderTime.map { $0 < bottom } ?? false
        }
    }
}
