extension SupplierState {
    /// Takes in what a page proves, and answers the bound that is complete now as seen from where the page began; the
    /// request's own edge where the page proved nothing there.
    public mutating func advance(by delivery: PoolDelivery) -> Timestamp {
        let answer = delivery.answer
        let now = delivery.request.now
        condition = .well
        failures = 0
        lastSuccess = now
        budget = answer.budget
        budget.retryAt = patience(until: answer.budget.retryAt, from: now)
        // Where all of a window is of the second in which it was asked for, what has left it in that second cannot be told
        // before the second is over: the next answer must not be that nothing has changed.
        memory = delivery.isOfItsOwnSecond ? nil : answer.memory ?? memory
        sourceName = answer.sourceName ?? sourceName
        sourceAddress = answer.sourceAddress ?? sourceAddress
        if delivery.request.origin == .newest, !answer.isUnchanged { remark = answer.remark }
        if delivery.request.side == .older { forgetFailure(below: delivery.request.edge) }
        let reached =
            if !answer.isUnchanged { claim(delivery) } else if delivery.request.canBeUnchanged {
                reachUp(delivery)
            } else {
                delivery.request.edge
            }
        if delivery.isPagedWindow, reached == delivery.request.edge {
            // It completes nothing yet: that it has not changed would not say that nothing is missing behind it.
            memory = nil
        }
        settle()
        return reached
    }

    /// Takes in that a request failed. Where that was for an older page, what is missing there stays missing because of it,
    /// though the source may answer other requests.
    ///
    /// - Parameter request: What failed; nil where that is not known, or nothing was asked for yet.
    public mutating func fail(_ error: SupplierError, of request: FetchRequest? = nil, at time: Timestamp) {
        condition = .failed(error, at: time)
        failures += 1
        budget.retryAt = patience(until: error.retryAt, from: time)
        guard let request, request.side == .older, request.origin != .newest else { return }
        switch error.code {
        // Patience ends by itself, and who cancels knows that.
        case .rateLimited, .cancelled: forgetFailure(below: request.edge)
        default: markFailed(below: request.edge, cause: error.gapCause)
        }
    }

    /// No source is left in peace for longer than a day, whatever it says: it may be mistaken.
    public static let greatestPatience = Duration.seconds(86_400)

    private func patience(until retryAt: Timestamp?, from now: Timestamp) -> Timestamp? {
        retryAt.map { min($0, now.advanced(by: Self.greatestPatience)) }
    }

    /// The top of what it has yet to deliver and could deliver within `timeframe`; the timeframe's end where there is
    /// nothing of the kind. Everything between the timeframe's start and this is complete, as far as it can be.
    public func low(in timeframe: Timeframe) -> Timestamp {
        deliverable(in: timeframe).newest ?? timeframe.end
    }

    /// The bottom of what it has yet to deliver and could deliver within `timeframe`; the timeframe's start where there
    /// is nothing of the kind.
    public func high(in timeframe: Timeframe) -> Timestamp {
        deliverable(in: timeframe).oldest ?? timeframe.start
    }

    /// What it has yet to deliver within `timeframe` and could deliver.
    func deliverable(in timeframe: Timeframe) -> TimeframeSet {
        var missing = missing(in: timeframe)
        for stretch in unreachable where !stretch.cause.canBeFilled {
            missing.remove(stretch.timeframe)
        }
        return missing
    }

    /// Nothing has changed: what was claimed as the newest stretch reaches up to `now`.
    private mutating func reachUp(_ delivery: PoolDelivery) -> Timestamp {
        let top = delivery.request.now.flooredToSecond
        guard let known = coverage.claimed.newest ?? floor?.time, let since = Timeframe(from: top, downTo: known) else {
            return top
        }
        // What had left the window unread the last time has not come back.
        var reached = TimeframeSet(CollectionOfOne(since))
        for stretch in unreachable {
            reached.remove(stretch.timeframe)
        }
        for stretch in reached.timeframes {
            coverage.bridge(stretch)
        }
        let bottom = coverage.claimed.timeframes.first?.end ?? known
        if let stretch = Timeframe(from: top, downTo: bottom) {
            coverage.settle(stretch, before: delivery.settled(after: delivery.traits.lateness))
        }
        return bottom
    }

    private mutating func claim(_ delivery: PoolDelivery) -> Timestamp {
        let edge = delivery.request.edge
        if let unjoined = delivery.unjoined, isBelieved(unjoined, delivery) {
            coverage.doubt(TimeframeSet(CollectionOfOne(unjoined)).subtracting(missing(in: unjoined)))
        }
        var proven = TimeframeSet()
        for claim in claims(of: delivery) {
            coverage.add(claim, settledBefore: delivery.settled(by: claim))
            if let whole = claim.timeframe.wholeSeconds {
                proven.insert(whole)
            }
        }
        switch delivery.request.side {
        case .older:
            var edge = edge
            if let unread = delivery.answer.unread, unread.start == edge {
                markUnreachable(unread, cause: .outOfReach)
                edge = unread.end
            }
            let reached = proven.timeframes.first { $0.start >= edge && $0.end < edge }?.end ?? edge
            // Where there was no way on so far, what was in the way is over.
            if delivery.answer.next != nil, coverage.olderTokens[reached] == nil {
                forgetFailure(below: reached)
            }
            coverage.setToken(delivery.answer.next, at: reached, side: .older)
            if delivery.answer.next != nil { reopen(directlyBelow: reached) }
            end(delivery, at: reached)
            if let error = delivery.answer.interruption { markFailed(below: reached, cause: error.gapCause) }
            return reached
        case .newer:
            let reached = proven.timeframes.first { $0.end <= edge && $0.start > edge }?.start ?? edge
            coverage.setToken(delivery.answer.next, at: reached, side: .newer)
            return reached
        }
    }

    /// Whether a page has come down into what was believed to be complete.
    private func isBelieved(_ unjoined: Timeframe, _ delivery: PoolDelivery) -> Bool {
        if delivery.request.origin == .newest, let top = coverage.claimed.newest, unjoined.start < top { return true }
        guard delivery.traits.pagesOlder else { return false }
        let second = Timeframe(from: unjoined.start, downTo: unjoined.start.advanced(by: .seconds(-1)))
        return second.map { missing(in: $0).isEmpty } ?? false
    }

    /// What the page claims, as far as it has happened: nobody knows more. Where the clock was set back, a page can have been
    /// asked for below an edge that lies ahead of it; then it is believed up to there. For a window without dates, what
    /// follows from the places that its items have. An older page says nothing of what lies between it and the top.
    private func claims(of delivery: PoolDelivery) -> [Claim] {
        guard delivery.traits.shape == .window, delivery.request.origin == .newest, delivery.answer.claims.isEmpty,
            !delivery.hasDates, let foot = delivery.foot,
            let timeframe = Timeframe(
                from: delivery.request.now, downTo: foot.flooredToSecond.advanced(by: .seconds(1)))
        else {
            let request = delivery.request
            if request.origin != .newest, !delivery.hasDates, delivery.oldest != nil, delivery.traits.shape == .window {
                return claims(ofUndated: delivery)
            }
            let known = request.side == .older ? max(request.now, request.edge) : request.now
            return delivery.answer.claims.compactMap { $0.until(known) }
        }
        return [Claim(timeframe, .heuristic(lateness: delivery.traits.lateness))]
    }

    /// What an older page without dates completes. Its items were given the second below its edge for want of a better one. Where
    /// it holds what was read before, everything down to that is complete; where it does not, it must not look as if it
    /// reached down to what is known.
    private func claims(ofUndated delivery: PoolDelivery) -> [Claim] {
        let edge = delivery.request.edge
        if let overlap = delivery.overlap?.flooredToSecond, let timeframe = Timeframe(from: edge, downTo: overlap) {
            return [Claim(timeframe, .heuristic(lateness: delivery.traits.lateness))]
        }
        guard let hole = hole(below: edge) else { return delivery.answer.claims }
        return delivery.answer.claims.filter { hole.end < $0.timeframe.end }
    }

    /// Draws the conclusion from a page's end at `bottom`.
    private mutating func end(_ delivery: PoolDelivery, at bottom: Timestamp) {
        switch delivery.answer.end {
        case .trueEnd:
            guard let below = Timeframe.everythingBefore(bottom) else { return }
            coverage.add(Claim(below), settledBefore: delivery.settled(after: delivery.traits.lateness))
            lowerFloor(to: Floor(time: bottom, reason: .trueEnd))
        case .retentionLimit, .gone:
            endOfWindow(at: bottom, of: delivery)
        case .depthLimit:
            guard let hole = hole(below: bottom) else { return }
            markUnreachable(hole, cause: .outOfReach)
        case .more, .reachedBound, .unknown:
            guard delivery.traits.shape == .window, !delivery.traits.pagesOlder, delivery.answer.next == nil,
                delivery.oldest != nil
            else { return }
            endOfWindow(at: bottom, of: delivery)
        }
    }

    /// The source keeps nothing below `bottom`. Where something older was read once, it is continuous with this page
    /// only if the page holds an item of it; else what lay between has left the window unread. What is claimed there
    /// already was forgotten before, where the page is foreign to it.
    private mutating func endOfWindow(at bottom: Timestamp, of delivery: PoolDelivery) {
        let wholeTop = windowTop(of: delivery, above: bottom)
        let wasRead = floor != nil || !coverage.claimed.isEmpty
        if let wholeTop, delivery.meets.map({ $0 >= wholeTop }) ?? true, wasRead,
            let second = Timeframe(from: wholeTop, downTo: bottom)
        {
            markUnreachable(second, cause: .agedOut())
        }
        guard let hole = hole(below: bottom) else { return }
        if hole.isEndless, delivery.answer.end != .gone {
            lowerFloor(to: Floor(time: wholeTop ?? bottom, reason: .threshold))
        } else if let known = delivery.meets, known < hole.end {
            coverage.bridge(hole)
        } else if isLast(delivery, in: hole) {
            if floor.map({ hole.start <= $0.time }) ?? false { coverage.believe(hole) } else { coverage.bridge(hole) }
        } else {
            markUnreachable(hole, cause: .agedOut(lost: delivery.answer.lost))
        }
    }

    /// Whether a page of a window, which nothing follows, ends in the very second that `hole` is with something that was known,
    /// and all of that second was believed to be known before the page came. What a log has forgotten of it may have stood anywhere in it.
    private func isLast(_ delivery: PoolDelivery, in hole: Timeframe) -> Bool {
        guard delivery.traits.shape == .window, delivery.request.origin != .newest, !delivery.isForeign,
            let known = delivery.meets
        else { return false }
        return known < hole.start && hole.start.since(hole.end) <= .seconds(1) && coverage.doubted.contains(hole)
    }

    /// Where all of a window is of the very second of the request, more may have appeared in that than it holds, and
    /// nothing of it is claimed: the second's newer bound. What stands among items with dates and has none may be older.
    private func windowTop(of delivery: PoolDelivery, above bottom: Timestamp) -> Timestamp? {
        guard delivery.traits.shape == .window, delivery.request.origin == .newest, bottom == delivery.request.edge,
            let foot = delivery.foot, foot >= bottom
        else { return nil }
        return foot.flooredToSecond.advanced(by: .seconds(1))
    }

    /// What is missing directly below `bottom`; nil where that is claimed, or lies below the floor.
    private func hole(below bottom: Timestamp) -> Timeframe? {
        guard let domain = Timeframe.everythingBefore(bottom), let hole = missing(in: domain).timeframes.first,
            hole.start == bottom
        else { return nil }
        return hole
    }
}

extension FetchRequest {
    /// Whether "nothing has changed" says anything: of the newest page, to somebody who said what it was.
    fileprivate var canBeUnchanged: Bool {
        origin == .newest && memory != nil
    }
}

extension Claim {
    /// What of it lies before `now`; nil where nothing does.
    fileprivate func until(_ now: Timestamp) -> Claim? {
        guard timeframe.start > now else { return self }
        return Timeframe(from: now, downTo: timeframe.end).map { Claim($0, kind) }
    }
}

extension PoolDelivery {
    /// The time before which nothing can appear any more that would belong into `claim`.
    fileprivate func settled(by claim: Claim) -> Timestamp {
        switch claim.kind {
        case .exact: settled(after: traits.lateness)
        case .heuristic(let lateness): settled(after: max(lateness, traits.lateness))
        }
    }

    /// The time before which nothing can appear any more, where items come no later than `lateness` after their time.
    fileprivate func settled(after lateness: Duration) -> Timestamp {
        lateness > .zero ? request.now.advanced(by: .zero - lateness) : .endOfTime
    }
}
