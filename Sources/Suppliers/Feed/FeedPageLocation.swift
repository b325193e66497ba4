import EngineConcepts

/// The position of a page in a feed, encoded in the supplier's tokens.
struct FeedPageLocation: Hashable {
    /// The kind of a page's address.
    enum Addressing: Hashable {
        /// By the `next` link of the page before it (RFC 5005 §3, JSON Feed's `next_url`).
        case linked(String)
        /// By the address of an archive, whose content no longer changes (RFC 5005 §4).
        case archive(String)
        /// By the feed's own address with a page number, as in WordPress.
        case numbered
    }

    /// The kind of the page's address.
    var addressing: Addressing
    /// The number of the page; the feed's own document is 1.
    var number: Int
    /// The time when the feed's own document was read from which the walk started, in seconds.
    var walkStart: Int64
    /// The time when the page before this one was read, in seconds.
    var previousRead: Int64
    /// The address of the page before, or `nil` if that is the feed's own document or is not addressed by a link.
    var addressBefore: String?
    /// The pages that led to this one, as they were read: the feed's own document first, the page before last. Of a long
    /// sequence, those after the first are left out.
    var pagesAbove: [PageMark] = []
    /// The time down to which the pages above are claimed, or `nil` if that is the edge at which the page is requested. Pages
    /// that are read from the top can reach the edge only after some requests.
    var claimedDownTo: Timestamp?
    /// True if items between the pages above and this one were not read: a document was truncated, or had more items than
    /// are read of one.
    var followsUnreadItems = false

    /// The maximum number of ``pagesAbove``.
    private static let maximumPagesAbove = 32
    /// The largest number of a page in a token. No walk gets there.
    private static let maximumPageNumber = 1 << 30
    /// The period for which pages are assumed not to move.
    private static let stablePeriod = Duration.seconds(900)

    /// Returns true if pages may have moved up since the page before was read, because items were deleted. Archives
    /// do not move.
    func mayHaveMoved(by now: Timestamp) -> Bool {
        if case .archive = addressing { return false }
        return mayBeOutdated(at: now)
    }

    /// Returns true if the page before was read so long ago that the feed may lead elsewhere now.
    func mayBeOutdated(at now: Timestamp) -> Bool {
        previousRead > 0 && now.since(Timestamp(seconds: previousRead)) > Self.stablePeriod
    }

    /// Sets the pages that led to this one. Of many, those after the first that are furthest above are left out.
    mutating func setPagesAbove(_ marks: [PageMark]) {
        pagesAbove = Array(marks.prefix(1)) + marks.dropFirst().suffix(Self.maximumPagesAbove - 1)
    }

    /// True if the page before has fewer items than each of those above it.
    var followsShorterPage: Bool {
        guard let last = pagesAbove.last, let least = pagesAbove.dropLast().map(\.count).min() else { return false }
        return last.count < least
    }

    /// The page before, or `nil` if that is the feed's own document.
    var pageBefore: FeedPageLocation? {
        guard number > 2 else { return nil }
        var page = self
        switch addressing {
        case .archive: return nil
        case .numbered: break
        case .linked:
            guard let addressBefore else { return nil }
            (page.addressing, page.addressBefore) = (.linked(addressBefore), nil)
        }
        page.number -= 1
        page.previousRead = 0
        page.pagesAbove = Array(pagesAbove.dropLast())
        page.followsUnreadItems = false
        return page
    }

    /// Returns the page that led to this one and had this mark, or `nil` if that is the feed's own document or has no known
    /// address.
    func pageAbove(with mark: PageMark) -> FeedPageLocation? {
        guard let index = pagesAbove.lastIndex(of: mark), index > 0 else { return nil }
        return sequence(first: self, next: \.pageBefore).first { $0.pagesAbove.count == index }
    }

    /// Returns the archive at `address` in the place of this page.
    func archive(at address: String) -> FeedPageLocation {
        var other = self
        (other.addressing, other.addressBefore) = (.archive(address), nil)
        return other
    }

    /// Returns the first location from this one downwards that may hold items older than `edge`, or `nil` if the feed
    /// ends with known archives above the edge.
    func skippingKnown(_ memory: FeedMemory, above edge: Timestamp) -> FeedPageLocation? {
        var location = self
        var visited: Set<String> = []
        while case .archive(let address) = location.addressing, visited.insert(address).inserted,
            let known = memory.archive(at: address, above: edge)
        {
            guard let previous = known.previous else { return nil }
            location.addressing = .archive(previous)
            location.number += 1
            location.followsUnreadItems = false
        }
        return location
    }
}

extension FeedPageLocation {
    /// Parses the output of ``token``. Returns `nil` for any other text.
    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ").map(String.init)
        // A stored token may lack the time at which the walk began.
        let numbers = parts.dropFirst().first?.split(separator: "@") ?? []
        guard let number = numbers.first.flatMap({ Int($0) }), (2...Self.maximumPageNumber).contains(number) else {
            return nil
        }
        // Positions are computed with these numbers.
        let times = numbers.dropFirst().prefix(2).map { Timestamp(seconds: Int64($0) ?? 0).clampedToDates.seconds }
        self.number = number
        walkStart = times.first ?? 0
        previousRead = times.dropFirst().first ?? 0
        pagesAbove = numbers.dropFirst(3).first?.split(separator: ",").compactMap { PageMark($0) } ?? []
        claimedDownTo = numbers.dropFirst(4).first.flatMap { Int64($0) }.map { Timestamp(seconds: $0).clampedToDates }
        followsUnreadItems = numbers.last == "unread"
        addressBefore = parts.count > 3 ? parts[3] : nil
        switch (parts[0], parts.count) {
        case ("linked", 3), ("linked", 4): addressing = .linked(parts[2])
        case ("archive", 3): addressing = .archive(parts[2])
        case ("numbered", 2): addressing = .numbered
        default: return nil
        }
    }

    /// The location as a token.
    var token: Token {
        let marks = pagesAbove.isEmpty ? "" : "@" + pagesAbove.map(\.text).joined(separator: ",")
        // Pages above that are claimed have marks.
        let claimed = marks.isEmpty ? "" : claimedDownTo.map { "@\($0.seconds)" } ?? ""
        let unread = followsUnreadItems ? "@unread" : ""
        let place = "\(number)@\(walkStart)@\(previousRead)\(marks)\(claimed)\(unread)"
        return switch addressing {
        case .linked(let address): Token("linked \(place) \(address)\(addressBefore.map { " \($0)" } ?? "")")
        case .archive(let address): Token("archive \(place) \(address)")
        case .numbered: Token("numbered \(place)")
        }
    }
}
