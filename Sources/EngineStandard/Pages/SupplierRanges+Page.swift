import EngineConcepts

/// The cases of a page are in the table of `docs/decisions/0035-evidence-of-a-page.md`, in the order of the functions here.
extension SupplierRanges {
    /// Applies a page and returns the bound down or up to which the supplier is now complete, as seen from the page's
    /// edge. Returns the edge itself if the page proved nothing there.
    mutating func apply(_ page: PageEvidence) -> Timestamp {
        if page.request.direction == .older { clearFailure(below: page.request.edge) }
        let reached = applyClaims(of: page)
        if case .token(let token, _) = page.request.origin, page.request.direction == .older {
            continueOpenSecond(at: token, next: page.answer.next, isComplete: endsBelowEdge(page, at: reached))
        }
        // The items of a page that completes nothing are still shown, above everything that is claimed. The next page may
        // fail.
        if page.deliversUnclaimed, reached == page.request.edge {
            recordDelivered(above: reached, openSecond: page.openSecond)
        }
        // So are those that any other page of a log shows above its claims.
        if let top = page.topOfFurtherItems, newestDelivered.map({ $0 < top }) ?? true { recordDelivered(above: top) }
        removeResolvedReasons()
        return reached
    }

    /// The bound above which nothing is claimed and no item was recorded as delivered, or `nil` if there is none.
    private var newestDelivered: Timestamp? { [newestEvidence, streamed?.end].compactMap(\.self).max() }

    /// Returns true if a page that is complete down to `reached` shows everything between its token and its edge: it reaches
    /// below the edge, or the source has nothing more.
    private func endsBelowEdge(_ page: PageEvidence, at reached: Timestamp) -> Bool {
        page.answer.unread == nil && (reached < page.request.edge || page.isEndOfSource)
    }

    /// Changes the claims as the page shows. Returns the bound that is complete now, as ``apply(_:)`` does.
    private mutating func applyClaims(of page: PageEvidence) -> Timestamp {
        guard !page.answer.isUnchanged else {
            return page.request.canBeUnchanged ? claimUnchanged(page) : page.request.edge
        }
        let reached = claim(page)
        // Such a page claims nothing above its first item, but nothing is newer.
        return page.isRepeated ? claimUnchanged(page) : reached
    }

    // MARK: An unchanged source

    /// Extends the newest claimed range up to `now`, because the source has nothing newer.
    private mutating func claimUnchanged(_ page: PageEvidence) -> Timestamp {
        let top = page.request.now.flooredToSecond
        // Items that a page has delivered above the newest claim show that some between the two may not be read.
        let lastRead = page.isRepeated ? newestEvidence : coverage.claimed.newest
        guard let known = lastRead ?? floor?.time, let since = Timeframe(from: top, downTo: known) else { return top }
        // Items that had left the window unread are still missing, also while a fill tries to get them.
        var reached = TimeframeSet(since).subtracting(page.request.retried)
        for range in unreachable { reached.remove(range.timeframe) }
        for range in reached.timeframes { coverage.bridge(range) }
        let bottom = coverage.claimed.timeframes.first?.end ?? known
        if let range = Timeframe(from: top, downTo: bottom) {
            coverage.markSettled(range, before: page.settled(by: Claim(range)))
        }
        return bottom
    }

    // MARK: A page with items or none

    /// Withdraws the claims that a page contradicts, adds those that it proves, and records what follows it. Returns the
    /// bound that is complete now, as ``apply(_:)`` does.
    private mutating func claim(_ page: PageEvidence) -> Timestamp {
        let confirms = page.confirmsEarlierReading && coverage.inserted(below: page.request.edge) != nil
        withdrawContradicted(by: page)
        let proven = addClaims(of: page)
        switch page.request.direction {
        case .older: return continueOlder(page, below: proven, confirmsRest: confirms)
        case .newer:
            let edge = page.request.edge
            let reached = proven.timeframes.first { $0.end <= edge && $0.start > edge }?.start ?? edge
            coverage.setToken(page.answer.next, at: reached, direction: .newer)
            return reached
        }
    }

    // MARK: Claims that the page contradicts

    /// Withdraws the claims that a page contradicts.
    private mutating func withdrawContradicted(by page: PageEvidence) {
        let unread = [page.rangeOfEmptyDocument(in: coverage.claimed), page.rangeOfUnexpected(in: coverage.claimed)]
        for range in unread.compactMap(\.self) {
            // As if nothing had been read before.
            coverage.withdraw(TimeframeSet(range))
            coverage.reinstate(range)
        }
        let inserted = page.rangesOfInserted(in: coverage, below: floor?.time)
        if !inserted.isEmpty { coverage.withdrawInserted(inserted) }
        if floorAbove(page) == nil, let range = page.contradictedRange, let lastSecond = page.lastSecond,
            page.followsRepeated || reachesCompleteRange(page, endingAt: lastSecond)
        {
            withdrawComplete(in: range)
        }
        if let lastRead = coverage.claimed.newest, let range = page.rangeOfRunningUnit(since: lastRead) {
            withdrawComplete(in: range)
        }
    }

    /// Returns true if a page reaches into a range that counted as complete. A page without dates ends where `second`
    /// starts, because its items were placed at the time of the request; other pages end within that second. A page whose
    /// items are all dated ahead can have lost items of any date, so it always reaches into what was complete.
    private func reachesCompleteRange(_ page: PageEvidence, endingAt second: Timeframe) -> Bool {
        let top = page.request.origin == .newest ? coverage.claimed.newest : nil
        return switch page.dates {
        case .empty: false
        case .dated:
            top.map { second.start <= $0 } ?? false || page.traits.pagesOlder && missing(in: second).isEmpty
        case .undated: top.map { second.start < $0 } ?? false || missing(in: second).isEmpty
        case .ahead: true
        }
    }

    /// Withdraws the claims for the complete parts of a range.
    private mutating func withdrawComplete(in range: Timeframe) {
        coverage.withdraw(TimeframeSet(range).subtracting(missing(in: range)))
    }

    // MARK: Claims of the page

    /// Adds the page's claims and returns the whole seconds that they prove.
    private mutating func addClaims(of page: PageEvidence) -> TimeframeSet {
        var proven = TimeframeSet()
        for claim in claims(of: page) {
            coverage.add(claim, settledBefore: page.settled(by: claim))
            if let whole = claim.timeframe.wholeSeconds { proven.insert(whole) }
        }
        return proven
    }

    /// Returns the claims that count. Those of a window's page without dates follow from the places of its items.
    private func claims(of page: PageEvidence) -> [Claim] {
        guard page.traits.shape == .window, page.isPlacedByRequest else { return page.ownClaims }
        // Items that appear now can be on a page below those dated ahead.
        if page.dates == .ahead, page.answer.next != nil, !page.answer.isNextAhead { return [] }
        guard page.request.origin == .newest else { return claims(ofOlderUndated: page) }
        guard page.answer.claims.isEmpty, let bottom = bottom(ofNewestUndated: page),
            let timeframe = Timeframe(from: page.request.now, downTo: bottom)
        else { return page.ownClaims }
        return [Claim(timeframe, .heuristic(lateness: page.traits.lateness))]
    }

    /// Returns the time down to which the newest page without dates is complete, or `nil` for an empty page. The page holds
    /// what appeared after its oldest known item, so the second of that item is complete, unless two readings in it did not
    /// meet. If older pages follow, an item at the end of its second may come from such a page, and the rest of that second
    /// from pages that were not read.
    private func bottom(ofNewestUndated page: PageEvidence) -> Timestamp? {
        page.certainBottom.map { place in
            let mayBeOfOlderPage =
                page.answer.next != nil && place.advanced(by: .milliseconds(1)) == place.secondAbove
            return mayBeOfOlderPage || coverage.withdrawn.contains(place) ? place.secondAbove : place.flooredToSecond
        }
    }

    /// Returns the claims of an older page without dates. Its items were placed in the second below its edge. If the
    /// page holds known items, everything down to those is complete; otherwise the claim must not touch what is
    /// known.
    private func claims(ofOlderUndated page: PageEvidence) -> [Claim] {
        let edge = page.request.edge
        if let overlap = page.overlap?.flooredToSecond, let timeframe = Timeframe(from: edge, downTo: overlap) {
            return [Claim(timeframe, .heuristic(lateness: page.traits.lateness))]
        }
        guard let hole = hole(below: edge) else { return page.answer.claims }
        return page.answer.claims.filter { hole.end < $0.timeframe.end }
    }

    // MARK: The end of the page

    /// Records what follows a page that leads to older items, and returns the bound down to which it proves `proven`.
    ///
    /// - Parameter confirmsRest: True if the page shows that the range below it that was withdrawn for inserted items is as it
    ///   was, provided that it proves anything.
    private mutating func continueOlder(
        _ page: PageEvidence, below proven: TimeframeSet, confirmsRest: Bool
    ) -> Timestamp {
        var edge = page.request.edge
        if let unread = page.answer.unread, unread.start == edge {
            markUnreachable(unread, cause: .outOfReach)
            edge = unread.end
        }
        let reached = proven.timeframes.first { $0.start >= edge && $0.end < edge }?.end ?? edge
        // A page that proves nothing can be another one, answered in its place.
        if confirmsRest, reached < edge, let rest = coverage.inserted(below: reached) { coverage.bridge(rest) }
        // The source continues here, so an earlier failure at this bound is over.
        if page.answer.next != nil, coverage.olderTokens[reached] == nil { clearFailure(below: reached) }
        coverage.setToken(page.answer.next, at: reached, direction: .older)
        if page.request.origin != .newest, let next = page.answer.next, let bottom = proven.oldest, bottom > edge {
            // An older page that was read from the top, and ends above the edge, continues at its own end as well.
            coverage.setToken(next, at: bottom, direction: .older)
        }
        if page.answer.next != nil { reopen(directlyBelow: reached) }
        if page.namesOlderPage { reopen(namedByPageOf: page.itemCount) }
        lowerFloor(below: page)
        applyEnd(of: page, at: reached)
        // A rate limit expires by itself.
        if let error = page.answer.interruption, error.code != .rateLimited {
            markFailed(below: reached, cause: error.gapCause)
        }
        return reached
    }

    /// Applies the page's end at `bottom`.
    private mutating func applyEnd(of page: PageEvidence, at bottom: Timestamp) {
        switch page.answer.end {
        case .trueEnd:
            guard let below = Timeframe.everythingBefore(bottom) else { return }
            coverage.add(Claim(below), settledBefore: page.settled(by: Claim(below)))
            lowerFloor(to: Floor(time: bottom, reason: .trueEnd))
        case .retentionLimit, .gone: endOfWindow(at: bottom, of: page)
        case .depthLimit:
            guard let hole = hole(below: bottom) else { return }
            markUnreachable(hole, cause: .outOfReach)
        case .more, .reachedBound, .unknown:
            guard page.traits.shape == .window, !page.traits.pagesOlder, page.answer.next == nil,
                page.dates != .empty, !page.isOutdated
            else { return }
            endOfWindow(at: bottom, of: page)
        }
    }

    /// Lowers the floor to the end of a page that is out of date and reaches below it: the source had older items. Those
    /// between the page and what was claimed above the floor are missing.
    private mutating func lowerFloor(below page: PageEvidence) {
        guard let floor = floorAbove(page), let bottom = page.lastSecond?.start else { return }
        lowerFloor(to: Floor(time: bottom, reason: .threshold, documentCount: page.documentCount))
        // Older pages that led to the floor may lead to the missing items.
        guard floor.documentCount != nil, let hole = hole(below: floor.time) else { return }
        markUnreachable(hole, cause: .agedOut(), documentCount: page.documentCount)
    }

    /// Returns the floor if a page is out of date and reaches below it, otherwise `nil`.
    private func floorAbove(_ page: PageEvidence) -> Floor? {
        guard page.isOutdated, let floor, let bottom = page.lastSecond?.start, bottom < floor.time else { return nil }
        return floor
    }

    /// Handles a source that keeps nothing below `bottom`. Older items read before are continuous with this page only
    /// if the page holds a known item; otherwise the items between have left the window unread.
    private mutating func endOfWindow(at bottom: Timestamp, of page: PageEvidence) {
        let top = page.topOfRequestSecond(above: bottom)
        if let top, let second = Timeframe(from: top, downTo: bottom) { withdrawRequestSecond(second, by: page) }
        guard let hole = hole(below: bottom) else { return }
        // The source does not keep the items that it has inserted there.
        if !hole.isEndless, let rest = coverage.inserted(below: bottom) { return coverage.bridge(rest) }
        if hole.isEndless { coverage.reinstateInserted(in: hole) }
        if hole.isEndless, page.answer.end != .gone, !lacksOlderItems(page, in: hole) {
            lowerFloor(to: Floor(time: top ?? bottom, reason: .threshold, documentCount: page.documentCount))
            // Older pages have led to their end, and a range below the floor that was withdrawn is still missing.
            if page.documentCount == nil, let rest = self.hole(below: bottom) { close(rest, at: page) }
        } else {
            close(hole, at: page)
        }
    }

    /// Closes `hole` at a page behind which the source keeps nothing, or records that its items have aged out.
    private mutating func close(_ hole: Timeframe, at page: PageEvidence) {
        if let known = page.connectsAt, known < hole.end {
            coverage.bridge(hole)
        } else if endsInWithdrawnSecond(page, in: hole) {
            if floor.map({ hole.start <= $0.time }) ?? false { coverage.reinstate(hole) } else { coverage.bridge(hole) }
        } else {
            markUnreachable(hole, cause: .agedOut(lost: page.answer.lost), documentCount: page.documentCount)
            // A document that names no older page can be contradicted by the next one, and a page that is gone can come back.
            if page.documentCount == nil, page.answer.end != .gone { giveUp(hole) }
        }
    }

    /// Withdraws `second`, that of the request, if all items of a page fall in it and it does not meet earlier readings: other
    /// items of that second may have left the window. The first reading of a source has nothing to meet.
    private mutating func withdrawRequestSecond(_ second: Timeframe, by page: PageEvidence) {
        guard floor != nil || !coverage.claimed.isEmpty || page.missesAllStored else { return }
        if page.isPlacedByRequest {
            withdrawSecondOfTwoReadings(second, by: page)
        } else if page.connectsAt.map({ $0 >= second.start }) ?? true {
            // The second was claimed before if the clock has been set back since.
            coverage.withdraw(coverage.claimed.intersection(second))
            markUnreachable(second, cause: .agedOut())
        }
    }

    /// Withdraws `second`, that of the request, if a page without dates and an earlier reading in the same second do not
    /// meet. Otherwise what was lost lies below the page's items, and so below the second.
    ///
    /// The second below is withdrawn with it, so that only an item from below both connects them again: an item of `second`
    /// may have been read after the loss.
    private mutating func withdrawSecondOfTwoReadings(_ second: Timeframe, by page: PageEvidence) {
        let wasReadInSecond =
            page.neighbours.atEnd == .ticketsSinceRequest || coverage.claimed.contains(second)
            || hole(below: second.end) == nil
        guard page.isDisconnected, wasReadInSecond,
            let torn = Timeframe(from: second.start, downTo: second.end.advanced(by: .seconds(-1)))
        else { return }
        coverage.withdraw(TimeframeSet(torn))
        markUnreachable(torn, cause: .agedOut(lost: page.answer.lost))
    }

    /// Returns true if a newest page without dates is not all that the source had: it holds none of the tickets below, or an
    /// earlier one has shown that those between are lost. The source had older pages before: otherwise there is a floor.
    private func lacksOlderItems(_ page: PageEvidence, in hole: Timeframe) -> Bool {
        guard page.request.origin == .newest, page.dates != .dated else { return false }
        return page.missesAllStored
            || unreachable.contains { range in
                !range.cause.canBeFilled && range.timeframe.isEndless && hole.contains(range.timeframe)
            }
    }

    /// Returns true if the page is the last of a window, ends with a known item in the second that `hole` covers, and
    /// that second counted as complete before. Items that a log has dropped may have been anywhere in that second.
    ///
    /// An item that was read after the second was withdrawn shows nothing: others may have left the source below it. Only the
    /// lowest ticket of the second is certainly an earlier one.
    private func endsInWithdrawnSecond(_ page: PageEvidence, in hole: Timeframe) -> Bool {
        guard page.traits.shape == .window, page.request.origin != .newest, !page.isDisconnected,
            !page.lacksLowestStored, let known = page.connectsAt
        else { return false }
        return known < hole.start && hole.start.since(hole.end) <= .seconds(1) && coverage.withdrawn.contains(hole)
    }
}

extension FetchRequest {
    /// True if the answer can be "not modified": for the newest page, if a validator was sent.
    fileprivate var canBeUnchanged: Bool { origin == .newest && memory != nil }
}
