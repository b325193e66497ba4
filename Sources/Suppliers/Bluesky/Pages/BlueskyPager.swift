import EngineConcepts

/// Reads pages of a list for one request, down from its position until one proves something or is the last, and claims no more
/// than they prove.
struct BlueskyPager {
    /// The maximum number of pages that one request reads to reach its position.
    private static let maximumPages = 5

    private let supplier: BlueskySupplier
    private let request: FetchRequest
    private let reader: BlueskyPageReader
    /// True if the first page was that of the newest entries.
    private var beginsAtTop = false
    /// The state of the source after the pages that were read.
    private(set) var memory: BlueskySourceMemory
    /// The position of the page to read next.
    private var position = BlueskyPagePosition()
    /// The results so far.
    private var answer: FetchAnswer
    /// The numbers of entries on the pages that were read.
    private var counts: [ElementCount] = []
    /// The bottom of the last page that has one.
    private var bottom: Timestamp?
    /// The newer bound of what the pages prove. It is above the request's position if they begin above it, and `nil` for pages
    /// from the top until an entry shows where that is.
    private var start: Timestamp?

    private var timeline: BlueskyTimeline { supplier.timeline }

    /// Creates the pager of a request. Throws if pages cannot be read from its position.
    init(
        _ supplier: BlueskySupplier, for request: FetchRequest, _ memory: BlueskySourceMemory
    ) throws(SupplierError) {
        self.supplier = supplier
        self.request = request
        self.memory = memory
        reader = BlueskyPageReader(supplier: supplier, now: request.now)
        answer = FetchAnswer(end: .unknown, sourceName: supplier.name)
        answer.isUnordered = supplier.timeline.isUnordered
        begin(at: try Self.firstPosition(of: supplier, request, memory))
    }

    /// Returns the position at which the first page of a request begins.
    private static func firstPosition(
        of supplier: BlueskySupplier, _ request: FetchRequest, _ memory: BlueskySourceMemory
    ) throws(SupplierError) -> BlueskyPagePosition {
        switch request.origin {
        case .newest: return BlueskyPagePosition()
        case .token(let token, _):
            guard let position = BlueskyPagePosition(token) else { throw .tokenUnknown(supplier.name) }
            return position
        case .anchor(_, let edge) where supplier.timeline.beginsAtTimes: return BlueskyPagePosition(before: edge)
        case .anchor: return memory.position(above: request.edge) ?? BlueskyPagePosition()
        case .time: throw .readsDownOnly(supplier.name)
        }
    }

    /// Lets the pages, and what they prove, begin at a position.
    private mutating func begin(at position: BlueskyPagePosition) {
        self.position = position
        beginsAtTop = position.isTop
        let isAbove = position.isTop && request.origin != .newest
        start = isAbove ? nil : max(position.claimedDownTo ?? request.start, request.start)
    }

    /// Returns the answer to the request.
    mutating func page() async throws(SupplierError) -> FetchAnswer {
        do throws(SupplierError) {
            try await readPages()
        } catch {
            // If the cursor of the memory has expired too, only the top is left.
            guard case .anchor = request.origin, position.cursor != nil, counts.isEmpty, error.code == .tokenExpired
            else { throw error }
            memory.lastRead = nil
            begin(at: BlueskyPagePosition())
            try await readPages()
        }
        return answer.reporting(counts, of: supplier.name)
    }

    // MARK: Reading down

    /// Reads one page or more: pages that end above the request's position, or are empty, are followed by the next ones.
    private mutating func readPages() async throws(SupplierError) {
        for _ in 0..<Self.maximumPages {
            let page = try await reader.page(at: position)
            add(page)
            if !page.isEmpty { memory.recordEntries(downTo: page.bottom) }
            if page.repeatsPage(above: position) {
                // The next request begins at the top: new entries can have moved those of the page above down.
                memory.lastRead = nil
                return interrupt(by: .repeated)
            }
            guard let cursor = page.cursor else {
                guard try await findsCursor(of: page) else { return }
                continue
            }
            // The same position again would never end.
            guard cursor != position.cursor else { return }
            position.advance(to: cursor, below: page)
            let isBelowPlace = bottom.map { $0 < request.start } ?? false
            continueBelow(isBelowPlace: isBelowPlace)
            // An unordered list claims nothing before its end.
            if isBelowPlace || answer.isUnordered && !page.ids.isEmpty { return }
        }
    }

    private mutating func add(_ page: BlueskyItemPage) {
        counts.append(page.count)
        // Some servers answer an expired cursor with the top of the list. The first page shows where it begins.
        if bottom == nil, let times = page.times, start.map({ $0 <= times.lowerBound }) ?? true {
            start = max(min(times.upperBound.secondAbove, request.now), request.start)
        }
        bottom = page.bottom ?? bottom
        answer.items += page.items
        answer.filtered += page.filtered
        answer.budget = page.budget
    }

    /// Lets the answer claim what was read, and continue at the next page.
    ///
    /// - Parameter isBelowPlace: True if the pages reach below the request's position.
    private mutating func continueBelow(isBelowPlace: Bool) {
        answer.claims = claims(downTo: bottom)
        if timeline.beginsAtTimes, isBelowPlace, let bottom {
            // The last second is read again, so the next page begins where this one ended, whatever was deleted above.
            position.begin(before: bottom)
        }
        if request.origin != .newest, !timeline.beginsAtTimes, let bottom {
            memory.lastRead = position
            memory.lastRead?.claimedDownTo = bottom
        }
        position.claimedDownTo = isBelowPlace ? nil : bottomAbovePlace
        (answer.next, answer.end) = (position.token, .more)
    }

    /// Ends the answer because of a defect.
    ///
    /// - Parameter next: The token at which the list is read again, or `nil` to look for the place from the top.
    private mutating func interrupt(by defect: TimelineDefect, next: Token? = nil) {
        answer.interruption = defect.error(of: supplier.name)
        (answer.next, answer.end) = (next, .unknown)
    }

    /// The time down to which the pages are complete from the top, or `nil` if they begin at the request's position.
    private var bottomAbovePlace: Timestamp? {
        guard let start, let bottom, start > request.start else { return nil }
        return min(start, bottom)
    }

    /// Returns the claims of pages that end at `bottom`, or none if that is unknown.
    private func claims(downTo bottom: Timestamp?) -> [Claim] {
        bottom.map { supplier.claims(from: start ?? request.start, downTo: $0) } ?? []
    }

    // MARK: The end of a list

    /// Reads a page without a cursor once more. Returns true if the list goes on below it. Otherwise the answer has ended.
    private mutating func findsCursor(of page: BlueskyItemPage) async throws(SupplierError) -> Bool {
        let again = try await reader.page(at: position)
        answer.budget = again.budget
        guard let cursor = again.cursor else {
            // If it is another page, something appeared meanwhile.
            if again.ids == page.ids { try await end(at: page) }
            return false
        }
        // The cursor had vanished.
        guard cursor != position.cursor else { return false }
        counts.removeLast()
        add(again)
        position.advance(to: cursor, below: again)
        return true
    }

    /// Ends the answer at a page without a cursor, which was the same when it was read again.
    private mutating func end(at page: BlueskyItemPage) async throws(SupplierError) {
        (answer.next, answer.end) = (nil, .unknown)
        if counts.allSatisfy(\.isEmpty) {
            if beginsAtTop { return try endEmptyList() }
            try await checkTop()
        }
        endList(at: page)
    }

    /// Throws if the list is empty from the top although it had entries, as while the view fails.
    private mutating func checkTop() async throws(SupplierError) {
        let top = try await reader.page(at: BlueskyPagePosition())
        answer.budget = top.budget
        if !top.isEmpty { memory.recordEntries(downTo: top.bottom) }
        guard !top.isEmpty || top.cursor != nil || memory.isEmpty else {
            throw TimelineDefect.empty.error(of: supplier.name)
        }
    }

    /// Ends a list at its last page. Nothing below the last entry is claimed if the server may have had more.
    ///
    /// An end behind a full page, or above what was read before, can be an error of the server, so it is believed only if it
    /// is the same after a day. Above what was read before, a list that keeps only its newest entries ends at once: that
    /// leaves a gap in any case.
    private mutating func endList(at page: BlueskyItemPage) {
        answer.claims = claims(downTo: bottom)
        // An unordered list has no place but its end.
        let place: Timestamp = answer.isUnordered ? .beginningOfTime : min(bottom ?? request.edge, request.edge)
        let isFull = page.isEmpty ? position.isBelowFullPage : page.isFull
        // A range in which there was nothing to read contradicts no end.
        let isAboveKnown = request.claimed.timeframes.contains { range in
            range.start <= place && !memory.wasEmpty(until: range.start)
        }
        if isAboveKnown ? timeline.lastEnd != .retentionLimit : isFull {
            // The page reaches what was read before, and says nothing about what is below that.
            if !answer.isUnordered, request.claimed.contains(place.advanced(by: .seconds(-1))) { return }
            guard memory.confirmsEnd(at: place, now: request.now) else {
                return interrupt(by: .doubtfulEnd, next: position.token)
            }
        } else {
            memory.doubtfulEnd = nil
        }
        answer.end = timeline.lastEnd
        if answer.end == .trueEnd { answer.claims = claims(downTo: .beginningOfTime) }
    }

    /// Ends an answer without entries, read from the top. If the source had some, the server has hardly lost all of them: it
    /// has a failure, and nothing shows what has appeared. After a day, they were removed.
    private mutating func endEmptyList() throws(SupplierError) {
        if !request.claimed.isEmpty, !memory.isEmpty {
            guard request.origin == .newest, !request.needsItems else {
                throw TimelineDefect.empty.error(of: supplier.name)
            }
            guard memory.confirmsEnd(at: nil, now: request.now) else { return }
        }
        memory.recordEmptiness(now: request.now)
        answer.end = timeline.lastEnd
        if answer.end != .depthLimit { answer.claims = claims(downTo: .beginningOfTime) }
    }
}
