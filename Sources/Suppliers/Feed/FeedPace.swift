import EngineConcepts
import FeedParsing

/// How often feeds are asked while a program runs.
public struct FeedPolling: Hashable, Sendable {
    /// No feed is asked more often by routine.
    public var shortest: Duration
    /// Every feed is asked as often as this, however seldom it has anything new, where it does not ask for more patience.
    public var longest: Duration
    /// A feed that was asked so shortly before is not asked again, whoever wants to know.
    public var spacing: Duration

    /// Makes bounds.
    public init(
        shortest: Duration = .seconds(900), longest: Duration = .seconds(6 * 3600), spacing: Duration = .zero
    ) {
        self.shortest = shortest
        self.longest = max(shortest, longest)
        self.spacing = spacing
    }

    /// What a supplier says of its next answers that is asked as often as any feed by routine, and no more often.
    func budget(after now: Timestamp) -> FetchBudget {
        FetchBudget(routineAt: now.advanced(by: shortest * 4 / 5))
    }
}

/// What says how soon a feed may have something new: how often it had so far, and what it says of itself.
struct FeedPace: Hashable, Codable {
    /// More patience than this is not shown, whatever a source asks for: many say a year and mean nothing by it.
    static let longestLifetime = Duration.seconds(86_400)

    /// The time of its newest item, in seconds.
    var newest: Int64?
    /// How far its newest items lie apart on the average, in seconds.
    var gap: Int64?
    /// How long the document says that it may be kept (`ttl`, or the syndication module), in seconds.
    var lifetime: Int64?
    /// A bit for each hour of the day (UTC) in which nothing new appears.
    var quietHours: Int64?
    /// A bit for each day of the week (UTC, the first is Sunday) on which nothing new appears.
    var quietDays: Int64?

    /// Reads the pace of a document.
    init(_ document: FeedDocument) {
        let times = document.items.compactMap(\.orderTime).sorted(by: >).prefix(11)
        newest = times.first?.seconds
        if let first = times.first, let last = times.last, times.count > 1 {
            gap = max(1, (first.seconds - last.seconds) / Int64(times.count - 1))
        }
        lifetime = document.schedule.interval?.components.seconds
        quietHours = Self.bits(document.schedule.quietHours)
        quietDays = Self.bits(document.schedule.quietDays)
    }

    /// When to ask again by routine.
    ///
    /// A feed is asked twice as often as it has items, and the less often the longer it has been silent; never sooner
    /// than its answer says that it holds, and not in its quiet hours. Up to a fifth earlier, by chance, so that feeds of
    /// one host drift apart.
    ///
    /// - Parameter freshFor: how long the answer may be kept, as HTTP says.
    func due(after now: Timestamp, freshFor: Duration?, _ polling: FeedPolling, of supplier: SupplierID) -> Timestamp {
        let observed = newest.map { max((gap ?? 0) / 2, (now.seconds - $0) / 10) } ?? 0
        let interval = min(max(.seconds(observed), polling.shortest), polling.longest)
        let spread = "\(supplier.rawValue)\(now.seconds)".utf8
            .reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        let early = interval * Int((spread >> 32) % 21) / 100
        let asked = min(max(freshFor ?? .zero, .seconds(lifetime ?? 0)), Self.longestLifetime)
        return awake(now.advanced(by: max(interval - early, asked)))
    }

    /// `time`, or the first full hour after it that is not quiet.
    private func awake(_ time: Timestamp) -> Timestamp {
        guard quietHours != nil || quietDays != nil else { return time }
        var candidate = time
        for _ in 0..<(8 * 24) {
            let clock = CivilTime(candidate)
            let isQuiet = Self.has(quietHours, clock.hour) || Self.has(quietDays, clock.weekday)
            guard isQuiet else { return candidate }
            candidate = Timestamp(seconds: (candidate.seconds / 3600 + 1) * 3600)
        }
        // Always quiet: that cannot be meant.
        return time
    }

    private static func bits(_ numbers: Set<Int>) -> Int64? {
        numbers.isEmpty ? nil : numbers.reduce(0) { $0 | 1 << Int64($1) }
    }

    private static func has(_ bits: Int64?, _ number: Int) -> Bool {
        ((bits ?? 0) >> Int64(number)) & 1 == 1
    }
}
