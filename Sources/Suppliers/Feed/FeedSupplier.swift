public import EngineConcepts
import Synchronization

/// A feed as a source of tickets: a window on the newest items, asked for only where it has changed, and behind it the
/// older pages of those feeds that have any.
public final class FeedSupplier: Supplier {
    /// A request for an older page reads on as long as pages bring nothing older, but no further than this: they shift
    /// while new items push them on.
    private static let pagesPerRequest = 8

    public let id: SupplierID
    public let name: String
    public let kind: SupplierKind
    public let presenter: any Presenter
    private let document: any FeedDocumentSource
    private let polling: FeedPolling
    /// Who its articles are by; nil where what the feed calls itself does not matter.
    private let publisher: PublisherName?
    private let state = Mutex(State())

    private struct State {
        /// Where what the last document shows ends, and below which the feed has nothing to give: the second above its oldest
        /// item, down to which it is claimed, so that nothing is left between. Nil where older pages follow.
        var edge: Timestamp?
        var outcome = Outcome.none
        /// The older pages that were read lately.
        var trail = PageTrail()
    }

    /// What came of asking for the newest items the last time, as far as this supplier was there.
    private enum Outcome {
        case none
        case answered(at: Timestamp)
        case failed
    }

    /// Makes the supplier of the feed at `address` on the web. What it said when it was looked at may lie among `answers`.
    ///
    /// - Parameter isNamed: Whether the name is one that somebody gave it; else articles are by whoever the feed says that it
    ///   is, as soon as it has said so.
    public convenience init(
        id: SupplierID, name: String, isNamed: Bool = true, address: String, transport: any Transport,
        polling: FeedPolling = FeedPolling(), mostItems: Int = FeedParser.standardItems, answers: KeptAnswers? = nil
    ) {
        self.init(
            id: id, name: name, isNamed: isNamed, kind: .feed,
            document: WebFeedSource(address: address, transport: transport, mostItems: mostItems, answers: answers),
            polling: polling)
    }

    init(
        id: SupplierID, name: String, isNamed: Bool = true, kind: SupplierKind, document: any FeedDocumentSource,
        polling: FeedPolling = FeedPolling()
    ) {
        self.polling = polling
        self.id = id
        self.name = name
        self.kind = kind
        self.document = document
        let publisher = PublisherName(name)
        self.publisher = isNamed ? nil : publisher
        presenter = ArticlePresenter(publisher: publisher, markup: HTMLMarkup())
    }

    /// Whether older pages follow can only be told with a document at hand: those of the web may be asked for them.
    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, order: .publication, pagesOlder: document.isRemote, maximumPage: 1000)
    }

    public var timeThreshold: Timestamp? {
        get async { state.withLock(\.edge) }
    }

    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch (request.side, request.origin) {
        case (.older, .newest): return try await fetchNewest(request)
        case (.older, .token(let token, let edge)) where document.isRemote:
            guard let place = FeedPlace(token) else {
                throw SupplierError(.tokenExpired, "“\(token.rawValue)” leads to no page of \(name).")
            }
            return try await fetchOlder(from: place, below: edge, request)
        case (.older, .anchor(_, let edge)) where document.isRemote:
            return try await fetchOlder(from: nil, below: edge, request)
        default:
            throw SupplierError(.unsupported, "\(name) can only be read from its newest item downwards.")
        }
    }

    public func clearCurrentData() async {
        state.withLock { $0 = State() }
    }

    /// Away from whoever calls: parsing takes milliseconds, which an actor has not.
    @concurrent
    private func fetchNewest(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let memory = FeedMemory(request.memory)
        if mayRest(request, memory) {
            return FetchAnswer(
                isUnchanged: true, budget: FetchBudget(freshUntil: memory.due.map(Timestamp.init(seconds:))))
        }
        var reading: FeedReading
        do {
            reading = try await document.read(memory, at: request.now)
        } catch {
            state.withLock { $0.outcome = .failed }
            throw error
        }
        let isUpToDate = reading.isUpToDate
        state.withLock { $0.outcome = isUpToDate ? .answered(at: request.now) : .none }
        if document.isRemote {
            reading.memory.pace = reading.document.map(FeedPace.init) ?? memory.pace
            let isClimbing = !isUpToDate && reading.memory.pages != memory.pages
            let due =
                isClimbing
                ? request.now
                : reading.memory.pace?.due(after: request.now, freshFor: reading.freshFor, polling, of: id)
            reading.memory.due = due?.seconds
            reading.budget.freshUntil = due
        }
        guard let document = reading.document else {
            guard request.memory != nil else {
                throw SupplierError(.malformed, "\(name) says that nothing has changed, but was never read.")
            }
            var answer = FetchAnswer(
                isUnchanged: true, budget: reading.budget, memory: reading.memory == memory ? nil : reading.memory.text,
                bytes: reading.bytes)
            answer.sourceAddress = reading.memory.address
            return answer
        }
        // Of what broke off, the rest comes first: it lies above whatever older page follows.
        let isBroken = self.document.isRemote && document.isCutOff
        reading.memory.brokenSince = isBroken ? memory.brokenSince ?? request.now.seconds : nil
        if isBroken, document.items.isEmpty {
            state.withLock { $0.outcome = .failed }
            throw brokenOff(isOlder: false, at: reading.address)
        }
        if let title = document.title { publisher?.value = title }
        let window = FeedWindow(document, began: request.now)
        let next = isBroken ? nil : following(nil, reading, document, window, at: request.now)
        state.withLock { $0.edge = next == nil && !isBroken ? window.edge : nil }
        let lost = Self.lost(between: memory.total, and: document)
        reading.memory.total = document.totalItems
        let isGuess = next?.way == .numbered && reading.memory.numbering != .works
        reading.memory.foot = isGuess ? window.edge.map(document.foot) : nil
        reading.memory.lost = next == nil ? nil : lost.map(Int64.init)
        let remarks = [document.remark(on: "What \(name) sent"), isUpToDate ? nil : climbing].compactMap(\.self)
        var answer = FetchAnswer(
            items: window.items, claims: window.claims(at: request.now, isFollowed: next != nil || document.isCutOff),
            next: next?.token, end: next == nil && !isBroken ? .retentionLimit : .more,
            omissionsAreDeletions: window.showsDeletions,
            budget: reading.budget, memory: reading.memory.text ?? "", sourceName: document.title,
            remark: remarks.isEmpty ? nil : remarks.joined(separator: " "), bytes: reading.bytes)
        if !isUpToDate {
            answer.claims = window.claimBelowNewest.map { [$0] } ?? []
            answer.end = .more
        }
        answer.sourceAddress = reading.memory.address
        answer.lost = lost
        if isBroken { answer.interruption = brokenOff(isOlder: false, at: reading.address) }
        return answer
    }

    /// That a page is not there which the feed itself leads to.
    private func missingPage(_ status: Int, at address: String) -> SupplierError {
        SupplierError(
            .refused,
            "The page with older items that \(name) leads to is "
                + (status == 410 ? "gone (status 410)" : "not there (status \(status))")
                + ": \(address). For a week it is asked for again whenever its gap is filled.")
    }

    /// That a document breaks off where what is older than the items that were read should begin.
    private func brokenOff(isOlder: Bool, at address: String) -> SupplierError {
        SupplierError(
            .malformed,
            "\(isOlder ? "An older page of" : "The document of") \(name) breaks off before its end: \(address). It is "
                + "asked for again, after longer and longer pauses where that goes on.")
    }

    /// Why the newest items are not there yet.
    private var climbing: String {
        "\(name) has its oldest items on its first page; its newer pages are read one after another, and some have yet to "
            + "follow: each refresh reads \(WebFeedSource.longestClimb) more."
    }

    /// How many items appeared since the feed had `former` items and are not in its document, as far as it counts them.
    private static func lost(between former: Int64?, and document: FeedDocument) -> Int? {
        guard let former, let total = document.totalItems else { return nil }
        let lost = total.subtractingReportingOverflow(former).partialValue - Int64(document.items.count)
        return lost > 0 ? Int(lost) : nil
    }

    /// Whether the feed may be left in peace: it is not due and nobody waits for it, or it has answered just now. When it is
    /// due is remembered beyond this process. A feed that failed is asked again by routine, since it has not said yet how
    /// things are.
    private func mayRest(_ request: FetchRequest, _ memory: FeedMemory) -> Bool {
        guard document.isRemote, request.memory != nil else { return false }
        switch state.withLock(\.outcome) {
        case .failed: return false
        case .answered(let answered):
            let pause = request.now.since(answered)
            if pause >= .zero, pause < polling.spacing { return true }
        case .none: break
        }
        guard request.occasion == .routine, let due = memory.due else { return false }
        return request.now.seconds < due
    }

    /// The page that follows a document; nil where there is none, or none that could be put to use.
    private func following(
        _ place: FeedPlace?, _ reading: FeedReading, _ document: FeedDocument, _ window: FeedWindow, at now: Timestamp
    ) -> FeedPlace? {
        guard self.document.isRemote, !window.isComplete,
            let next = FeedPlace.after(
                place, document, at: reading.address, memory: reading.memory, edge: window.edge, now: now),
            window.canBeFollowed(by: next)
        else { return nil }
        return next
    }

    /// Whether a page shows that there is nothing older behind it, though another one may seem to follow: it is the same as the one
    /// before it, or it was read before. One that holds nothing shows it where nothing but its number leads there: pages and
    /// archives may be of a month in which nobody wrote, and lead on.
    private func leadsNowhere(_ place: FeedPlace, _ names: [String], _ former: [String]) -> Bool {
        switch place.way {
        case .numbered where names.isEmpty: return true
        case .numbered, .linked: if names == former, !names.isEmpty { return true }
        case .archive: break
        }
        return !state.withLock { $0.trail.enter(place) }
    }

    /// Reads on from `place` (from the top where it is nil) until a page holds something older than `edge`.
    @concurrent
    private func fetchOlder(
        from place: FeedPlace?, below edge: Timestamp, _ request: FetchRequest
    ) async throws(SupplierError) -> FetchAnswer {
        let known = FeedMemory(request.memory)
        var memory = known
        var answer = FetchAnswer(end: .retentionLimit)
        var place = place
        var former: [String] = []
        // Whether the page above breaks off by habit: what lies between it and the next one stays unread.
        var isBehindBreak = false
        // What was deleted since moves the pages up: the one above is looked at once more.
        var isSeam = place?.mayHaveMoved(by: request.now) ?? false
        if isSeam { place = place?.pageAbove }
        for _ in 0..<Self.pagesPerRequest {
            answer.next = nil
            if let known = place {
                guard let unknown = known.skippingKnown(memory, above: edge) else {
                    answer.end = .trueEnd
                    break
                }
                place = unknown
            }
            let reading: FeedReading
            do {
                reading = try await document.page(place, memory, at: request.now)
            } catch {
                guard let place, !answer.items.isEmpty else { throw error }
                // What came is there; who goes on is told.
                (answer.next, answer.end) = (place.token, .more)
                break
            }
            answer.bytes = (answer.bytes ?? 0) + reading.bytes
            guard let document = reading.document else {
                if reading.missing != nil, isSeam, place != nil {
                    // Nobody can tell how far pages have moved: from the top they are found.
                    (place, isSeam) = (nil, false)
                    continue
                }
                if let status = reading.missing, let place, place.isExpected(at: request.now) {
                    guard !answer.items.isEmpty else { throw missingPage(status, at: reading.address) }
                    (answer.next, answer.end) = (place.token, .more)
                    break
                }
                // WordPress says so when the last post has been delivered.
                let isProven = place?.way == .numbered && memory.numbering == .works
                if place?.way == .numbered, !isProven {
                    memory.numbering = .refused(
                        memory.numbering, memory.foot ?? PageNumbering.Foot(edge: edge.seconds, item: 0),
                        at: request.now)
                }
                answer.end = isProven ? .trueEnd : reading.missing != nil ? .gone : .retentionLimit
                // It may be there again when somebody has it asked for once more.
                if reading.missing != nil {
                    answer.next = place?.token
                    // That items above are known says nothing of what is below.
                    if answer.claims.isEmpty { answer.items = [] }
                }
                if answer.items.isEmpty, place?.number == 2 { answer.lost = memory.lost.flatMap(Int.init(exactly:)) }
                break
            }
            let began = place.map { Timestamp(seconds: $0.began) } ?? request.now
            let window = FeedWindow(document, number: place?.number ?? 1, below: edge, began: began)
            if isSeam, place != nil, !window.reaches(above: edge) {
                // So much was deleted that it does not join what was read: from the top it does.
                (place, isSeam) = (nil, false)
                continue
            }
            isSeam = false
            if isBehindBreak { answer.unread = window.unread(from: edge) }
            let edge = answer.unread?.end ?? edge
            if document.isCutOff {
                // What is missing lies between here and what follows: this page is asked for once again.
                guard let claim = window.claim(from: edge, isArchive: false), !window.isPlacedByNumber else {
                    guard known.isBrokenByHabit(at: request.now), !window.isPlacedByNumber,
                        let next = following(place, reading, document, window, at: request.now)
                    else { throw brokenOff(isOlder: place != nil, at: reading.address) }
                    (place, isBehindBreak) = (next, true)
                    continue
                }
                answer.items += window.items
                answer.claims = [claim]
                (answer.next, answer.end) = (place?.token, .more)
                answer.interruption = brokenOff(isOlder: place != nil, at: reading.address)
                break
            }
            let names = document.items.map(\.id)
            if let place, leadsNowhere(place, names, former) {
                if place.way == .numbered { memory.numbering = .useless(at: request.now) }
                answer.end = .retentionLimit
                break
            }
            if place?.way == .numbered, !former.isEmpty { memory.numbering = .works }
            former = names
            let next = following(place, reading, document, window, at: request.now)
            if case .archive(let address)? = place?.way, let oldest = window.oldest {
                let previous: String? = if case .archive(let previous)? = next?.way { previous } else { nil }
                memory.remember(
                    FeedMemory.Archive(address: address, oldest: oldest.seconds, previous: previous))
            }
            answer.items += window.items
            let isArchive = if case .archive = place?.way { true } else { document.isArchive }
            let claim = window.claim(from: edge, isArchive: isArchive)
            if claim != nil, place?.way == .numbered { memory.numbering = .works }
            answer.claims = claim.map { [$0] } ?? []
            answer.next = next?.token
            answer.end = next != nil ? .more : isArchive || window.isComplete ? .trueEnd : .retentionLimit
            guard claim == nil, let next else { break }
            place = next
        }
        if answer.items.isEmpty, answer.next != nil, answer.end == .more {
            // Where one page after another holds nothing, nobody knows whether another one ever will.
            (answer.next, answer.end) = (nil, .depthLimit)
        }
        answer.memory = memory == known ? nil : memory.text ?? ""
        return answer
    }
}

/// Where a feed's document comes from.
protocol FeedDocumentSource: Sendable {
    /// Whether it is on the web: older pages may follow it there, and it is not asked more often than it is due.
    var isRemote: Bool { get }

    /// Reads the document, unless it is the one that `memory` knows.
    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReading

    /// Reads the page at `place`, the feed's own document where that is nil, whatever is known of it. No document where
    /// there is no such page.
    func page(
        _ place: FeedPlace?, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedReading
}

/// A feed's document as it was read, with what to remember of it.
struct FeedReading: Sendable {
    /// The document; nil where nothing has changed, or there is no such page.
    var document: FeedDocument?
    /// The status (404, 410) with which a page is not there that the feed itself leads to; nil elsewhere.
    var missing: Int?
    /// Whether the feed's newest items are in it; not so where there are more pages above it than were read.
    var isUpToDate = true
    /// Where it was found.
    var address = ""
    /// What to be reminded of next time.
    var memory: FeedMemory
    /// How long the answer may be kept, as HTTP says.
    var freshFor: Duration?
    /// What the source says of its next answers.
    var budget = FetchBudget()
    /// How many bytes were read.
    var bytes = 0
}
