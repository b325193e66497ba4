import EngineConcepts
import FeedParsing

/// The publishing frequency of a feed and its requested schedule, from which the polling interval follows.
struct FeedPace: Hashable, Codable {
    /// The maximum lifetime accepted from a source; many say a year by mistake.
    static let maximumLifetime = Duration.seconds(86_400)

    /// The time of the newest item, in seconds.
    var newest: Int64?
    /// The average time between the newest items, in seconds.
    var gap: Int64?
    /// The lifetime that the document declares (`ttl`, or the syndication module), in seconds.
    var lifetime: Int64?
    /// A bit for each hour of the day (UTC) without new items.
    var quietHours: Int64?
    /// A bit for each day of the week (UTC, bit 0 is Sunday) without new items.
    var quietDays: Int64?

    /// Computes the pace of a document.
    init(_ document: FeedDocument) {
        let times = document.items.orderTimes.sorted(by: >).prefix(11)
        newest = times.first?.seconds
        if let first = times.first, let last = times.last, times.count > 1 {
            gap = max(1, (first.seconds - last.seconds) / Int64(times.count - 1))
        }
        lifetime = document.schedule.interval?.components.seconds
        quietHours = Self.bits(document.schedule.quietHours)
        quietDays = Self.bits(document.schedule.quietDays)
    }

    /// Creates the pace of a document without items that last changed at `changed`, if that is known.
    init(changed: Timestamp?) {
        newest = changed?.seconds
    }

    /// Returns the time of the next regular request.
    ///
    /// A feed is polled twice as often as it publishes, and less often the longer it has been silent; never before
    /// its response expires, and not in its quiet hours. A random part of up to a fifth is subtracted, so that the
    /// feeds of one host spread out.
    ///
    /// - Parameter freshFor: The freshness lifetime from the HTTP headers.
    func due(after now: Timestamp, freshFor: Duration?, _ polling: FeedPolling, of supplier: SupplierID) -> Timestamp {
        let observed = newest.map { max((gap ?? 0) / 2, now.seconds.subtracting(saturating: $0) / 10) } ?? 0
        let interval = min(max(.seconds(observed), polling.minimumInterval), polling.maximumInterval)
        let spread = StableHash.fnv1a("\(supplier.rawValue)\(now.seconds)".utf8)
        let early = interval * Int((spread >> 32) % 21) / 100
        let requested = min(max(freshFor ?? .zero, .seconds(lifetime ?? 0)), Self.maximumLifetime)
        return nextActiveHour(now.advanced(by: max(interval - early, requested)))
    }

    /// Returns `time`, or the first full hour after it that is not quiet.
    private func nextActiveHour(_ time: Timestamp) -> Timestamp {
        guard quietHours != nil || quietDays != nil else { return time }
        var candidate = time
        for _ in 0..<(8 * 24) {
            let clock = CivilTime(candidate)
            let isQuiet = Self.has(quietHours, number: clock.hour) || Self.has(quietDays, number: clock.weekday)
            guard isQuiet else { return candidate }
            candidate = Timestamp(seconds: (candidate.seconds / 3600 + 1) * 3600)
        }
        // A feed that is always quiet declares nonsense.
        return time
    }

    private static func bits(_ numbers: Set<Int>) -> Int64? {
        numbers.isEmpty ? nil : numbers.reduce(0) { $0 | 1 << Int64($1) }
    }

    private static func has(_ bits: Int64?, number: Int) -> Bool {
        ((bits ?? 0) >> Int64(number)) & 1 == 1
    }
}
