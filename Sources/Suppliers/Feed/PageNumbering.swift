import EngineConcepts

/// What came of asking a feed for a page by its number. Stored as text.
enum PageNumbering: Hashable {
    /// It led to older items.
    case works
    /// There was no second page when the feed's own document ended here: all that it had may have stood in that, or the
    /// site was not itself.
    case refused(edge: Timestamp, at: Timestamp)
    /// It leads to nothing though items have left the feed's document, or to the same again.
    case useless(at: Timestamp)

    /// Nothing is held against a feed for longer: blogs move to other programs and get other plugins.
    private static let memory = Duration.seconds(30 * 86_400)

    /// What a refusal at `now` means, where the feed's own document ends at `edge`.
    static func refused(_ former: PageNumbering?, edge: Timestamp, at now: Timestamp) -> PageNumbering {
        switch former {
        case .refused(let known, _) where edge > known: .useless(at: now)
        case .useless: .useless(at: now)
        case .refused, .works, nil: .refused(edge: edge, at: now)
        }
    }

    /// Whether a second page is worth asking for at `now`, where the feed's own document ends at `edge`: what stood there
    /// when it was refused must have gone somewhere.
    func isWorthTrying(edge: Timestamp, at now: Timestamp) -> Bool {
        switch self {
        case .works: true
        case .refused(let known, let refused): edge > known || now.since(refused) > Self.memory
        case .useless(let concluded): now.since(concluded) > Self.memory
        }
    }
}

extension PageNumbering: RawRepresentable, Codable {
    /// Reads what ``rawValue`` wrote.
    init?(rawValue: String) {
        let words = rawValue.split(separator: " ")
        let times = words.dropFirst().compactMap { Int64($0) }.map(Timestamp.init(seconds:))
        switch (words.first, times.count) {
        case ("works", 0): self = .works
        case ("refused", 2): self = .refused(edge: times[0], at: times[1])
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
        case .refused(let edge, let time): "refused \(edge.seconds) \(time.seconds)"
        case .useless(let time): "useless \(time.seconds)"
        }
    }
}
