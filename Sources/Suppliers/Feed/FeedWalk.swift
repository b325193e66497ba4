import EngineConcepts
import FeedParsing

/// Walks down the older pages of a feed, from a page or from the top, until a page holds something older than a
/// given time or shows that there is nothing.
struct FeedWalk {
    /// The maximum number of pages in a row without older items. New items push items to later pages while the walk
    /// goes on.
    private static let maximumPages = 8

    private let source: WebFeedSource
    private let name: String
    private let edge: Timestamp
    private let now: Timestamp
    /// True if something older than the edge was claimed before.
    private let isOlderKnown: Bool
    /// Records a page; returns false if it was visited recently.
    private let visit: (FeedPageLocation) -> Bool
    /// The state of the feed at the start of the walk.
    private let initialMemory: FeedMemory
    private var memory: FeedMemory
    /// The page where the walk was to begin.
    private let start: FeedPageLocation?
    /// The results so far.
    private var answer = FetchAnswer(end: .retentionLimit)
    /// The page before ``start`` if the walk begins there, since deletions may have moved pages up.
    private let overlap: FeedPageLocation?
    /// The page to read next, or `nil` for the feed's own document.
    private var location: FeedPageLocation?
    /// The page that waits for the comparison with the one to read next, or `nil` if that is read for its items.
    private var waiting: WaitingPage?
    /// The page before, or `nil` if that was not read.
    private var previous: FeedPage?
    /// The page that was read again for comparison with this one, or `nil` if there was no doubt.
    private var compared: FeedPage?
    /// The end of the feed's own document if that was read and only its items show it, or `nil` otherwise.
    private var foot: PageNumbering.Foot?
    /// The reading of pages from a time above the edge on, or `nil` if they begin at the edge.
    private var fromTop: ReadingFromTop?

    /// A reading of pages that show everything from a time above the edge on.
    private struct ReadingFromTop {
        /// The time of the walk if it has begun at the top, or that down to which an earlier one has claimed the pages.
        let start: Timestamp
        /// The claim of what was read below that, or `nil` if that is less than a second.
        var claim: Claim?
    }

    /// A page that waits while the one that it may really be is read: one above, or an archive with the same items. It is read
    /// again after that.
    private struct WaitingPage {
        let location: FeedPageLocation
        /// Its items if they have dates, or none. They are the feed's even if the comparison fails.
        let items: [SourceItem]
    }

    /// Creates a walk from `start` (`nil`: from the top) to items older than the edge of `request`.
    init(
        down source: WebFeedSource, of name: String, from start: FeedPageLocation?, for request: FetchRequest,
        visit: @escaping (FeedPageLocation) -> Bool
    ) {
        self.source = source
        self.name = name
        edge = request.edge
        now = request.now
        isOlderKnown = request.claimed.timeframes.contains { $0.start < request.edge }
        self.visit = visit
        var known = FeedMemory(request.memory)
        known.follow(source.address)
        initialMemory = known
        memory = known
        self.start = start
        let mayHaveMoved = start?.mayHaveMoved(by: now) ?? false
        overlap = mayHaveMoved ? start?.pageBefore : nil
        location = mayHaveMoved ? overlap : start
        fromTop = start?.claimedDownTo.flatMap { $0 > request.edge ? ReadingFromTop(start: $0) : nil }
        answer.mayRenameItems = true
    }

    /// Runs the walk and returns its result.
    mutating func run() async throws(SupplierError) -> FetchAnswer {
        for _ in 0..<Self.maximumPages {
            guard try await readPage() else { break }
        }
        if answer.items.isEmpty, answer.next != nil, answer.end == .more, answer.interruption == nil {
            // After so many pages without older items, it is unknown if any will follow.
            (answer.next, answer.end) = (nil, .depthLimit)
        }
        recordAhead()
        // Without older pages, items above the edge belong to the next refresh, which shows what may be missing below them.
        if location == nil, answer.next == nil, answer.claims.isEmpty { answer.items = [] }
        claimAboveEdge()
        answer.isNextDoubtful = memory.hasRefused(answer.next.flatMap { FeedPageLocation($0) })
        answer.memory = memory == initialMemory ? nil : memory.text ?? ""
        return answer
    }

    // MARK: Steps. Each returns true if another page is to be read.

    /// Reads the page.
    private mutating func readPage() async throws(SupplierError) -> Bool {
        answer.next = nil
        if waiting == nil, let known = location {
            guard let unknown = known.skippingKnown(memory, above: edge) else {
                answer.end = .trueEnd
                return false
            }
            location = unknown
        }
        let result: FeedPageAnswer
        do {
            result = try await source.page(location, memory, at: now)
        } catch {
            if let waiting, error.allowsResult(with: waiting.items) {
                stopWhereWalkBegan(after: error, keeping: waiting.items)
            } else if !stopEarly() {
                throw error
            }
            return false
        }
        answer.bytes = (answer.bytes ?? 0) + result.bytes
        guard case .document(let document) = result.content else { return handleMissingPage(result) }
        // An item that was left out may still have its former identity.
        if document.isTruncated || document.omittedItems > 0 { answer.mayRenameItems = false }
        if location != nil { memory.rememberLast(of: document.items) }
        let page = FeedPage(document, at: location, below: edge, from: result.address, memory, now: now)
        if let waiting { return compare(page, with: waiting) }
        if isOverlap, !page.window.reaches(above: fromTop?.start ?? edge) {
            // So many items were deleted that this page no longer overlaps with what was read. Starting from the top
            // finds the position.
            beginAtTop()
            return true
        }
        answer.unread = followsUnreadItems(page) ? page.window.unread(from: edge) : nil
        answer.oldestInOrder = page.window.order.oldest
        answer.isUnordered = answer.isUnordered || page.window.order.isUncertain
        return document.isTruncated ? try acceptTruncated(page) : try accept(page)
    }

    /// Handles a missing page.
    private mutating func handleMissingPage(_ result: FeedPageAnswer) -> Bool {
        if let waiting, case .archive(let address)? = location?.addressing {
            // The archive has moved to the page that has its items.
            memory.forgetArchive(at: address)
            goOn(with: waiting)
            return true
        }
        if location != nil, mayHaveMoved(result) {
            // Starting from the top finds it, however far pages have moved and wherever archives are now.
            beginAtTop()
            return true
        }
        if let location { end(at: location, .missing(status: result.missingStatus ?? 404), answeredBy: result.address) }
        if answer.items.isEmpty, location?.number == 2 { answer.lost = memory.lost.flatMap(Int.init(exactly:)) }
        return false
    }

    /// Takes a page that was read again, to compare the page `waiting` with it.
    private mutating func compare(_ page: FeedPage, with waiting: WaitingPage) -> Bool {
        if let defect = defect(of: page.document) {
            stopWhereWalkBegan(after: failure(defect, at: page.address), keeping: waiting.items)
            return false
        }
        goOn(with: waiting)
        compared = page
        return true
    }

    /// Goes on with a page that was waiting for the comparison with another one.
    private mutating func goOn(with page: WaitingPage) {
        (location, waiting) = (page.location, nil)
        answer.next = page.location.token
    }

    /// True if the page is the one before the requested page, read again.
    private var isOverlap: Bool { location != nil && location == overlap }

    /// Returns true if a missing page may be elsewhere: it is one above that was read again, or an archive to which the feed
    /// led in an earlier walk.
    private func mayHaveMoved(_ result: FeedPageAnswer) -> Bool {
        if waiting != nil { return true }
        if isOverlap { return result.missingStatus != nil }
        guard case .archive? = location?.addressing else { return false }
        return location?.mayBeOutdated(at: now) ?? false
    }

    /// Accepts a truncated page: the missing items lie between its end and the next page, so it is requested again.
    private mutating func acceptTruncated(_ page: FeedPage) throws(SupplierError) -> Bool {
        let error = failure(truncation, at: page.address)
        guard !page.window.isPlacedByNumber else { throw error }
        guard page.window.endsWithOldest, let claim = claim(of: page, isArchive: false) else {
            guard initialMemory.isPersistentlyTruncated(at: now), var next = page.next(memory, at: now) else {
                throw error
            }
            next.followsUnreadItems = true
            (location, compared, fromTop) = (next, nil, nil)
            return true
        }
        add(page)
        answer.claims = [claim]
        (answer.next, answer.end) = (location?.token, .more)
        answer.interruption = error
        return false
    }

    /// Accepts a complete page, unless it is one above, answered in its place.
    private mutating func accept(_ page: FeedPage) throws(SupplierError) -> Bool {
        guard let location else {
            let end = page.foot(after: memory.numbering)
            if end.edge == PageNumbering.Foot.unknown { foot = end }
            return try take(page)
        }
        if page.document.items.isEmpty, !leadsFurther(page, at: location) {
            end(at: location, .empty, answeredBy: page.address)
            return false
        }
        let comparison = PageComparison(
            page: page, location: location, memory: memory, edge: edge, now: now, isFirst: location == start,
            previous: previous, compared: compared)
        var page = page
        let isRepeated: Bool
        switch comparison.result {
        case .unclear(let other):
            let items = page.window.isPlacedByNumber ? [] : page.window.items
            (self.location, waiting) = (other, WaitingPage(location: location, items: items))
            (answer.next, answer.end) = (location.token, .more)
            return true
        case .another(let moved):
            if let moved { page.location?.pagesAbove = [moved] }
            isRepeated = !visit(location)
        case .repeated: isRepeated = true
        }
        if isRepeated {
            end(at: location, .repeated, answeredBy: page.address)
            return false
        }
        if location.addressing == .numbered,
            (compared ?? previous)?.document.items.isEmpty == false || isAnotherPage(page.document)
        {
            memory.numbering = .works
        }
        return try take(page)
    }

    /// Returns true if a page without items can be followed by others. An older page may be of an empty month, but WordPress
    /// fills every page but the last. The feed's link does not make an answer an archive: a site with a failure answers any
    /// address with an empty feed.
    private func leadsFurther(_ page: FeedPage, at location: FeedPageLocation) -> Bool {
        switch location.addressing {
        case .numbered: false
        case .linked, .archive: page.document.isArchive || page.next(memory, at: now) != nil
        }
    }

    /// Takes the items of a page, and goes on to the next one if they are all above the edge.
    private mutating func take(_ page: FeedPage) throws(SupplierError) -> Bool {
        (previous, compared) = (page, nil)
        if location == nil {
            fromTop = hasNewest(page) && now > edge ? ReadingFromTop(start: now) : nil
        } else if followsUnreadItems(page) {
            fromTop = nil
        }
        if let top = fromTop?.start, !page.window.isPlacedByNumber,
            let claim = page.window.claim(from: top, isArchive: false)
        {
            // A page without items changes nothing.
            fromTop?.claim = claim
        }
        var next = page.next(memory, at: now)
        if location == nil, next == nil, page.document.items.isEmpty, !page.window.isComplete {
            throw failure(.empty, at: page.address)
        }
        var isArchive = page.document.isArchive
        if case .archive(let address)? = location?.addressing {
            isArchive = true
            let previous: String? = if case .archive(let previous)? = next?.addressing { previous } else { nil }
            if page.document.omittedItems == 0, let oldest = page.window.oldest?.seconds {
                memory.remember(
                    FeedMemory.Archive(
                        address: address, oldest: oldest, previous: previous, items: Int64(page.mark.digest)))
            }
        }
        add(page)
        let claim = claim(of: page, isArchive: isArchive)
        // Only an item from above the edge shows that what is missing above this page lies there.
        if claim == nil, followsUnreadItems(page), !page.window.reaches(above: edge) || page.window.order.isUncertain {
            next?.followsUnreadItems = true
        }
        if claim != nil, location?.addressing == .numbered { memory.numbering = .works }
        answer.claims = claim.map { [$0] } ?? []
        answer.next = next?.token
        if location == nil, next == nil { answer.documentCount = page.ids.count }
        answer.end = next != nil ? .more : isArchive || page.window.isComplete ? .trueEnd : .retentionLimit
        guard claim == nil, let next else {
            if isOverlap, let claim {
                // Without dates, it claims the second below the edge.
                memory.unprovenEnd.move(from: edge, to: claim.timeframe.end)
            } else {
                memory.unprovenEnd.forget(below: edge)
            }
            return false
        }
        location = next
        return true
    }

    // MARK: Results

    /// Returns true if items above those of the page were not read: they are between it and the page before, or are the newest
    /// ones of this page.
    private func followsUnreadItems(_ page: FeedPage) -> Bool {
        page.location?.followsUnreadItems ?? false || page.window.mayLackNewest
    }

    private mutating func beginAtTop() {
        (location, waiting, previous, fromTop) = (nil, nil, nil, nil)
    }

    private mutating func add(_ page: FeedPage) {
        answer.items += page.window.items
        guard location == nil else { return }
        answer.beginsAtTop = true
        answer.warning = page.document.warning(about: .sent(by: name))
    }

    /// Returns the claim of the page if it reaches below the edge and everything above it is known. If this walk has begun at
    /// the top, what it has read above the edge is left to the next refresh, which has more evidence.
    private func claim(of page: FeedPage, isArchive: Bool) -> Claim? {
        guard let claim = page.window.claim(from: answer.unread?.end ?? edge, isArchive: isArchive) else { return nil }
        guard answer.unread == nil, !answer.beginsAtTop, let top = fromTop?.start else { return claim }
        return Timeframe(from: top, downTo: claim.timeframe.end).map { Claim($0, claim.kind) }
    }

    /// Claims what was read from the top if the walk has not reached the edge and goes on later: what lies between is missing.
    private mutating func claimAboveEdge() {
        guard answer.end == .more, answer.claims.isEmpty, answer.interruption == nil, answer.unread == nil,
            !answer.items.isEmpty, let fromTop, var next = answer.next.flatMap({ FeedPageLocation($0) })
        else { return }
        answer.claims = fromTop.claim.map { [$0] } ?? []
        next.claimedDownTo = fromTop.claim?.timeframe.end ?? fromTop.start
        answer.next = next.token
    }

    /// Returns true if the dates of the feed's own document, which was read now, show that nothing is newer than its items. If
    /// it is in no order, dates ahead can make the others worthless.
    private func hasNewest(_ page: FeedPage) -> Bool {
        if case .up = memory.pages { return false }
        if case .oldestFirst = page.window.order.kind { return false }
        if page.window.order.isUncertain, page.document.items.orderTimes.contains(where: { $0 > now }) { return false }
        return page.window.end(at: now) != nil && !page.document.isArchive
    }

    /// Stops before a page that could not be read. Returns false if nothing was found so far; otherwise the next walk
    /// reports the error.
    private mutating func stopEarly() -> Bool {
        guard let location, !answer.items.isEmpty else { return false }
        (answer.next, answer.end) = (location.token, .more)
        return true
    }

    /// Stops without a result, or with the items of a page that cannot be compared: it is not followed. It is unknown what the
    /// pages that were read should have held, so the next walk begins where this one did.
    private mutating func stopWhereWalkBegan(after error: SupplierError, keeping items: [SourceItem] = []) {
        (answer.items, answer.next, answer.end, answer.unread) = (items, start?.token, .more, nil)
        answer.interruption = error
    }

    /// Ends the walk at a page that leads no further. If the end is uncertain, and walks have not ended so for a while, this
    /// walk fails, or stops before the page.
    private mutating func end(at page: FeedPageLocation, _ obstacle: WalkEnd.Obstacle, answeredBy address: String) {
        let end = WalkEnd(
            at: page, obstacle, isGuess: memory.isGuess(page), isOlderKnown: isOlderKnown, isAhead: isAheadSoFar)
        if let period = end.period {
            // Where a page above was answered in the place of this one, the pages before it may have been others as well.
            if obstacle != .repeated, stopEarly() { return }
            guard memory.unprovenEnd.accept(below: edge, at: now, after: period) else {
                return stopWhereWalkBegan(after: failure(obstacle.defect(of: page), at: address))
            }
        }
        switch end.conclusion {
        case .beginningOfFeed:
            memory.unprovenEnd.forget(below: edge)
            answer.end = .trueEnd
        case .retentionLimit: answer.end = .retentionLimit
        case .lastPage:
            if memory.isGuess(page) { answer.documentCount = page.pagesAbove.first?.count }
            if memory.isGuess(page) || page.addressing == .numbered && page.number == 2 {
                memory.numbering = .useless(at: now)
            }
            answer.end = .retentionLimit
        case .noNumberedPages:
            refuseNumbers()
            answer.documentCount = page.pagesAbove.first?.count
            answer.end = .retentionLimit
        case .pageGone:
            (answer.next, answer.end) = (page.token, .gone)
            // Items above the edge say nothing about what is below it.
            if answer.claims.isEmpty { answer.items = [] }
        }
    }

    /// Stores that the site has no numbered pages while its document ends as it does now.
    private mutating func refuseNumbers() {
        // Without a memory it is unknown how the document ended, and so when a second page is worth another request.
        let guess = memory.isEmpty ? nil : PageNumbering.Foot(edge: edge.seconds, item: 0)
        if let foot = memory.foot ?? foot ?? guess {
            memory.numbering = .refused(memory.numbering, foot, at: now)
        }
    }

    /// Returns true if a page does not end as the feed's own document did when its page number was guessed.
    private func isAnotherPage(_ document: FeedDocument) -> Bool {
        guard let foot = memory.foot, foot.item != 0, let last = document.items.last else { return false }
        return last.digest != foot.item
    }

    // MARK: Dates ahead

    /// True if the walk follows the feed's own document or such a walk, and has found no item that is not dated ahead.
    private var isAheadSoFar: Bool {
        guard let start, start.number == 2 && !answer.items.isEmpty || continuesAhead else { return false }
        return answer.items.allSatisfy { $0.orderTime.map { $0 > now } ?? false }
    }

    /// True if the walk begins where one ended that found only items dated ahead.
    private var continuesAhead: Bool {
        guard let start, let next = initialMemory.ahead?.next else { return false }
        return Int64(start.number) == next
    }

    /// Stores if all items below the feed's own document are dated ahead.
    private mutating func recordAhead() {
        guard let start, start.number == 2 || continuesAhead else { return }
        memory.ahead = nil
        guard isAheadSoFar, answer.claims.isEmpty, answer.interruption == nil else { return }
        switch (answer.next.flatMap { FeedPageLocation($0) }, answer.end) {
        case (let next?, .more): memory.ahead = FeedMemory.AheadReading(next: Int64(next.number), time: now.seconds)
        case (nil, .retentionLimit), (nil, .trueEnd):
            memory.ahead = FeedMemory.AheadReading(next: nil, time: now.seconds)
        default: break
        }
    }

    // MARK: Errors

    private func failure(_ defect: PageDefect, at address: String) -> SupplierError {
        defect.error(of: name, at: address)
    }

    /// The defect of the page if it is truncated.
    private var truncation: PageDefect { location == nil ? .truncated : .truncatedPage }

    /// Returns the defect that keeps the page before from being compared with the page after it, or `nil` if there is none: it
    /// is truncated, or is the feed's own document and has no items. An older page may be of a month without items.
    private func defect(of document: FeedDocument) -> PageDefect? {
        if document.isTruncated, !initialMemory.isPersistentlyTruncated(at: now) { return truncation }
        return location == nil && document.items.isEmpty ? .empty : nil
    }
}

extension SupplierError {
    /// Returns true if a walk that ends with this error has a result. An error that says when or if the source may be asked
    /// fails the walk, but items that were read are kept.
    fileprivate func allowsResult(with items: [SourceItem]) -> Bool {
        switch code {
        case .unreachable, .timedOut, .refused, .malformed, .limitExceeded: retryAt == nil || !items.isEmpty
        case .rateLimited, .notAuthorised, .gone: !items.isEmpty
        case .tokenExpired, .unsupported, .cancelled: false
        }
    }
}
