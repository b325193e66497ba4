import EngineConcepts
import FeedParsing

/// The state of a feed between requests. Stored with the items, so that a validator never outlives the items it
/// stands for.
struct FeedMemory: Hashable, Codable {
    /// The address to request instead of the configured one: the target of a permanent redirect.
    var address: String?
    /// The configured address from which the feed led to ``address`` and ``pages``, or `nil` if it is unknown.
    var origin: String?
    /// The entity tag of the last response.
    var entityTag: String?
    /// The Last-Modified header of the last response.
    var lastModified: String?
    /// A hash of the last document, if the source sends no validators.
    var digest: Int64?
    /// The feed's total number of items, if it gives one.
    var total: Int64?
    /// The number of items that left the feed's window unread before its last document. Set if the feed gives its
    /// total and the older pages have not been searched yet.
    var lost: Int64?
    /// The result of trying page numbers, or `nil` if they were never tried.
    var numbering: PageNumbering?
    /// The end of the feed's own document; stored while it is unknown if page numbers work.
    var foot: PageNumbering.Foot?
    /// A hash of the ID of the last item of the feed's own document, or of the last such document that had items.
    var lastItem: Int64?
    /// A hash of the ID of the item above the last one, or `nil` if there is none or the last one has a date.
    var itemAboveLast: Int64?
    /// The direction of the feed's pages, or `nil` if it is unknown or there was only one page.
    var pages: PageDirection?
    /// The publishing frequency.
    var pace: FeedPace?
    /// The time of the next regular request, in seconds.
    var due: Int64?
    /// The time since which the feed's own document has been truncated on every request, in seconds, or `nil` if the
    /// last one was complete.
    var brokenSince: Int64?
    /// The end at which walks have stopped without proof, or `nil` if none has.
    var unprovenEnd: UnprovenEnd?
    /// The last time at which the feed's own document was not sorted by time, in seconds, or `nil` if it always was.
    var unordered: Int64?
    /// Hashes of the IDs of items that were out of order in the feed's own document, such as pinned ones; oldest first.
    var strays: [Int64]?
    /// The archives whose items are stored, newest first. Their content no longer changes (RFC 5005 §4).
    var archives: [Archive]?
    /// The last reading of the feed's older pages if all their items were dated ahead, or `nil` if others were among them.
    var ahead: AheadReading?

    /// The maximum number of stored archives; those further down are rarely requested twice.
    private static let maximumArchives = 64

    /// True if nothing is stored, except for the address.
    var isEmpty: Bool {
        var rest = self
        (rest.address, rest.origin) = (nil, nil)
        return rest == FeedMemory()
    }

    /// True if the next document can be unchanged.
    var hasDocument: Bool { entityTag != nil || lastModified != nil || digest != nil }

    /// An archive that was read.
    struct Archive: Hashable, Codable {
        var address: String
        /// The time of its oldest item, in seconds.
        var oldest: Int64
        /// The address of the archive before it, or `nil` for the first archive.
        var previous: String?
        /// A hash of the IDs of its items, or `nil` if it is unknown.
        var items: Int64?
    }

    /// A reading of older pages on which all items were dated ahead.
    struct AheadReading: Hashable, Codable {
        /// The period after which the pages of a feed that is dated ahead are all read again: what appears on them shows in no
        /// other way.
        private static let period = Duration.seconds(86_400)

        /// The number of the page with which it goes on, or `nil` if it has come to the end of the feed.
        var next: Int64?
        /// The time of the reading, in seconds.
        var time: Int64

        /// Returns true if the pages need not be read again at `now`.
        func holds(at now: Timestamp) -> Bool {
            let age = now.since(Timestamp(seconds: time))
            return next == nil && age >= .zero && age < Self.period
        }
    }

    /// Forgets a reading of older pages that does not hold any more, with the last document: the next one is to lead to them.
    mutating func forgetOldReadingAhead(at now: Timestamp) {
        guard let ahead, !ahead.holds(at: now) else { return }
        self.ahead = nil
        forgetDocument()
    }

    /// The validators of the last response.
    var validators: HTTPValidators {
        get { HTTPValidators(entityTag: entityTag, lastModified: lastModified) }
        set { (entityTag, lastModified) = (newValue.entityTag, newValue.lastModified) }
    }

    /// Forgets the last document, so that the next request gets it in any case.
    mutating func forgetDocument() {
        (entityTag, lastModified, digest) = (nil, nil, nil)
    }

    /// The part that holds even if the last document proves nothing: the address to which the feed has moved, and that its site
    /// has numbered pages.
    var ofNothing: FeedMemory {
        var memory = FeedMemory()
        if let address { (memory.address, memory.origin) = (address, origin) }
        if numbering == .works { memory.numbering = .works }
        return memory
    }

    /// Forgets the addresses that were learned from another one than `address`, which the user has configured since, with the
    /// document that was there. Returns false if there are none.
    @discardableResult
    mutating func follow(_ address: String) -> Bool {
        guard let origin, origin != address else { return false }
        (self.address, self.origin, pages, due) = (nil, nil, nil, nil)
        forgetDocument()
        return true
    }

    /// Returns true for a page addressed by number on a site that was not seen to have such pages.
    func isGuess(_ page: FeedPageLocation?) -> Bool { page?.addressing == .numbered && numbering != .works }

    /// Returns true for a page addressed by number on a site that had none when one was tried.
    func hasRefused(_ page: FeedPageLocation?) -> Bool { isGuess(page) && numbering != nil }

    /// The period for which a truncated document is expected to be complete on the next request.
    private static let truncationTolerance = Duration.seconds(86_400)

    /// Returns true if the feed's document has been truncated for so long that its older pages are read anyway.
    func isPersistentlyTruncated(at now: Timestamp) -> Bool {
        brokenSince.map { now.since(Timestamp(seconds: $0)) >= Self.truncationTolerance } ?? false
    }

    /// The period for which a feed counts as unsorted after a document that was.
    private static let unorderedPeriod = Duration.seconds(30 * 86_400)

    /// The maximum number of stored strays.
    private static let maximumStrays = 16

    /// Returns the evidence of earlier documents about the feed's order.
    func order(at now: Timestamp) -> ItemOrder.Experience {
        let isUnordered = unordered.map { now.since(Timestamp(seconds: $0)) < Self.unorderedPeriod } ?? false
        return ItemOrder.Experience(isUnordered: isUnordered, strays: Set(strays ?? []))
    }

    /// Stores what the feed's own document shows about its order.
    mutating func remember(_ order: ItemOrder, of items: [FeedItem], at now: Timestamp) {
        if order.showsDisorder { unordered = now.seconds }
        for stray in order.strays(among: items) { remember(stray: stray.digest) }
    }

    /// Stores that an item proves nothing, wherever it is listed.
    private mutating func remember(stray: Int64) {
        guard !(strays ?? []).contains(stray) else { return }
        strays = ((strays ?? []) + [stray]).suffix(Self.maximumStrays)
    }

    /// Stores that the last item of an older page proves nothing if it is also the last one of the feed's own document: it
    /// is at the end of all.
    mutating func rememberLast(of items: [FeedItem]) {
        guard let last = items.last?.digest, last == lastItem else { return }
        remember(stray: last)
    }

    /// Stores that the last item of the feed's own document proves nothing if it has no date and ended the document before as
    /// well, but the item above it is gone: items leave such a document at its end.
    mutating func rememberIfStays(lastOf items: [FeedItem]) {
        guard let last = items.last, last.orderTime == nil, last.digest == lastItem, let above = itemAboveLast,
            !items.contains(where: { $0.digest == above })
        else { return }
        remember(stray: last.digest)
    }

    /// Stores with which items the feed's own document ends. One without items changes nothing.
    mutating func rememberEnd(of items: [FeedItem]) {
        guard let last = items.last else { return }
        lastItem = last.digest
        itemAboveLast = last.orderTime == nil ? items.dropLast().last?.digest : nil
    }

    /// Stores an archive.
    mutating func remember(_ archive: Archive) {
        var known = archives ?? []
        known.removeAll { $0.address == archive.address }
        known.insert(archive, at: known.firstIndex { $0.oldest < archive.oldest } ?? known.endIndex)
        archives = Array(known.prefix(Self.maximumArchives))
    }

    /// Returns the stored archives with the items of this hash.
    func archives(of items: Int64) -> [Archive] {
        archives?.filter { $0.items == items } ?? []
    }

    /// Returns true if two addresses are those of the same archive, because the stored archives that lead to them have the same
    /// items.
    func isSameArchive(at address: String, and other: String) -> Bool {
        let all = archives ?? []
        return all.contains { above in
            guard above.previous == address, let items = above.items else { return false }
            return all.contains { $0.previous == other && $0.items == items && $0.address != above.address }
        }
    }

    /// Forgets the archive at `address`, which is not there any more.
    mutating func forgetArchive(at address: String) {
        archives?.removeAll { $0.address == address }
    }

    /// Returns the time of the oldest item of the archive that leads to the one at `address`, or `nil` if none is stored.
    func oldestAbove(archive address: String) -> Timestamp? {
        archives?.first { $0.previous == address }.map { Timestamp(seconds: $0.oldest) }
    }

    /// Returns the archive at `address` if none of its items is older than `edge`, so that it need not be read again.
    func archive(at address: String, above edge: Timestamp) -> Archive? {
        archives?.first { $0.address == address && Timestamp(seconds: $0.oldest.adding(saturating: 1)) >= edge }
    }
}
