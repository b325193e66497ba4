import EngineConcepts

// The end of a timeline, which an empty page alone does not prove.
extension MastodonPager {
    /// The number of pages that one answer reads upwards at most.
    private static let maximumPagesUpwards = 10

    /// Returns the answer to a request below whose place the first reading found nothing. That is the end only if the server,
    /// asked from the oldest item upwards, has nothing there either, but still has something at the top.
    mutating func end() async throws(SupplierError) -> FetchAnswer {
        let lowest = supplier.server.idFormat == .ulid ? String(repeating: "0", count: 26) : "0"
        let oldest = try await reader.page(below: startID, above: lowest)
        if oldest.head.isPartial { return answer(oldest) }
        if oldest.isEmpty { return try await end(at: oldest) }
        guard oldest.ids.allSatisfy(isBelowPlace) else { throw TimelineDefect.repeated.error(of: supplier.name) }
        // The empty page may have been a failure.
        if let answer = try await pageBelow() { return answer }
        guard try await isLowest(oldest) else { return answer(oldest) }
        return try await rest(from: oldest)
    }

    /// Returns true if nothing is below a page with the oldest items. GoToSocial searches its memory only, which has the
    /// newest few hundred posts: its page begins with the oldest of them.
    private func isLowest(_ page: Page) async throws(SupplierError) -> Bool {
        guard supplier.server.idFormat == .ulid, !timeline.hasNotifications, let lowest = page.ids.last else {
            return true
        }
        return try await reader.page(limit: 1, below: lowest).isEmpty
    }

    /// Returns the answer at the end, below which the server has nothing.
    private mutating func end(at empty: Page) async throws(SupplierError) -> FetchAnswer {
        if request.origin != .newest, let answer = try await doubt(about: empty) { return answer }
        memory.unprovenEnd.forget(below: request.edge)
        // Home feeds and lists may have dropped items that were not read, unless they never had any.
        let isAll = timeline.lastEnd == .trueEnd || request.origin == .newest && !memory.hasPosts
        return answer(empty, claims: isAll ? claims(downTo: .beginningOfTime) : [], end: timeline.lastEnd)
    }

    /// Returns the answer if an empty page below what was read may not be the end, or `nil` if it is. A server that ignores
    /// `min_id`, or reads it as `since_id`, says nothing about what is below. Such a server has the item that was read last
    /// only below others.
    private mutating func doubt(about empty: Page) async throws(SupplierError) -> FetchAnswer? {
        let minimumID = lastReadID.flatMap(MastodonIDFormat.id(below:))
        var first: String?
        if let lastReadID, let minimumID {
            first = try await reader.page(limit: 1, above: minimumID).ids.first
            if let first, !Self.isNewer(first, than: lastReadID) { return nil }
        }
        // While the view fails, timelines are empty from the top.
        let top = try await reader.page()
        if top.head.isPartial { return answer(top) }
        if top.isEmpty, top.head.nextID == nil { throw TimelineDefect.empty.error(of: supplier.name) }
        // If the item has been removed, the one above it shows the same, unless that is the newest.
        let isNewest = first.map { $0 == top.ids.first } ?? true
        guard minimumID != nil, isNewest else { return nil }
        var result = answer(empty)
        if memory.unprovenEnd.accept(below: request.edge, at: request.now) {
            result.end = .retentionLimit
        } else {
            result.interruption = TimelineDefect.doubtfulEnd.error(of: supplier.name)
            if case .token(let token, _) = request.origin { result.next = token }
        }
        return result
    }

    /// The identifier of the last item above the request's place, or `nil` if the server need not show it: if a list is read
    /// downwards only, and at GoToSocial, whose pages say where the next one begins even if all their items were left out.
    private var lastReadID: String? {
        guard timeline.pagesNewer, supplier.server.idFormat != .ulid else { return nil }
        if case .anchor(let key, _) = request.origin, !timeline.hasNotifications { return key.id.item }
        return startID
    }

    /// Returns the items below an empty page that is not the end: the server has left out all items of the page. Reads upwards
    /// from the oldest items, or from those that were read before, to the place of the empty page. The range of the page
    /// itself cannot be read, because a page from below may be empty for the same reason.
    ///
    /// Each page adjoins the one below it: a server that does not read upwards would answer with the empty page again.
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
            // A cache that ignores both bounds answers with the newest items.
            guard page.ids.allSatisfy(isBelowPlace) else { break }
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
