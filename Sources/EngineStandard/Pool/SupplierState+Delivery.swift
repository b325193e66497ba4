public import EngineConcepts

extension SupplierState {
    /// Applies a page and returns the bound down or up to which the supplier is now complete, as seen from the page's
    /// edge. Returns the edge itself if the page proved nothing there.
    ///
    /// The cases of a page are in the table of `docs/decisions/0035-evidence-of-a-page.md`, in the order of the functions here.
    public mutating func advance(by delivery: PoolDelivery) -> Timestamp {
        let answer = delivery.answer
        let now = delivery.request.now
        condition = .healthy
        failures = 0
        failingSince = nil
        lastSuccess = now
        budget = answer.budget
        budget.retryAt = answer.budget.retryAt.map { Backoff.end(until: $0, from: now) }
        keepMemory(of: delivery)
        sourceName = answer.sourceName ?? sourceName
        sourceAddress = answer.sourceAddress ?? sourceAddress
        if delivery.request.origin == .newest, !answer.isUnchanged { warning = answer.warning }
        if delivery.request.direction == .older { clearFailure(below: delivery.request.edge) }
        let reached =
            if !answer.isUnchanged { claim(delivery) } else if delivery.request.canBeUnchanged {
                claimUnchanged(delivery)
            } else {
                delivery.request.edge
            }
        if delivery.isNewestOfPaged, reached == delivery.request.edge {
            // The page completes nothing yet, so a later "not modified" must not count as complete.
            memory = nil
            // Its items are still shown, above everything that is claimed. The next page may fail.
            if !delivery.hasDates, delivery.oldest != nil { recordDelivered(above: reached) }
        }
        removeResolvedReasons()
        return reached
    }

    /// Keeps the memory of an answer, unless its validator proves nothing.
    private mutating func keepMemory(of delivery: PoolDelivery) {
        // If all items fall in the second of the request, further items of that second may already have left the
        // window. The validator is dropped, so that the next answer cannot be "not modified". That of a newest page that is
        // out of date is worth nothing.
        if delivery.isWithinRequestSecond {
            memory = nil
        } else if !delivery.isOutdated || delivery.request.origin != .newest {
            memory = delivery.answer.memory ?? memory
        }
        // Without the memory of the answer, the supplier does not know when its source is due. It is not asked before, since
        // the answer "not due" would claim the time above the page.
        if delivery.isOutdated { budget.routineAt = budget.routineAt ?? budget.freshUntil }
    }

    // MARK: An unchanged source

    /// Extends the newest claimed range up to `now`, because nothing has changed at the source.
    private mutating func claimUnchanged(_ delivery: PoolDelivery) -> Timestamp {
        let top = delivery.request.now.flooredToSecond
        guard let known = coverage.claimed.newest ?? floor?.time, let since = Timeframe(from: top, downTo: known) else {
            return top
        }
        // Items that had left the window unread are still missing.
        var reached = TimeframeSet(since)
        for range in unreachable {
            reached.remove(range.timeframe)
        }
        for range in reached.timeframes {
            coverage.bridge(range)
        }
        let bottom = coverage.claimed.timeframes.first?.end ?? known
        if let range = Timeframe(from: top, downTo: bottom) {
            coverage.markSettled(range, before: delivery.settled(by: Claim(range)))
        }
        return bottom
    }

    // MARK: A page with items or none

    /// Withdraws the claims that a page contradicts, adds those that it proves, and records what follows it. Returns the
    /// bound that is complete now, as ``advance(by:)`` does.
    private mutating func claim(_ delivery: PoolDelivery) -> Timestamp {
        withdrawContradicted(by: delivery)
        let proven = addClaims(of: delivery)
        switch delivery.request.direction {
        case .older: return continueOlder(delivery, below: proven)
        case .newer:
            let edge = delivery.request.edge
            let reached = proven.timeframes.first { $0.end <= edge && $0.start > edge }?.start ?? edge
            coverage.setToken(delivery.answer.next, at: reached, direction: .newer)
            return reached
        }
    }

    // MARK: Claims that the page contradicts

    /// Withdraws the claims that a page contradicts.
    private mutating func withdrawContradicted(by delivery: PoolDelivery) {
        if let range = delivery.rangeOfEmptyDocument(in: coverage.claimed) {
            // As if nothing had been read before.
            coverage.withdraw(TimeframeSet(range))
            coverage.reinstate(range)
        }
        if let range = delivery.contradictedRange, let lastSecond = delivery.lastSecond,
            reachesCompleteRange(delivery, endingAt: lastSecond)
        {
            withdrawComplete(in: range)
        }
        if let lastRead = coverage.claimed.newest, let range = delivery.rangeOfRunningUnit(since: lastRead) {
            withdrawComplete(in: range)
        }
    }

    /// Returns true if a page reaches into a range that counted as complete. A page without dates ends where `second`
    /// starts, because its items were placed at the time of the request; other pages end within that second. A page whose
    /// items are all dated ahead can have lost items of any date, so it always reaches into what was complete.
    private func reachesCompleteRange(_ delivery: PoolDelivery, endingAt second: Timeframe) -> Bool {
        if delivery.isDatedAhead { return true }
        if delivery.request.origin == .newest, let top = coverage.claimed.newest,
            delivery.hasDates ? second.start <= top : second.start < top
        {
            return true
        }
        return (delivery.traits.pagesOlder || !delivery.hasDates) && missing(in: second).isEmpty
    }

    /// Withdraws the claims for the complete parts of a range.
    private mutating func withdrawComplete(in range: Timeframe) {
        coverage.withdraw(TimeframeSet(range).subtracting(missing(in: range)))
    }

    // MARK: Claims of the page

    /// Adds the page's claims and returns the whole seconds that they prove.
    private mutating func addClaims(of delivery: PoolDelivery) -> TimeframeSet {
        var proven = TimeframeSet()
        for claim in claims(of: delivery) {
            coverage.add(claim, settledBefore: delivery.settled(by: claim))
            if let whole = claim.timeframe.wholeSeconds {
                proven.insert(whole)
            }
        }
        return proven
    }

    /// Returns the page's claims, limited to the past. If the clock was set back, the edge of a request for an older
    /// page can lie in the future; the claims then count up to the edge. For a window without dates, the claim
    /// follows from the places of its items; an older page claims nothing between itself and the top.
    private func claims(of delivery: PoolDelivery) -> [Claim] {
        // Items that appear now can stand on a page below those dated ahead.
        if delivery.isDatedAhead, delivery.answer.next != nil { return [] }
        guard delivery.traits.shape == .window, delivery.request.origin == .newest, delivery.answer.claims.isEmpty,
            !delivery.hasDates, let bottom = bottom(ofNewestUndated: delivery),
            let timeframe = Timeframe(from: delivery.request.now, downTo: bottom)
        else {
            let request = delivery.request
            if request.origin != .newest, !delivery.hasDates, delivery.oldest != nil, delivery.traits.shape == .window {
                return claims(ofOlderUndated: delivery)
            }
            let known = request.direction == .older ? max(request.now, request.edge) : request.now
            return delivery.answer.claims.compactMap { $0.until(known) }
        }
        return [Claim(timeframe, .heuristic(lateness: delivery.traits.lateness))]
    }

    /// Returns the time down to which the newest page without dates is complete, or `nil` for an empty page. The page holds
    /// what appeared after its oldest known item, so the second of that item is complete, unless two readings in it did not
    /// meet. If older pages follow, an item at the end of its second may come from such a page, and the rest of that second
    /// from pages that were not read.
    private func bottom(ofNewestUndated delivery: PoolDelivery) -> Timestamp? {
        delivery.certainBottom.map { place in
            let mayBeOfOlderPage =
                delivery.answer.next != nil && place.advanced(by: .milliseconds(1)) == place.secondAbove
            return mayBeOfOlderPage || coverage.withdrawn.contains(place) ? place.secondAbove : place.flooredToSecond
        }
    }

    /// Returns the claims of an older page without dates. Its items were placed in the second below its edge. If the
    /// page holds known items, everything down to those is complete; otherwise the claim must not touch what is
    /// known.
    private func claims(ofOlderUndated delivery: PoolDelivery) -> [Claim] {
        let edge = delivery.request.edge
        if let overlap = delivery.overlap?.flooredToSecond, let timeframe = Timeframe(from: edge, downTo: overlap) {
            return [Claim(timeframe, .heuristic(lateness: delivery.traits.lateness))]
        }
        guard let hole = hole(below: edge) else { return delivery.answer.claims }
        return delivery.answer.claims.filter { hole.end < $0.timeframe.end }
    }

    // MARK: The end of the page

    /// Records what follows a page that leads to older items, and returns the bound down to which it proves `proven`.
    private mutating func continueOlder(_ delivery: PoolDelivery, below proven: TimeframeSet) -> Timestamp {
        var edge = delivery.request.edge
        if let unread = delivery.answer.unread, unread.start == edge {
            markUnreachable(unread, cause: .outOfReach)
            edge = unread.end
        }
        let reached = proven.timeframes.first { $0.start >= edge && $0.end < edge }?.end ?? edge
        // The source continues here, so an earlier failure at this bound is over.
        if delivery.answer.next != nil, coverage.olderTokens[reached] == nil {
            clearFailure(below: reached)
        }
        coverage.setToken(delivery.answer.next, at: reached, direction: .older)
        if delivery.answer.next != nil { reopen(directlyBelow: reached) }
        applyEnd(of: delivery, at: reached)
        if let error = delivery.answer.interruption { markFailed(below: reached, cause: error.gapCause) }
        return reached
    }

    /// Applies the page's end at `bottom`.
    private mutating func applyEnd(of delivery: PoolDelivery, at bottom: Timestamp) {
        switch delivery.answer.end {
        case .trueEnd:
            guard let below = Timeframe.everythingBefore(bottom) else { return }
            coverage.add(Claim(below), settledBefore: delivery.settled(by: Claim(below)))
            lowerFloor(to: Floor(time: bottom, reason: .trueEnd))
        case .retentionLimit, .gone:
            endOfWindow(at: bottom, of: delivery)
        case .depthLimit:
            guard let hole = hole(below: bottom) else { return }
            markUnreachable(hole, cause: .outOfReach)
        case .more, .reachedBound, .unknown:
            guard delivery.traits.shape == .window, !delivery.traits.pagesOlder, delivery.answer.next == nil,
                delivery.oldest != nil, !delivery.isOutdated
            else { return }
            endOfWindow(at: bottom, of: delivery)
        }
    }

    /// Handles a source that keeps nothing below `bottom`. Older items read before are continuous with this page only
    /// if the page holds a known item; otherwise the items between have left the window unread.
    private mutating func endOfWindow(at bottom: Timestamp, of delivery: PoolDelivery) {
        let wholeTop = delivery.topOfRequestSecond(above: bottom)
        let wasRead = floor != nil || !coverage.claimed.isEmpty || delivery.missesAllStored
        if let wholeTop, wasRead, let second = Timeframe(from: wholeTop, downTo: bottom) {
            if !delivery.hasDates {
                withdrawRequestSecond(second, by: delivery)
            } else if delivery.connectsAt.map({ $0 >= wholeTop }) ?? true {
                // The second was claimed before if the clock has been set back since.
                coverage.withdraw(coverage.claimed.intersection(second))
                markUnreachable(second, cause: .agedOut())
            }
        }
        guard let hole = hole(below: bottom) else { return }
        if hole.isEndless, delivery.answer.end != .gone, !lacksOlderItems(delivery, in: hole) {
            lowerFloor(to: Floor(time: wholeTop ?? bottom, reason: .threshold))
        } else if let known = delivery.connectsAt, known < hole.end {
            coverage.bridge(hole)
        } else if endsInWithdrawnSecond(delivery, in: hole) {
            if floor.map({ hole.start <= $0.time }) ?? false { coverage.reinstate(hole) } else { coverage.bridge(hole) }
        } else {
            markUnreachable(hole, cause: .agedOut(lost: delivery.answer.lost))
        }
    }

    /// Withdraws `second`, that of the request, if a page without dates and an earlier reading in the same second do not
    /// meet. Otherwise what was lost lies below the page's items, and so below the second.
    ///
    /// The second below is withdrawn with it, so that only an item from below both connects them again: an item of `second`
    /// may have been read after the loss.
    private mutating func withdrawRequestSecond(_ second: Timeframe, by delivery: PoolDelivery) {
        guard delivery.isDisconnected,
            delivery.hasStoredAtRequest || coverage.claimed.contains(second) || hole(below: second.end) == nil,
            let torn = Timeframe(from: second.start, downTo: second.end.advanced(by: .seconds(-1)))
        else { return }
        coverage.withdraw(TimeframeSet(torn))
        markUnreachable(torn, cause: .agedOut(lost: delivery.answer.lost))
    }

    /// Returns true if a newest page without dates is not all that the source had: it holds none of the tickets below, or an
    /// earlier one has shown that those between are lost. The source had older pages before: otherwise there is a floor.
    private func lacksOlderItems(_ delivery: PoolDelivery, in hole: Timeframe) -> Bool {
        guard delivery.request.origin == .newest, !delivery.hasDates else { return false }
        return delivery.missesAllStored
            || unreachable.contains { range in
                !range.cause.canBeFilled && range.timeframe.isEndless && hole.contains(range.timeframe)
            }
    }

    /// Returns true if the page is the last of a window, ends with a known item in the second that `hole` covers, and
    /// that second counted as complete before. Items that a log has dropped may have been anywhere in that second.
    private func endsInWithdrawnSecond(_ delivery: PoolDelivery, in hole: Timeframe) -> Bool {
        guard delivery.traits.shape == .window, delivery.request.origin != .newest, !delivery.isDisconnected,
            let known = delivery.connectsAt
        else { return false }
        return known < hole.start && hole.start.since(hole.end) <= .seconds(1) && coverage.withdrawn.contains(hole)
    }

    /// Returns the missing range directly below `bottom`, or `nil` if that is claimed or below the floor.
    private func hole(below bottom: Timestamp) -> Timeframe? {
        guard let domain = Timeframe.everythingBefore(bottom), let hole = missing(in: domain).timeframes.first,
            hole.start == bottom
        else { return nil }
        return hole
    }
}

extension SupplierState {
    /// Records a failed request. If it asked for an older page, the range stays missing for this reason even if the
    /// source answers other requests.
    ///
    /// - Parameter request: The request, or `nil` if unknown or if nothing was asked yet.
    public mutating func fail(_ error: SupplierError, of request: FetchRequest? = nil, at time: Timestamp) {
        condition = .failed(error, at: time)
        failures += 1
        failingSince = failingSince ?? time
        budget.retryAt = error.retryAt.map { Backoff.end(until: $0, from: time) }
        guard let request, request.direction == .older, request.origin != .newest else { return }
        switch error.code {
        // A rate limit expires by itself, and the user knows about a cancellation.
        case .rateLimited, .cancelled: clearFailure(below: request.edge)
        default: markFailed(below: request.edge, cause: error.gapCause)
        }
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
}

extension FetchRequest {
    /// True if the answer can be "not modified": for the newest page, if a validator was sent.
    fileprivate var canBeUnchanged: Bool {
        origin == .newest && memory != nil
    }
}

extension PoolDelivery {
    /// Returns the rest of a range that was complete without any ticket, if the page shows items that it should have held: the
    /// document without items that claimed it was none of the source.
    fileprivate func rangeOfEmptyDocument(in claimed: TimeframeSet) -> Timeframe? {
        guard isBelowAllStored, let second = lastSecond,
            let range = claimed.timeframes.first(where: { $0.contains(second.end) })
        else { return nil }
        // An item dated to the day can have appeared until the day was over.
        let end = second.end.advanced(by: DatePrecision(second.end, above: nil)?.duration ?? .zero)
        guard end <= range.start else { return nil }
        return Timeframe(from: second.start, downTo: range.end)
    }

    /// Returns the part of the last reading's day that was read, if the newest page lies wholly above that reading and
    /// dates items to the day (or to the hour or minute). Items of that day that appeared later have left the window.
    fileprivate func rangeOfRunningUnit(since lastRead: Timestamp) -> Timeframe? {
        guard request.origin == .newest, let start = startOfRunningUnit(of: lastRead) else { return nil }
        return Timeframe(from: lastRead, downTo: start)
    }

    /// Returns the upper bound of the second of the request if all items of the window fall in it, otherwise `nil`.
    /// Such a window may have lost items of that second, so the second is not claimed. Items without dates are
    /// ignored if others have dates.
    fileprivate func topOfRequestSecond(above bottom: Timestamp) -> Timestamp? {
        guard traits.shape == .window, request.origin == .newest, bottom == request.edge,
            let certainBottom, certainBottom >= bottom
        else { return nil }
        return certainBottom.secondAbove
    }

    /// Returns the time before which no new item can appear within `claim`.
    fileprivate func settled(by claim: Claim) -> Timestamp {
        switch claim.kind {
        case .exact: request.now.settled(after: traits.lateness)
        case .heuristic(let lateness): request.now.settled(after: max(lateness, traits.lateness))
        }
    }
}

extension Timestamp {
    /// Returns the time before which no item can appear after this time if items are at most `lateness` late.
    func settled(after lateness: Duration) -> Timestamp {
        lateness > .zero ? advanced(by: .zero - lateness) : .endOfTime
    }
}
