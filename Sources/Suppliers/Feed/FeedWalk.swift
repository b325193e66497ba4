import EngineConcepts
import FeedParsing

/// One walk down a feed's older pages: from a place, or from the top, until a page holds something older than where the
/// walk began, or shows that there is nothing.
struct FeedWalk {
    /// It reads on as long as pages bring nothing older, but no further than this: they shift while new items push them on.
    private static let longest = 8

    private let source: any FeedDocumentSource
    private let name: String
    private let edge: Timestamp
    private let now: Timestamp
    /// Takes note of a place, and says whether nobody was there lately.
    private let enter: (FeedPlace) -> Bool
    /// What was known of the feed when it began, and what is known by now.
    private let known: FeedMemory
    private var memory: FeedMemory
    /// What came so far.
    private var found = FetchAnswer(end: .retentionLimit)
    /// The page to read; nil for the feed's own document.
    private var place: FeedPlace?
    /// The names on the page above.
    private var former: [String] = []
    /// Whether the page above breaks off by habit: what lies between it and the next one stays unread.
    private var isBehindBreak = false
    /// Whether the page is one above the place where the walk was to begin: what was deleted since moves pages up.
    private var isSeam: Bool

    /// Walks down from `place` (from the top where it is nil) to what is older than `edge`.
    init(
        down source: any FeedDocumentSource, of name: String, from place: FeedPlace?, below edge: Timestamp,
        _ memory: FeedMemory, at now: Timestamp, enter: @escaping (FeedPlace) -> Bool
    ) {
        self.source = source
        self.name = name
        self.edge = edge
        self.now = now
        self.enter = enter
        known = memory
        self.memory = memory
        isSeam = place?.mayHaveMoved(by: now) ?? false
        self.place = isSeam ? place?.pageAbove : place
    }

    /// Walks, and answers what came of it.
    mutating func answer() async throws(SupplierError) -> FetchAnswer {
        for _ in 0..<Self.longest {
            guard try await readPage() else { break }
        }
        if found.items.isEmpty, found.next != nil, found.end == .more {
            // Where one page after another holds nothing, nobody knows whether another one ever will.
            (found.next, found.end) = (nil, .depthLimit)
        }
        found.memory = memory == known ? nil : memory.text ?? ""
        return found
    }

    /// Reads the page; answers whether another one is to be read.
    private mutating func readPage() async throws(SupplierError) -> Bool {
        found.next = nil
        if let known = place {
            guard let unknown = known.skippingKnown(memory, above: edge) else {
                found.end = .trueEnd
                return false
            }
            place = unknown
        }
        let reading: FeedReading
        do {
            reading = try await source.page(place, memory, at: now)
        } catch {
            guard restsHere() else { throw error }
            return false
        }
        found.bytes = (found.bytes ?? 0) + reading.bytes
        guard let document = reading.document else { return try miss(reading) }
        let began = place.map { Timestamp(seconds: $0.began) } ?? now
        let window = FeedWindow(document, number: place?.number ?? 1, below: edge, began: began)
        if isSeam, place != nil, !window.reaches(above: edge) {
            // So much was deleted that it does not join what was read: from the top it does.
            beginAtTop()
            return true
        }
        isSeam = false
        if isBehindBreak { found.unread = window.unread(from: edge) }
        return document.isCutOff
            ? try takeBroken(document, reading, window) : take(document, reading, window)
    }

    /// Ends the walk above a page that could not be read, where anything came before it: what came is there, and who goes on
    /// is told. Answers whether that is so.
    private mutating func restsHere() -> Bool {
        guard let place, !found.items.isEmpty else { return false }
        (found.next, found.end) = (place.token, .more)
        return true
    }

    private mutating func beginAtTop() {
        (place, isSeam) = (nil, false)
    }

    /// There is no such page. Answers whether another one is to be read.
    private mutating func miss(_ reading: FeedReading) throws(SupplierError) -> Bool {
        if reading.missing != nil, isSeam, place != nil {
            // Nobody can tell how far pages have moved: from the top they are found.
            beginAtTop()
            return true
        }
        if let status = reading.missing, place?.isExpected(at: now) ?? false {
            guard restsHere() else { throw missingPage(status, at: reading.address) }
            return false
        }
        // WordPress says so when the last post has been delivered.
        let isProven = place?.way == .numbered && memory.numbering == .works
        if place?.way == .numbered, !isProven {
            memory.numbering = .refused(
                memory.numbering, memory.foot ?? PageNumbering.Foot(edge: edge.seconds, item: 0), at: now)
        }
        found.end = isProven ? .trueEnd : reading.missing != nil ? .gone : .retentionLimit
        // It may be there again when somebody has it asked for once more.
        if reading.missing != nil {
            found.next = place?.token
            // That items above are known says nothing of what is below.
            if found.claims.isEmpty { found.items = [] }
        }
        if found.items.isEmpty, place?.number == 2 { found.lost = memory.lost.flatMap(Int.init(exactly:)) }
        return false
    }

    /// Takes in a page that breaks off: what is missing lies between there and what follows, so that it is asked for once
    /// again. Answers whether another one is to be read.
    private mutating func takeBroken(
        _ document: FeedDocument, _ reading: FeedReading, _ window: FeedWindow
    ) throws(SupplierError) -> Bool {
        let error = (place == nil ? FeedBreak.rest : .olderPage).error(of: name, at: reading.address)
        guard let claim = window.claim(from: found.unread?.end ?? edge, isArchive: false), !window.isPlacedByNumber
        else {
            guard known.isBrokenByHabit(at: now), !window.isPlacedByNumber,
                let next = FeedPlace.next(behind: place, reading, document, window, at: now)
            else { throw error }
            (place, isBehindBreak) = (next, true)
            return true
        }
        found.items += window.items
        found.claims = [claim]
        (found.next, found.end) = (place?.token, .more)
        found.interruption = error
        return false
    }

    /// Takes in a page that is whole. Answers whether another one is to be read.
    private mutating func take(_ document: FeedDocument, _ reading: FeedReading, _ window: FeedWindow) -> Bool {
        let names = document.items.map(\.id)
        if let place, leadsNowhere(place, names) {
            if place.way == .numbered { memory.numbering = .useless(at: now) }
            found.end = .retentionLimit
            return false
        }
        if place?.way == .numbered, !former.isEmpty { memory.numbering = .works }
        former = names
        let next = FeedPlace.next(behind: place, reading, document, window, at: now)
        if case .archive(let address)? = place?.way, let oldest = window.oldest {
            let previous: String? = if case .archive(let previous)? = next?.way { previous } else { nil }
            memory.remember(FeedMemory.Archive(address: address, oldest: oldest.seconds, previous: previous))
        }
        found.items += window.items
        let isArchive = if case .archive = place?.way { true } else { document.isArchive }
        let claim = window.claim(from: found.unread?.end ?? edge, isArchive: isArchive)
        if claim != nil, place?.way == .numbered { memory.numbering = .works }
        found.claims = claim.map { [$0] } ?? []
        found.next = next?.token
        found.end = next != nil ? .more : isArchive || window.isComplete ? .trueEnd : .retentionLimit
        guard claim == nil, let next else { return false }
        place = next
        return true
    }

    /// Whether a page shows that there is nothing older behind it, though another one may seem to follow: it is the same as the one
    /// before it, or it was read before. One that holds nothing shows it where nothing but its number leads there: pages and
    /// archives may be of a month in which nobody wrote, and lead on.
    private func leadsNowhere(_ place: FeedPlace, _ names: [String]) -> Bool {
        switch place.way {
        case .numbered where names.isEmpty: return true
        case .numbered, .linked: if names == former, !names.isEmpty { return true }
        case .archive: break
        }
        return !enter(place)
    }

    /// That a page is not there which the feed itself leads to.
    private func missingPage(_ status: Int, at address: String) -> SupplierError {
        SupplierError(
            .refused,
            "The page with older items that \(name) leads to is "
                + (status == 410 ? "gone (status 410)" : "not there (status \(status))")
                + ": \(address). For a week it is asked for again whenever its gap is filled.")
    }
}
