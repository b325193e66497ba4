import EngineConcepts

extension FetchedPage {
    /// True if the page is all that the source has: it claims everything, and what it lacks was deleted.
    var isWhole: Bool {
        answer.omissionsAreDeletions && request.origin == .newest
            && answer.claims.contains(where: \.timeframe.isEndless)
    }

    /// Returns the bounds that the stored tickets show, given their records `known` of the page's items.
    ///
    /// If a page that is all that the source has looks out of date for so long that it is the current one, what it lacks was
    /// deleted.
    func bounds(known: [String: KnownItem], in store: any TrackStore) async throws -> PageBounds {
        var bounds =
            if let continuity = PageContinuity(of: self, known: known) { try await continuity.bounds(in: store) } else {
                try await boundsOfLog(in: store)
            }
        guard bounds.top != nil, request.origin == .newest else { return bounds }
        let page = OutdatedPage(of: Set(answer.items.lazy.map(\.id)), at: request.now).following(request.outdatedPage)
        bounds.outdatedPage = page
        if page.isCurrent, isWhole { bounds.top = nil }
        return bounds
    }

    /// Returns the bounds of a page that seems to be the end of a log, although tickets are stored below it. If it is the
    /// newest one and empty, it is out of date: nothing else shows why the source should have lost all its items. The last
    /// page of a list that is not sorted by time can hold or follow any items.
    private func boundsOfLog(in store: any TrackStore) async throws -> PageBounds {
        var bounds = PageBounds()
        let isEnd = answer.end == .trueEnd || answer.claims.contains(where: \.timeframe.isEndless)
        let isEmptyNewest = request.origin == .newest && answer.items.isEmpty
        guard traits.shape == .log, request.direction == .older, isEnd, !answer.isUnchanged,
            isEmptyNewest || !answer.isUnordered,
            !answer.omissionsAreDeletions, answer.deleted.isEmpty, answer.filtered.isEmpty
        else { return bounds }
        // The second below the edge is that of the last item above, which can be stored.
        let lowest =
            answer.items.compactMap(\.orderTime).min() ?? request.edge.advanced(by: .milliseconds(-1))
        guard let below = Timeframe.everythingBefore(lowest.flooredToSecond),
            try await !store.knownKeys(of: supplier, in: below, limit: 1).isEmpty
        else { return bounds }
        if isEmptyNewest {
            bounds.top = .beginningOfTime
        } else {
            bounds.contradictedEnd = lowest.secondAbove
        }
        return bounds
    }

    /// Returns the page with claims only within these bounds. A page that is out of date tells of no page after it.
    func limited(to bounds: PageBounds) -> FetchedPage {
        var page = self
        if let top = bounds.top {
            page.answer.claims = page.answer.claims.compactMap { $0.until(top.flooredToSecond) }
            (page.answer.next, page.answer.end) = (nil, .more)
        }
        if let bottom = bounds.jump?.time {
            page.answer.claims = page.answer.claims.compactMap { $0.down(to: bottom.secondAbove) }
            page.answer.oldestInOrder = bottom
        }
        if let bottom = bounds.contradictedEnd {
            page.answer.claims = page.answer.claims.compactMap { $0.down(to: bottom) }
            if page.answer.end == .trueEnd { page.answer.end = .retentionLimit }
        }
        return page
    }
}

extension Claim {
    /// Returns the part of the claim before `time`, or `nil` if there is none.
    func until(_ time: Timestamp) -> Claim? {
        guard timeframe.start > time else { return self }
        return Timeframe(from: time, downTo: timeframe.end).map { Claim($0, kind) }
    }

    /// Returns the part of the claim from `time` on, or `nil` if there is none.
    fileprivate func down(to time: Timestamp) -> Claim? {
        guard timeframe.end < time else { return self }
        return Timeframe(from: timeframe.start, downTo: time).map { Claim($0, kind) }
    }
}
