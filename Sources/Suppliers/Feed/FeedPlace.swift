import EngineConcepts
import FeedParsing

/// Where in a feed a page stands: what the tokens of a feed's supplier say.
struct FeedPlace: Hashable {
    /// How the page is found.
    enum Way: Hashable {
        /// At the address that the page before it links to as the next one (RFC 5005 §3, JSON Feed's `next_url`).
        case linked(String)
        /// At the address of an archive, whose content does not change any more (RFC 5005 §4).
        case archive(String)
        /// At the feed's own address with a page number, as WordPress has it.
        case numbered
    }

    /// How it is found.
    var way: Way
    /// Which page it is, where the feed's own document is the first.
    var number: Int
    /// When the feed's own document was read, from which pages led here; in seconds.
    var began: Int64
    /// When the page above was read that led here; in seconds.
    var read: Int64
    /// The address of that page, where it is not the feed's own document and is found by a link; nil elsewhere.
    var above: String?

    /// Makes a place.
    init(_ way: Way, number: Int, began: Int64, read: Int64, above: String? = nil) {
        self.way = way
        self.number = number
        self.began = began
        self.read = read
        self.above = above
    }

    /// For so long pages are believed to stay where they are.
    private static let steady = Duration.seconds(900)

    /// Whether pages may have moved up since the page above was read, because items were deleted: what stood here first may
    /// stand there by now. Archives do not move.
    func mayHaveMoved(by now: Timestamp) -> Bool {
        if case .archive = way { return false }
        return read > 0 && now.since(Timestamp(seconds: read)) > Self.steady
    }

    /// For so long a page is expected that the feed itself leads to.
    private static let expected = Duration.seconds(7 * 86_400)

    /// Whether a page that is not there is believed to come back: until a week after the walk began that led to it.
    func isExpected(at now: Timestamp) -> Bool {
        began > 0 && now.since(Timestamp(seconds: began)) < Self.expected
    }

    /// The page above; nil where that is the feed's own document.
    var pageAbove: FeedPlace? {
        guard number > 2 else { return nil }
        switch way {
        case .archive: return nil
        case .numbered: return FeedPlace(.numbered, number: number - 1, began: began, read: 0)
        case .linked: return above.map { FeedPlace(.linked($0), number: number - 1, began: began, read: 0) }
        }
    }

    /// Reads what ``token`` wrote; nil where it is none of ours.
    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ").map(String.init)
        // Earlier ones did not say when it began.
        let numbers = parts.dropFirst().first?.split(separator: "@") ?? []
        guard let number = numbers.first.flatMap({ Int($0) }), number > 1 else { return nil }
        self.number = number
        began = numbers.dropFirst().first.flatMap { Int64($0) } ?? 0
        read = numbers.dropFirst(2).first.flatMap { Int64($0) } ?? 0
        above = parts.count > 3 ? parts[3] : nil
        switch (parts[0], parts.count) {
        case ("linked", 3), ("linked", 4): way = .linked(parts[2])
        case ("archive", 3): way = .archive(parts[2])
        case ("numbered", 2): way = .numbered
        default: return nil
        }
    }

    /// The first place from this one downwards that may hold something older than `edge`; nil where archives that are
    /// known already end the feed above it.
    func skippingKnown(_ memory: FeedMemory, above edge: Timestamp) -> FeedPlace? {
        var place = self
        var visited: Set<String> = []
        while case .archive(let address) = place.way, visited.insert(address).inserted,
            let known = memory.archive(at: address, above: edge)
        {
            guard let previous = known.previous else { return nil }
            place = FeedPlace(.archive(previous), number: place.number + 1, began: place.began, read: place.read)
        }
        return place
    }

    /// The place as a token.
    var token: Token {
        switch way {
        case .linked(let address):
            Token("linked \(number)@\(began)@\(read) \(address)\(above.map { " \($0)" } ?? "")")
        case .archive(let address): Token("archive \(number)@\(began) \(address)")
        case .numbered: Token("numbered \(number)@\(began)@\(read)")
        }
    }

    /// The page that follows a document which was read at `place`; nil where there is none, or none that could be put to use.
    static func next(
        behind place: FeedPlace?, _ reading: FeedReading, _ document: FeedDocument, _ window: FeedWindow,
        at now: Timestamp
    ) -> Self? {
        guard !window.isComplete,
            let next = after(
                place, document, at: reading.address, memory: reading.memory, edge: window.edge, now: now),
            window.canBeFollowed(by: next)
        else { return nil }
        return next
    }

    /// The page that follows `document`, which was read at `place` (nil for the feed's own document): where it says so
    /// itself, or where the program that made it is known to have one. Where pages lead to newer items, nothing older follows.
    ///
    /// - Parameters:
    ///   - edge: Where the document ends; nil where it has no dates.
    private static func after(
        _ place: FeedPlace?, _ document: FeedDocument, at address: String, memory: FeedMemory, edge: Timestamp?,
        now: Timestamp
    ) -> Self? {
        let number = (place?.number ?? 1) + 1
        let began = place?.began ?? now.seconds
        if case .up = memory.pages { return nil }
        if let next = document.following(at: address) {
            let above: String? = if case .linked(let address)? = place?.way { address } else { nil }
            return FeedPlace(
                document.nextIsArchive ? .archive(next) : .linked(next), number: number, began: began,
                read: now.seconds,
                above: document.nextIsArchive ? nil : above)
        }
        switch place?.way {
        case .numbered: return FeedPlace(.numbered, number: number, began: began, read: now.seconds)
        case .linked, .archive: return nil
        case nil:
            guard let edge, !document.items.isEmpty, WordPress.made(document, at: address),
                memory.numbering?.isWorthTrying(document.foot(edge), at: now) ?? true
            else { return nil }
            return FeedPlace(.numbered, number: number, began: began, read: now.seconds)
        }
    }
}

extension FeedDocument {
    /// How it ends, where the second above its oldest item is known.
    func foot(_ edge: Timestamp) -> PageNumbering.Foot {
        var digest = DocumentDigest()
        digest.combine(Array(items.last?.id.utf8 ?? "".utf8))
        return PageNumbering.Foot(edge: edge.seconds, item: digest.value)
    }
}

/// What is known of feeds that WordPress makes: they say nothing of older pages and have them all the same
/// (https://wordpress.org/documentation/article/wordpress-feeds/).
enum WordPress {
    /// Whether `document` looks like one of them. Only asking proves it.
    static func made(_ document: FeedDocument, at address: String) -> Bool {
        if let generator = document.generator { return generator.lowercased().contains("wordpress") }
        guard document.format == .rss2 || document.format == .atom1 else { return false }
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let query = address.dropFirst(path.count)
        return path.hasSuffix("/feed/") || path.hasSuffix("/feed") || path.hasSuffix("/wp-rss2.php")
            || query.contains("feed=rss2") || query.contains("feed=atom")
    }

    /// The address of a page of the feed at `address`.
    static func address(of number: Int, in address: String) -> String {
        let bare = address.prefix { $0 != "#" }
        return "\(bare)\(bare.contains("?") ? "&" : "?")paged=\(number)"
    }
}
