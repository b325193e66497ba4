import EngineConcepts
import FeedParsing

// Feeds with the oldest items first, whose pages lead to newer ones: new items appear on the last page.
extension WebFeedSource {
    /// The maximum number of pages read upwards in one request.
    static let longestClimb = 32

    /// Reads what has appeared since the page at `address` was the newest. Returns `nil` if that page does not exist
    /// any more.
    func readUpwards(
        from address: String, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedReading? {
        var known = memory
        known.address = address
        var reading: FeedReading
        do {
            reading = try await ask(known, at: now, kept: nil)
        } catch  where error.leadsNowhere {
            return nil
        }
        reading.memory.address = memory.address
        guard let document = reading.document else { return reading }
        guard document.following(at: reading.address) != nil else { return reading }
        return try await climb(from: reading, at: address, now)
    }

    /// Reads the pages after the one at `address` while they have newer items, and joins them into one document. If
    /// the first one has none, the pages lead downwards.
    func climb(
        from first: FeedReading, at address: String, _ now: Timestamp
    ) async throws(SupplierError) -> FeedReading {
        guard var whole = first.document else { return first }
        var top = (document: whole, address: address, found: first.address, memory: first.memory)
        var isAtTop = false
        for _ in 0..<Self.longestClimb {
            guard let next = top.document.following(at: top.found) else {
                isAtTop = true
                break
            }
            var known = FeedMemory()
            known.address = next
            let page: FeedReading
            do {
                page = try await ask(known, at: now, kept: nil)
            } catch  where error.leadsNowhere {
                isAtTop = true
                break
            } catch {
                if top.address == address { throw error }
                break
            }
            guard let document = page.document,
                document.continues(
                    top.document.items, isCertain: top.address != address || first.memory.pages != nil)
            else {
                if top.address == address, first.memory.pages == nil {
                    // A page of the same day leads either way.
                    if page.document?.isLevel(with: top.document.items) ?? false { return first }
                    var reading = first
                    reading.memory.pages = .down
                    return reading
                }
                isAtTop = true
                break
            }
            whole.items += document.items
            whole.omittedItems += document.omittedItems
            whole.fault = whole.fault ?? document.fault
            // The missing part may hold newer items, so this page is read again next time.
            if document.isCutOff { break }
            top = (document, next, page.address, page.memory)
        }
        var reading = first
        reading.isUpToDate = isAtTop
        whole.next = nil
        reading.document = whole
        guard top.address != address || first.memory.pages != nil else { return first }
        reading.memory.pages = .up(newest: top.address)
        (reading.memory.entityTag, reading.memory.lastModified) = (top.memory.entityTag, top.memory.lastModified)
        reading.memory.digest = top.memory.digest
        if top.document.following(at: top.found) != nil {
            // An unchanged page may still have new pages after it.
            (reading.memory.entityTag, reading.memory.lastModified, reading.memory.digest) = (nil, nil, nil)
        }
        return reading
    }
}

extension SupplierError {
    /// True if the response is missing or is not a feed.
    var leadsNowhere: Bool { code == .refused || code == .malformed || code == .gone }
}
