package import EngineConcepts

/// A page as its source delivered it: the answer, with the request and the supplier to which it belongs.
package struct FetchedPage: Sendable {
    let supplier: SupplierID
    /// The capabilities of the source.
    let traits: SupplierTraits
    let request: FetchRequest
    var answer: FetchAnswer

    package init(
        _ answer: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits
    ) {
        self.supplier = supplier
        self.traits = traits
        self.request = request
        self.answer = answer
    }

    /// The identities of items that the page names in any way: delivered, former, shared and deleted ones.
    var namedItems: [String] {
        answer.items.map(\.id) + answer.items.flatMap(\.formerIDs) + answer.items.flatMap(\.sharedIDs)
            + answer.deleted
    }

    /// True for the newest page, and for an answer to a request for an older one that was read from the top and has not reached
    /// the edge of the request: it continues what was read before as a newest page does.
    var isOfTop: Bool {
        if request.origin == .newest { return true }
        return answer.beginsAtTop && answer.next != nil && answer.interruption == nil
            && answer.claims.allSatisfy { $0.timeframe.end >= request.edge }
    }

    /// True for a page of a window whose items are all dated ahead, or without a date beside such ones, and for a newest page
    /// that claims nothing and most of whose items have no date. They count as if none had a date, with the places where they
    /// were first seen. Older pages that claim something by their dates, or end where the source pages no further, have dates
    /// that count.
    var isDatedAhead: Bool {
        guard traits.shape == .window, request.direction == .older, !answer.items.isEmpty,
            request.origin == .newest || answer.claims.isEmpty && answer.end != .depthLimit
        else { return false }
        // If the clock was set back, the edge of a request for an older page can lie in the future.
        let known = max(request.now, request.edge)
        let dates = answer.items.compactMap(\.orderTime)
        let undatedCount = answer.items.count - dates.count
        guard !dates.isEmpty else { return false }
        // If older pages follow, items without dates may be below what appears now; so they may if the rest is missing.
        let mayLackDates = request.origin == .newest && answer.next == nil && answer.end != .more
        if mayLackDates, answer.claims.isEmpty, dates.count < undatedCount { return true }
        return dates.allSatisfy { $0 > known } && (mayLackDates || undatedCount == 0)
    }

    /// The second in which the claims end, or `nil` if the page claims everything. If it claims nothing, that is the second of
    /// its oldest item in order. Older items on the page are out of order.
    var lowestSecond: Timestamp? {
        guard request.direction == .older else { return nil }
        guard let bottom = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() else {
            return answer.oldestInOrder?.flooredToSecond
        }
        return bottom.isFinite ? bottom.advanced(by: .seconds(-1)) : nil
    }
}

// MARK: Stored tickets

extension FetchedPage {
    /// Returns the places of the stored tickets within the page's claims.
    func claimedKeys(in store: any TrackStore) async throws -> [OrderKey] {
        var keys: [OrderKey] = []
        for timeframe in answer.claims.compactMap(\.timeframe.wholeSeconds) {
            keys += try await store.keys(of: [supplier], in: timeframe, towards: .older, limit: .max)
        }
        return keys
    }

    /// Returns the identities of the stored tickets that the page does not list, newest first: those within its claims, and
    /// those of the second in which it ends, which the next page claims.
    func omittedItems(in store: any TrackStore) async throws -> [String] {
        let listed = Set(answer.items.map(\.id) + answer.filtered.compactMap(\.item) + answer.deleted)
        var range = TimeframeSet(answer.claims.compactMap(\.timeframe.wholeSeconds))
        if let second = sharedSecond(endOf: range) { range.insert(second) }
        var omitted: [String] = []
        for timeframe in range.timeframes {
            let keys = try await store.keys(of: [supplier], in: timeframe, towards: .older, limit: .max)
            omitted += keys.map(\.id.item).filter { !listed.contains($0) }
        }
        return omitted
    }

    /// Returns the second at the end of the page's claims that it shares with the next page, or `nil` if there is none.
    private func sharedSecond(endOf claimed: TimeframeSet) -> Timeframe? {
        guard answer.next != nil else { return nil }
        switch request.direction {
        case .older:
            let start = claimed.oldest ?? request.edge
            return Timeframe(from: start, downTo: start.advanced(by: .seconds(-1)))
        case .newer:
            let end = claimed.newest ?? request.edge
            return Timeframe(from: end.advanced(by: .seconds(1)), downTo: end)
        }
    }
}
