import EngineConcepts
import WebText

// The end of a timeline, which an empty page alone does not prove.
extension MastodonPager {
    /// The number of pages that one answer reads upwards at most.
    private static let maximumPagesUpwards = 10

    /// The end of a timeline. Servers keep only the newest items of home feeds and lists.
    private var lastEnd: FetchEnd {
        switch timeline {
        case .home, .list: .retentionLimit
        default: .trueEnd
        }
    }

    /// Returns the answer to an empty page without a next one. It is the end only if the server, asked from the oldest
    /// item upwards, has nothing below either, but still has something at the top.
    func end(below id: String?, _ parameters: [QueryParameter]) async throws(SupplierError) -> FetchAnswer {
        let lowest = supplier.format == .ulid ? String(repeating: "0", count: 26) : "0"
        let oldest = try await get(parameters + [("min_id", lowest)])
        guard !oldest.isPartial else { return supplier.answer(oldest) }
        guard !oldest.value.isEmpty else { return try await end(at: oldest) }
        // The empty page may have been a failure.
        if let answer = try await pageBelow(id, parameters) { return answer }
        guard try await isNext(oldest, above: lowest) else { return supplier.answer(oldest) }
        return try await rest(from: oldest, parameters)
    }

    /// Returns the answer to an empty page below which the server has nothing.
    private func end(at empty: Page) async throws(SupplierError) -> FetchAnswer {
        if request.origin != .newest {
            // While the view fails, timelines are empty from the top.
            let top = try await get([("limit", String(MastodonSupplier.pageSize))])
            guard !top.isPartial else { return supplier.answer(top) }
            guard !top.value.isEmpty || top.nextID != nil else {
                throw TimelineDefect.empty.error(of: supplier.name)
            }
        }
        // Home feeds and lists may have dropped items that were not read, unless they never had any.
        let hadPosts = MastodonSourceMemory(request.memory).hasPosts
        let isAll = lastEnd == .trueEnd || request.origin == .newest && !hadPosts
        let claims = isAll ? supplier.claims(from: request.start, downTo: .beginningOfTime) : []
        return supplier.answer(empty, claims: claims, end: lastEnd)
    }

    /// Returns the answer to an empty page that is not the end: the server has left out all items of the page. Reads upwards
    /// from the oldest items, or from those that were read before, to the place of the empty page. The range of the page
    /// itself cannot be read, because a page from below may be empty for the same reason.
    ///
    /// - Parameter oldest: The page with the oldest items.
    private func rest(from oldest: Page, _ parameters: [QueryParameter]) async throws(SupplierError) -> FetchAnswer {
        var answer = supplier.answer(oldest)
        guard timeline.pagesNewer, let first = oldest.value.places.first, let time = first.time,
            let last = oldest.value.places.last?.time
        else { return answer }
        var top = first.id
        let format = MastodonIDFormat(of: top)
        // Otherwise the order of the identifiers is not that of time.
        guard timeline.hasNotifications || format.hasTime else { return answer }
        let bottom = lastEnd == .trueEnd ? Timestamp.beginningOfTime : last.secondAbove
        var reached = second(of: time)
        answer.claims = supplier.claims(from: reached, downTo: bottom)
        var end = lastEnd
        let edge = request.edge
        if let known = request.claimed.timeframes.first(where: { $0.start < edge })?.start,
            let id = format.highest(before: known), !timeline.hasNotifications, format.isNewer(id, than: top)
        {
            // Between the two may be items that were not read.
            (top, reached, end) = (id, known, .unknown)
        }
        let start = reached
        for _ in 0..<Self.maximumPagesUpwards {
            let page = try await get(parameters + [("min_id", top)])
            let part = supplier.answer(page)
            answer.items += part.items
            answer.filtered += part.filtered
            answer.budget = part.budget
            answer.warning = answer.warning ?? part.warning
            guard let first = page.value.places.first, let time = first.time, format.isNewer(first.id, than: top)
            else {
                if page.value.isEmpty, !page.isPartial {
                    answer.end = end
                    answer.unread = Timeframe(from: edge, downTo: reached)
                }
                break
            }
            (top, reached) = (first.id, second(of: time))
        }
        answer.claims += supplier.claims(from: reached, downTo: start)
        return answer
    }

    /// Returns the start of the second of an item, up to which a page that was read upwards is complete.
    func second(of time: Timestamp) -> Timestamp {
        min(time.flooredToSecond, request.now.flooredToSecond)
    }
}
