import EngineConcepts

/// What came of asking a feed for a page by its number. Stored as text.
enum PageNumbering: Hashable {
    /// It led to older items.
    case works
    /// There was no second page when the feed's own document ended so: all that it had may have stood in that, or the site was
    /// not itself.
    case refused(Foot, at: Timestamp)
    /// It leads to nothing though items have left the feed's document, or to the same again.
    case useless(at: Timestamp)

    /// How a feed's own document ends.
    struct Foot: Hashable, Codable {
        /// The second above its oldest item, in seconds.
        var edge: Int64
        /// A number made of the name of its last item; 0 where that is not known.
        var item: Int64
    }

    /// Nothing is held against a feed for longer: blogs move to other programs and get other plugins.
    private static let memory = Duration.seconds(30 * 86_400)

    /// What a refusal at `now` means, where the feed's own document ends so.
    static func refused(_ former: PageNumbering?, _ foot: Foot, at now: Timestamp) -> PageNumbering {
        switch former {
        case .refused(let known, _) where foot.edge > known.edge && known.item != 0: .useless(at: now)
        case .useless: .useless(at: now)
        case .refused, .works, nil: .refused(foot, at: now)
        }
    }

    /// Whether a second page is worth asking for at `now`, where the feed's own document ends so: what stood there when it was
    /// refused must have gone somewhere. Items may know no time but the day: then another one stands last.
    func isWorthTrying(_ foot: Foot, at now: Timestamp) -> Bool {
        switch self {
        case .works: true
        case .refused(let known, let refused):
            foot.edge > known.edge || foot.edge == known.edge && foot.item != known.item
                || now.since(refused) > Self.memory
        case .useless(let concluded): now.since(concluded) > Self.memory
        }
    }
}

extension PageNumbering: RawRepresentable, Codable {
    /// Reads what ``rawValue`` wrote.
    init?(rawValue: String) {
        let words = rawValue.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int64($0) }
        let times = numbers.map(Timestamp.init(seconds:))
        switch (words.first, times.count) {
        case ("works", 0): self = .works
        case ("refused", 2): self = .refused(Foot(edge: numbers[0], item: 0), at: times[1])
        case ("refused", 3): self = .refused(Foot(edge: numbers[0], item: numbers[2]), at: times[1])
        case ("useless", 1): self = .useless(at: times[0])
        // As it was written before it had a time: nobody knows how long ago.
        case ("useless", 0): self = .useless(at: Timestamp(seconds: 0))
        default: return nil
        }
    }

    /// What happened, and its times in seconds.
    var rawValue: String {
        switch self {
        case .works: "works"
        case .refused(let foot, let time): "refused \(foot.edge) \(time.seconds) \(foot.item)"
        case .useless(let time): "useless \(time.seconds)"
        }
    }
}
