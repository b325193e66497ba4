import EngineConcepts

// Feeds with their oldest items first, whose pages lead to newer ones: what is new stands on their last page.
extension WebFeedSource {
    /// So many pages are read upwards at once.
    static let longestClimb = 32

    /// What has come since the page at `address` was the newest. Nil where that page is not there any more.
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

    /// Reads on from a page that was read at `address`, as long as a page follows with newer items: all of them are one document.
    /// Where the first one that follows has none, pages lead downwards.
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
            guard let document = page.document, document.continues(top.document.items) else {
                if top.address == address, first.memory.pages == nil {
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
            // Newer ones may have been meant to follow on it: it is read once more.
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
            // That it has not changed would not say that nothing has come behind it.
            (reading.memory.entityTag, reading.memory.lastModified, reading.memory.digest) = (nil, nil, nil)
        }
        return reading
    }
}

extension SupplierError {
    /// Whether what was asked for is not there, or is no feed.
    var leadsNowhere: Bool { code == .refused || code == .malformed || code == .gone }
}
