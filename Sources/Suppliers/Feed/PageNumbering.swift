import EngineConcepts

/// The result of requesting a page of a feed by number. Stored as text.
enum PageNumbering: Hashable {
    /// The page had older items.
    case works
    /// There was no second page when the feed's own document had this end. The document may have held everything, or
    /// the site had a failure.
    case refused(Foot, at: Timestamp)
    /// The page was missing although items have left the feed's document, or was the same page again.
    case useless(at: Timestamp)

    /// The end of a feed's own document.
    struct Foot: Hashable, Codable {
        /// The second above its oldest item, in seconds, or ``unknown``.
        var edge: Int64
        /// A hash of the ID of its last item, or 0 if unknown.
        var item: Int64
        /// The hash of the item that ended an earlier document without a second page, or `nil` if this document does not
        /// hold it. While it does, such as a pinned article, nothing may have left the document.
        var former: Int64?

        /// The ``edge`` of a document without dates or in no order: only its items show if some have left it.
        static let unknown: Int64 = 0

        /// Returns true if items have left the document since it had the end `known`.
        func hasMoved(since known: Foot) -> Bool {
            guard known.item != 0, former != known.item else { return false }
            return edge > known.edge || edge == Self.unknown && item != known.item
        }

        /// Returns true if items may have left the document since it had the end `known`: it ends later, or in the same second
        /// and without the item with which it ended.
        func mayHaveMoved(since known: Foot) -> Bool {
            edge > known.edge
                || (edge == known.edge || edge == Self.unknown) && item != known.item && former != known.item
        }
    }

    /// The time after which page numbers are tried again: blogs change their software and plugins.
    private static let retryPeriod = Duration.seconds(30 * 86_400)

    /// Returns the new state after a missing page at `now`, if the feed's own document has this end.
    static func refused(_ previous: PageNumbering?, _ foot: Foot, at now: Timestamp) -> PageNumbering {
        switch previous {
        case .refused(let known, _) where foot.hasMoved(since: known): .useless(at: now)
        case .useless: .useless(at: now)
        case .refused, .works, nil: .refused(foot, at: now)
        }
    }

    /// The hash of the item that ended the document without a second page, or `nil` if it is unknown.
    var refusedItem: Int64? {
        if case .refused(let foot, _) = self, foot.item != 0 { return foot.item }
        return nil
    }

    /// Returns true if a second page is worth a request at `now`, if the feed's own document has this end: items may have
    /// left the document since the last refusal.
    func isWorthTrying(_ foot: Foot, at now: Timestamp) -> Bool {
        switch self {
        case .works: true
        case .refused(let known, let refused):
            foot.mayHaveMoved(since: known) || now.since(refused) > Self.retryPeriod
        case .useless(let concluded): now.since(concluded) > Self.retryPeriod
        }
    }
}

extension PageNumbering: RawRepresentable, Codable {
    /// Parses the output of ``rawValue``.
    init?(rawValue: String) {
        let words = rawValue.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int64($0) }
        let times = numbers.map(Timestamp.init(seconds:))
        switch (words.first, times.count) {
        case ("works", 0): self = .works
        case ("refused", 2): self = .refused(Foot(edge: numbers[0], item: 0), at: times[1])
        case ("refused", 3): self = .refused(Foot(edge: numbers[0], item: numbers[2]), at: times[1])
        case ("useless", 1): self = .useless(at: times[0])
        // The stored text may lack the time.
        case ("useless", 0): self = .useless(at: Timestamp(seconds: 0))
        default: return nil
        }
    }

    /// The result, with its times in seconds.
    var rawValue: String {
        switch self {
        case .works: "works"
        case .refused(let foot, let time): "refused \(foot.edge) \(time.seconds) \(foot.item)"
        case .useless(let time): "useless \(time.seconds)"
        }
    }
}
