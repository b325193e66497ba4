package import EngineConcepts

/// A page as its source delivered it: the answer, with the request and the supplier to which it belongs.
package struct FetchedPage: Sendable {
    let supplier: SupplierID
    /// The capabilities of the source.
    let traits: SupplierTraits
    let request: FetchRequest
    var answer: FetchAnswer
    /// True if no date counts although some are past: see ``wereDatesAhead(of:in:)``.
    var ignoresDates = false

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

// MARK: Dates ahead

extension FetchedPage {
    /// True for a page of a window whose items are all dated ahead. They have the places where they were first seen, as if
    /// they had no dates.
    var isDatedAhead: Bool {
        mayIgnoreDates && answer.items.allSatisfy { $0.orderTime.map { $0 > present } ?? false }
    }

    /// Returns true for a page of a window in no order if some items are below their dates, which lay ahead when the items
    /// were first seen, and all new items are dated ahead: no date shows what is new. An item that is below its date
    /// because this was changed since makes dates count, as it may have been listed for that. So do the dates of a newest page
    /// that lacks the newest stored ticket: it may be out of date.
    ///
    /// - Parameter known: The stored records of the items.
    func wereDatesAhead(of known: [String: KnownItem], in store: any TrackStore) async throws -> Bool {
        guard answer.isUnordered, mayIgnoreDates, !isDatedAhead, !answer.claims.contains(where: \.timeframe.isEndless)
        else { return false }
        var hasItemsBelowDates = false
        var passed: [(id: TicketID, time: Timestamp)] = []
        let items = answer.items.named(as: known)
        for item in items {
            guard let date = item.orderTime else { continue }
            if let key = known[item.id]?.key {
                guard key.time < date else { continue }
                hasItemsBelowDates = true
                if date <= present { passed.append((key.id, item.shownTime ?? date)) }
            } else if date <= present {
                return false
            }
        }
        guard hasItemsBelowDates else { return false }
        if request.origin == .newest {
            let newest = try await store.knownKeys(of: supplier, in: .always, limit: 1).first
            guard let newest, items.contains(where: { $0.id == newest.id.item }) else { return false }
        }
        for (id, time) in passed {
            guard try await store.entry(id)?.ticket.shownTime == time else { return false }
        }
        return true
    }

    /// True for a page of a window that can have dates which do not count. Older pages that claim something by their dates, or
    /// end where the source pages no further, have dates that count.
    private var mayIgnoreDates: Bool {
        traits.shape == .window && request.direction == .older && !answer.items.isEmpty
            && (request.origin == .newest || answer.claims.isEmpty && answer.end != .depthLimit)
    }

    /// The time of the request. If the clock was set back, the edge of a request for an older page can lie in the future.
    private var present: Timestamp { max(request.now, request.edge) }
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
