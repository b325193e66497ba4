import EngineConcepts

// The end of a timeline, which an empty page alone does not prove.
extension MastodonPager {
    /// The number of pages that one answer reads upwards at most.
    private static let maximumPagesUpwards = 10

    /// Returns the answer to a request below whose place the first reading found nothing. That is the end only if the server,
    /// asked from the oldest item upwards, has nothing there either, but still has something at the top.
    func end() async throws(SupplierError) -> FetchAnswer {
        let lowest = supplier.server.idFormat == .ulid ? String(repeating: "0", count: 26) : "0"
        let oldest = try await reader.page(below: startID, above: lowest)
        if oldest.head.isPartial { return answer(oldest) }
        if oldest.isEmpty { return try await end(at: oldest) }
        // The empty page may have been a failure.
        if let answer = try await pageBelow() { return answer }
        guard try await isNext(oldest, above: lowest) else { return answer(oldest) }
        return try await rest(from: oldest)
    }

    /// Returns the answer at the end, below which the server has nothing.
    private func end(at empty: Page) async throws(SupplierError) -> FetchAnswer {
        if request.origin != .newest {
            // While the view fails, timelines are empty from the top.
            let top = try await reader.page()
            if top.head.isPartial { return answer(top) }
            if top.isEmpty, top.head.nextID == nil { throw TimelineDefect.empty.error(of: supplier.name) }
        }
        // Home feeds and lists may have dropped items that were not read, unless they never had any.
        let isAll = timeline.lastEnd == .trueEnd || request.origin == .newest && !memory.hasPosts
        return answer(empty, claims: isAll ? claims(downTo: .beginningOfTime) : [], end: timeline.lastEnd)
    }

    /// Returns the items below an empty page that is not the end: the server has left out all items of the page. Reads upwards
    /// from the oldest items, or from those that were read before, to the place of the empty page. The range of the page
    /// itself cannot be read, because a page from below may be empty for the same reason.
    ///
    /// - Parameter oldest: The page with the oldest items.
    private func rest(from oldest: Page) async throws(SupplierError) -> FetchAnswer {
        var answer = self.answer(oldest)
        guard timeline.pagesNewer, var top = oldest.top, let bottom = oldest.bottom,
            !timeline.isSortedByArrival(at: top.id)
        else { return answer }
        var end = timeline.lastEnd
        answer.claims = supplier.claims(
            from: second(of: top), downTo: end == .trueEnd ? .beginningOfTime : bottom.time.secondAbove)
        // Between the oldest items and those that were read before may be others.
        if let known = knownPlace(above: top) { (top, end) = (known, .unknown) }
        let start = second(of: top)
        for _ in 0..<Self.maximumPagesUpwards {
            let page = try await reader.page(below: startID, above: top.id)
            answer.add(self.answer(page))
            guard let next = page.top, next.isAbove(top) else {
                if page.isEmpty {
                    answer.end = end
                    answer.unread = Timeframe(from: request.edge, downTo: second(of: top))
                }
                break
            }
            top = next
        }
        answer.claims += supplier.claims(from: second(of: top), downTo: start)
        return answer
    }

    /// Returns the place above `top` up to which items were read before, or `nil` if there is none.
    private func knownPlace(above top: Page.Place) -> Page.Place? {
        guard !timeline.hasNotifications,
            let time = request.claimed.timeframes.first(where: { $0.start < request.edge })?.start,
            let id = MastodonIDFormat(of: top.id).highest(before: time)
        else { return nil }
        let known = Page.Place(id: id, time: time)
        return known.isAbove(top) ? known : nil
    }
}

extension FetchAnswer {
    /// Adds the items of a further page.
    fileprivate mutating func add(_ part: FetchAnswer) {
        items += part.items
        filtered += part.filtered
        budget = part.budget
        warning = warning ?? part.warning
    }
}
