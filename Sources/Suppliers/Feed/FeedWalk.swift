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
    private let firstPage: FeedPageLocation?
    /// The results so far.
    private var walkAnswer = FetchAnswer(end: .retentionLimit)
    /// The page to read next, or `nil` for the feed's own document.
    private var page: FeedPageLocation?
    /// The reason for reading it.
    private var purpose: Purpose
    /// The page before, or `nil` if that was not read.
    private var previous: FeedPageSummary?
    /// The page above that was read again for comparison with this one, or `nil` if there was no doubt.
    private var compared: FeedPageSummary?
    /// The items of the page that is compared, if they have dates.
    private var doubted: [SourceItem] = []
    /// The end of the feed's own document if that was read, or `nil` otherwise.
    private var foot: PageNumbering.Foot?
    /// True if the page is the one before the requested page, read again.
    private var isOverlap = false
    /// True if the page before is truncated on every request, so that the items between it and this one stay unread.
    private var isAfterTruncatedPage = false

    /// The reasons for reading a page.
    private enum Purpose {
        /// Its items.
        case items
        /// Its items, and the place where the requested page begins now: it is the page before, and deletions move pages up.
        case overlap
        /// A comparison with a page below it, which is read next.
        case comparison(FeedPageLocation)
    }

    /// The kinds of a page, compared with those above it.
    private enum Verdict {
        /// A page of its own.
        case another
        /// It may be a page above, answered in its place. Only such a page, read again, shows it; `nil` is the feed's own
        /// document.
        case unclear(FeedPageLocation, comparedWith: FeedPageLocation?)
        /// A page above, answered in its place.
        case repeated
        /// A page after which nothing older follows.
        case last(FeedPageLocation)
    }

    /// Creates a walk from `page` (`nil`: from the top) to items older than `edge`.
    init(
        down source: WebFeedSource, of name: String, from page: FeedPageLocation?, below edge: Timestamp,
        for request: FetchRequest, visit: @escaping (FeedPageLocation) -> Bool
    ) {
        self.source = source
        self.name = name
        self.edge = edge
        now = request.now
        isOlderKnown = request.claimed.timeframes.contains { $0.start < edge }
        self.visit = visit
        initialMemory = FeedMemory(request.memory)
        memory = initialMemory
        firstPage = page
        let mayHaveMoved = page?.mayHaveMoved(by: now) ?? false
        self.page = mayHaveMoved ? page?.pageBefore : page
        purpose = mayHaveMoved ? .overlap : .items
    }

    /// Runs the walk and returns its result.
    mutating func answer() async throws(SupplierError) -> FetchAnswer {
        for _ in 0..<Self.maximumPages {
            guard try await readPage() else { break }
        }
        if walkAnswer.items.isEmpty, walkAnswer.next != nil, walkAnswer.end == .more, walkAnswer.interruption == nil {
            // After so many pages without older items, it is unknown if any will follow.
            (walkAnswer.next, walkAnswer.end) = (nil, .depthLimit)
        }
        // Without older pages, items above the edge belong to the next refresh, which shows what may be missing below them.
        if page == nil, walkAnswer.next == nil, walkAnswer.claims.isEmpty { walkAnswer.items = [] }
        walkAnswer.memory = memory == initialMemory ? nil : memory.text ?? ""
        return walkAnswer
    }

    /// Reads the page. Returns true if another one is to be read.
    private mutating func readPage() async throws(SupplierError) -> Bool {
        walkAnswer.next = nil
        if let known = page {
            guard let unknown = known.skippingKnown(memory, above: edge) else {
                walkAnswer.end = .trueEnd
                return false
            }
            page = unknown
        }
        let result: FeedReadResult
        do {
            result = try await source.page(page, memory, at: now)
        } catch {
            if case .comparison = purpose, error.concernsOneRequest {
                stopComparison(after: error)
                return false
            }
            guard stopEarly() else { throw error }
            return false
        }
        walkAnswer.bytes = (walkAnswer.bytes ?? 0) + result.bytes
        guard let document = result.document else { return handleMissingPage(result) }
        if page != nil { memory.rememberLast(of: document.items) }
        let walkStart = page.map { Timestamp(seconds: $0.walkStart) } ?? now
        let window = FeedWindow(
            document, pageNumber: page?.number ?? 1, below: edge, walkStart: walkStart,
            memory.order(at: now))
        if case .comparison(let waiting) = purpose {
            if let defect = defect(of: document, at: result.address) {
                stopComparison(after: defect)
                return false
            }
            (page, purpose, compared) = (waiting, .items, FeedPageSummary(document, window, isFirst: page == nil))
            walkAnswer.next = waiting.token
            return true
        }
        if case .overlap = purpose, page != nil, !window.reaches(above: edge) {
            // So many items were deleted that this page no longer overlaps with what was read. Starting from the top
            // finds the position.
            beginAtTop()
            return true
        }
        if case .overlap = purpose { isOverlap = page != nil }
        purpose = .items
        if isAfterTruncatedPage { walkAnswer.unread = window.unread(from: edge) }
        walkAnswer.oldestInOrder = window.order.oldest
        walkAnswer.isUnordered = walkAnswer.isUnordered || window.order.isUncertain
        return document.isTruncated
            ? try acceptTruncated(document, result: result, window: window)
            : try accept(document, result: result, window: window)
    }

    /// Stops before a page that could not be read. Returns false if nothing was found so far; otherwise the next walk
    /// reports the error.
    private mutating func stopEarly() -> Bool {
        guard let page, !walkAnswer.items.isEmpty else { return false }
        (walkAnswer.next, walkAnswer.end) = (page.token, .more)
        return true
    }

    private mutating func beginAtTop() {
        (page, purpose, previous, isOverlap) = (nil, .items, nil, false)
    }

    /// Handles a missing page. Returns true if another one is to be read.
    private mutating func handleMissingPage(_ result: FeedReadResult) -> Bool {
        let isPageBefore =
            switch purpose {
            case .items: false
            case .overlap: result.missingPageStatus != nil
            case .comparison: true
            }
        if isPageBefore, page != nil {
            // It is unknown how far pages have moved. Starting from the top finds them.
            beginAtTop()
            return true
        }
        if let page, let status = result.missingPageStatus, !memory.isGuess(page) {
            endAtMissingPage(page, status, at: result.address)
        } else {
            // Without a memory it is unknown how the document ended, and so when a second page is worth another request.
            let guess = memory == FeedMemory() ? nil : PageNumbering.Foot(edge: edge.seconds, item: 0)
            if let foot = memory.foot ?? foot ?? guess {
                memory.numbering = .refused(memory.numbering, foot, at: now)
            }
            walkAnswer.end = .retentionLimit
        }
        if walkAnswer.items.isEmpty, page?.number == 2 { walkAnswer.lost = memory.lost.flatMap(Int.init(exactly:)) }
        return false
    }

    /// Ends the walk at a page that the feed should have.
    private mutating func endAtMissingPage(_ page: FeedPageLocation, _ status: Int, at address: String) {
        let error = missingPage(page, status, at: address)
        if page.addressing == .numbered { return endNumbers(at: page, after: error) }
        if isUnprovenEnd(after: error, for: FeedMemory.missingPageTolerance) { endAsGone(page) }
    }

    /// Ends the walk at a page number behind the last page. WordPress fills every page but the last, so behind a shorter one
    /// there is nothing. Behind a full one there may be, if the site has a failure. If something older is known, there was.
    private mutating func endNumbers(at page: FeedPageLocation, after error: SupplierError) {
        if page.followsShorterPage {
            memory.forgetUnprovenEnd(below: edge)
            walkAnswer.end = .trueEnd
        } else if isUnprovenEnd(after: error, for: FeedMemory.unprovenEndTolerance) {
            if isOlderKnown { endAsGone(page) } else { walkAnswer.end = .trueEnd }
        }
    }

    /// Returns true if walks have ended here for this period. Otherwise the walk fails, or stops before this page.
    private mutating func isUnprovenEnd(after error: SupplierError, for period: Duration) -> Bool {
        if stopEarly() { return false }
        if memory.acceptsUnprovenEnd(below: edge, at: now, after: period) { return true }
        stopWhereWalkBegan(after: error)
        return false
    }

    /// Ends the walk at a page that is gone. It may exist again on a later request.
    private mutating func endAsGone(_ page: FeedPageLocation) {
        (walkAnswer.next, walkAnswer.end) = (page.token, .gone)
        // Items above the edge say nothing about what is below it.
        if walkAnswer.claims.isEmpty { walkAnswer.items = [] }
    }

    /// Accepts a truncated page: the missing items lie between its end and the next page, so it is requested again.
    /// Returns true if another page is to be read.
    private mutating func acceptTruncated(
        _ document: FeedDocument, result: FeedReadResult, window: FeedWindow
    ) throws(SupplierError) -> Bool {
        let error = truncation(at: result.address)
        guard window.endsWithOldest, let claim = window.claim(from: walkAnswer.unread?.end ?? edge, isArchive: false),
            !window.isPlacedByNumber
        else {
            guard initialMemory.isPersistentlyTruncated(at: now), !window.isPlacedByNumber,
                let next = FeedPageLocation.next(
                    behind: page, result: result, document: document, window: window, at: now)
            else { throw error }
            (page, compared, isOverlap, isAfterTruncatedPage) = (next, nil, false, true)
            return true
        }
        add(window, of: document)
        walkAnswer.claims = [claim]
        (walkAnswer.next, walkAnswer.end) = (page?.token, .more)
        walkAnswer.interruption = error
        return false
    }

    /// Accepts a complete page. Returns true if another one is to be read.
    private mutating func accept(
        _ document: FeedDocument, result: FeedReadResult, window: FeedWindow
    ) throws(SupplierError) -> Bool {
        if let page, page.addressing == .numbered, document.items.isEmpty, !memory.isGuess(page) {
            endNumbers(at: page, after: noItems(at: result.address))
            return false
        }
        let read = FeedPageSummary(document, window, isFirst: page == nil)
        if page == nil, window.edge == nil { foot = document.foot(nil, after: memory.numbering) }
        switch verdict(on: read, window) {
        case .another: break
        case .unclear(let current, let other):
            doubted = window.isPlacedByNumber ? [] : window.items
            (page, purpose) = (other, .comparison(current))
            (walkAnswer.next, walkAnswer.end) = (current.token, .more)
            return true
        case .repeated:
            // A page above can have been answered in its place.
            stopWhereWalkBegan(
                after: SupplierError(
                    .malformed,
                    Message("olderPageRepeats", ["source": .text(name), "address": .text(result.address)])))
            return false
        case .last(let page):
            if memory.isGuess(page) || page.addressing == .numbered && page.number == 2 {
                memory.numbering = .useless(at: now)
            }
            walkAnswer.end = .retentionLimit
            return false
        }
        if page?.addressing == .numbered, (compared ?? previous)?.ids.isEmpty == false || isAnotherPage(document) {
            memory.numbering = .works
        }
        (previous, compared) = (read, nil)
        let wasOverlap = isOverlap
        isOverlap = false
        let next = FeedPageLocation.next(behind: page, result: result, document: document, window: window, at: now)
        if page == nil, next == nil, document.items.isEmpty, !window.isComplete {
            throw noItems(at: result.address)
        }
        if case .archive(let address)? = page?.addressing, let oldest = window.oldest {
            let previous: String? = if case .archive(let previous)? = next?.addressing { previous } else { nil }
            memory.remember(
                FeedMemory.Archive(
                    address: address, oldest: oldest.seconds, previous: previous, items: Int64(read.mark.digest)))
        }
        add(window, of: document)
        let isArchive = if case .archive = page?.addressing { true } else { document.isArchive }
        let claim = window.claim(from: walkAnswer.unread?.end ?? edge, isArchive: isArchive)
        if claim != nil, page?.addressing == .numbered { memory.numbering = .works }
        walkAnswer.claims = claim.map { [$0] } ?? []
        walkAnswer.next = next?.token
        walkAnswer.end = next != nil ? .more : isArchive || window.isComplete ? .trueEnd : .retentionLimit
        guard claim == nil, let next else {
            if wasOverlap, let claim {
                // Without dates, it claims the second below the edge.
                memory.moveUnprovenEnd(from: edge, to: claim.timeframe.end)
            } else {
                memory.forgetUnprovenEnd(below: edge)
            }
            return false
        }
        page = next
        return true
    }

    /// Compares the page with those above it.
    private mutating func verdict(on read: FeedPageSummary, _ window: FeedWindow) -> Verdict {
        guard let page else { return .another }
        if memory.isGuess(page), read.ids.isEmpty { return .last(page) }
        let comparison = PageComparison(
            page: page, read: read, window: window, memory: memory, edge: edge, isFirst: page == firstPage,
            previous: previous, compared: compared)
        switch comparison.result {
        case .unclear(let other): return .unclear(page, comparedWith: other)
        case .another(let moved):
            if let moved { self.page?.pagesAbove = [moved] }
            if visit(page) { return .another }
        case .repeated: break
        }
        let isProven = page.addressing == .numbered && (memory.isGuess(page) || page.followsShorterPage)
        return isProven || memory.acceptsUnprovenEnd(below: edge, at: now) ? .last(page) : .repeated
    }

    private mutating func add(_ window: FeedWindow, of document: FeedDocument) {
        walkAnswer.items += window.items
        guard page == nil else { return }
        walkAnswer.beginsAtTop = true
        walkAnswer.warning = document.warning(about: .sent(by: name))
    }

    /// Stops because a page cannot be compared. Nothing shows that it is not a page above, so it is not followed; but its items
    /// are the feed's.
    private mutating func stopComparison(after error: SupplierError) {
        stopWhereWalkBegan(after: error)
        walkAnswer.items = doubted
    }

    /// Stops without a result. It is unknown what the pages that were read should have held, so the next walk begins where
    /// this one did.
    private mutating func stopWhereWalkBegan(after error: SupplierError) {
        (walkAnswer.items, walkAnswer.next, walkAnswer.end) = ([], firstPage?.token, .more)
        walkAnswer.interruption = error
    }

    /// Returns true if a page does not end as the feed's own document did when its page number was guessed.
    private func isAnotherPage(_ document: FeedDocument) -> Bool {
        guard memory.numbering != .works, let foot = memory.foot, foot.item != 0, let last = document.items.last else {
            return false
        }
        return last.digest != foot.item
    }

    /// Returns the error that keeps the page before from being compared with the page after it, or `nil` if there is none: it
    /// is truncated, or is the feed's own document and has no items. An older page may be of a month without items.
    private func defect(of document: FeedDocument, at address: String) -> SupplierError? {
        if document.isTruncated, !initialMemory.isPersistentlyTruncated(at: now) { return truncation(at: address) }
        return page == nil && document.items.isEmpty ? noItems(at: address) : nil
    }

    /// Returns the error for a page that is truncated.
    private func truncation(at address: String) -> SupplierError {
        (page == nil ? FeedTruncation.rest : .olderPage).error(of: name, at: address)
    }

    /// Returns the error for the feed's own document without items. The feed had some, or there would be no gap: the site has a
    /// failure.
    private func noItems(at address: String) -> SupplierError {
        SupplierError(.malformed, Message("feedHasNoItems", ["source": .text(name), "address": .text(address)]))
    }

    /// Returns the error for a missing page.
    private func missingPage(_ page: FeedPageLocation, _ status: Int, at address: String) -> SupplierError {
        let values: [String: Message.Argument] = [
            "source": .text(name), "address": .text(address), "status": .number(status),
        ]
        let isNumbered = page.addressing == .numbered
        return SupplierError(
            .refused, isNumbered ? Message("pageNumberMissing", values) : Message("olderPageMissing", values))
    }
}

extension SupplierError {
    /// True if the error says something about a single request, and nothing about when or if the source may be asked.
    fileprivate var concernsOneRequest: Bool {
        switch code {
        case .unreachable, .timedOut, .refused, .malformed, .limitExceeded: retryAt == nil
        case .rateLimited, .notAuthorised, .gone, .tokenExpired, .unsupported, .cancelled: false
        }
    }
}
