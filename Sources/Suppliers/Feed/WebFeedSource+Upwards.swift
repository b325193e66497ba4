import EngineConcepts
import FeedParsing

// Feeds with the oldest items first, whose pages lead to newer ones: new items appear on the last page.
extension WebFeedSource {
    /// The maximum number of pages read upwards in one request.
    static let maximumPagesUpwards = 32

    /// Reads what has appeared since the page at `address` was the newest. Returns `nil` if that page does not exist
    /// any more.
    func readUpwards(
        from address: String, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedReadResult? {
        var known = memory
        known.address = address
        var result: FeedReadResult
        do {
            result = try await requestDocument(known, at: now, cached: nil)
        } catch  where error.isMissingOrUnreadable {
            return nil
        }
        // The page has an address of its own, which can move as the feed's can.
        let newest = result.memory.address ?? address
        result.memory.pages = .up(newest: newest)
        result.memory.address = memory.address
        guard let document = result.document else { return result }
        guard document.following(at: result.address) != nil else { return result }
        return try await readPagesAbove(result, of: newest, at: now)
    }

    /// Reads the pages after `first` while they have newer items, and joins them into one document. If the first one has none,
    /// the pages lead downwards.
    ///
    /// - Parameter address: The address from which `first` was requested.
    func readPagesAbove(
        _ first: FeedReadResult, of address: String, at now: Timestamp
    ) async throws(SupplierError) -> FeedReadResult {
        // The part of a truncated page that is missing may hold newer items: the page is read again, unless it stays truncated.
        let isPatient = !first.memory.isPersistentlyTruncated(at: now)
        guard var whole = first.document, !(whole.isTruncated && isPatient) else { return first }
        var top = (document: whole, address: address, found: first.address, memory: first.memory)
        var isFirst: Bool { top.address == address }
        // Until a page with newer items was read, the pages may lead downwards.
        var isCertain: Bool { !isFirst || first.memory.pages != nil }
        var isAtTop = false
        for _ in 0..<Self.maximumPagesUpwards {
            guard let next = top.document.following(at: top.found) else {
                isAtTop = true
                break
            }
            var known = FeedMemory()
            known.address = next
            let page: FeedReadResult
            do {
                page = try await requestDocument(known, at: now, cached: nil)
            } catch  where error.isMissingOrUnreadable {
                isAtTop = true
                break
            } catch {
                if isFirst { throw error }
                break
            }
            guard let document = page.document, document.continues(top.document.items, isCertain: isCertain) else {
                guard isCertain else { return first.notFollowed(by: page.document, at: now) }
                isAtTop = true
                break
            }
            whole.append(document)
            if document.isTruncated, isPatient { break }
            top = (document, page.memory.address ?? next, page.address, page.memory)
        }
        var result = first
        guard isCertain else {
            // The next page may be there on the next request, which gets this one even if it is unchanged.
            result.memory.forgetDocument()
            return result
        }
        whole.next = nil
        result.document = whole
        result.isUpToDate = isAtTop
        let isLast = top.document.following(at: top.found) == nil
        result.memory.leadUpwards(to: top.address, top.memory, isLast: isLast)
        result.memory.origin = self.address
        return result
    }
}

extension FeedReadResult {
    /// Returns the result if the next page does not lead upwards. Its items are read again with the older pages.
    fileprivate func notFollowed(by next: FeedDocument?, at now: Timestamp) -> FeedReadResult {
        let items = document?.items ?? []
        var result = self
        // A page of the same day leads either way.
        if !(next?.isLevel(with: items) ?? false) { result.memory.pages = .down }
        let listed = Set(items.lazy.map(\.id))
        result.newestOnNextPage =
            next?.items.filter { !listed.contains($0.id) }.orderTimes.filter { $0 <= now }.max()
        return result
    }
}

extension FeedDocument {
    /// Adds the items of a further page.
    fileprivate mutating func append(_ page: FeedDocument) {
        var further = page.items
        FeedItemIDs.distinguish(&further, from: items)
        items += further
        omittedItems += page.omittedItems
        unreadableItems += page.unreadableItems
        syntaxError = syntaxError ?? page.syntaxError
    }
}

extension FeedMemory {
    /// Records that the pages lead upwards to the one at `address`, and how that is asked for.
    fileprivate mutating func leadUpwards(to address: String, _ memory: FeedMemory, isLast: Bool) {
        pages = .up(newest: address)
        // If it is not the last, it may be unchanged and still have new pages after it.
        forgetDocument()
        guard isLast else { return }
        validators = memory.validators
        digest = memory.digest
    }
}
