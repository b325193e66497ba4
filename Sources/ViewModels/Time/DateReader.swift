public import EngineConcepts
public import Localization

/// Parses the dates that people type: `2026-11-20`, `2026-11-20 14:05`, `20.11.`, `20 nov`, `14:05`, `3h`, `2d`, `1w`,
/// `today`, `yesterday`, words also in the other languages; and RFC 3339. Without an offset, they are in local time. A
/// time without a date, and a day and month without a year, are their last occurrence.
public nonisolated struct DateReader: Sendable {
    private let zone: any LocalZone
    private let now: Timestamp

    /// Creates a parser with `now` as the current time.
    public init(zone: any LocalZone, now: Timestamp) {
        self.zone = zone
        self.now = now
    }

    /// The moment that a date without a time stands for.
    private enum Bound {
        case start
        case end
    }

    private struct ClockTime {
        let hour: Int
        let minute: Int
        var second = 0
    }

    /// Returns the time in `text`, or `nil` if it is invalid. A date without a time means the end of the day, because the
    /// timeline is read from newer to older.
    public func time(_ text: String) -> Timestamp? { time(text, .end) }

    /// Returns the time in `text`, or `nil` if it is invalid. A date without a time means the start of the day, as in
    /// "since yesterday".
    public func start(_ text: String) -> Timestamp? { time(text, .start) }

    /// Returns the time ahead in `text`, or `nil` if it is invalid: `2026-11-20 14:05`, RFC 3339, `14:05` for its next
    /// occurrence, `3h` or `2d` from now. A date without a time means the start of the day.
    public func ahead(_ text: String) -> Timestamp? {
        let word = text.lowercased().filter { $0 != " " }
        if let past = ago(word) { return now.advanced(by: now.since(past)).flooredToSecond }
        guard let time = self.time(text, .start, isAhead: true)?.flooredToSecond else { return nil }
        guard let clock = clockTime(word) else { return time }
        let today = civil(now)
        guard let next = point(today, clock), next > now else { return point(today.adding(days: 1), clock) }
        return next
    }

    /// Returns the day of the time in `text`, or `nil` if `text` is invalid.
    public func day(_ text: String) -> CivilTime? { time(text, .end).map(civil) }

    private func time(_ text: String, _ bound: Bound, isAhead: Bool = false) -> Timestamp? {
        if let time = Timestamp(rfc3339: text) { return time }
        let words = text.lowercased().split { $0 == " " || $0 == "t" && text.contains("-") }.map(String.init)
        if let (day, rest) = dayAndMonth(words, isAhead: isAhead) {
            guard let word = rest.first else { return point(day, bound) }
            return rest.count == 1 ? clockTime(word).flatMap { point(day, $0) } : nil
        }
        switch words.count {
        case 1:
            if Self.means(words[0], .dateNow) { return now }
            if let day = namedDay(words[0]) { return point(day, bound) }
            if let time = ago(words[0]) ?? lastOccurrence(words[0]) { return time }
            return date(words[0], bound).flatMap { point($0, bound) }
        case 2:
            guard let day = date(words[0], bound) ?? namedDay(words[0]), let clock = clockTime(words[1]) else {
                return nil
            }
            return point(day, clock)
        default: return nil
        }
    }

    /// Returns some examples of valid dates in a language.
    public static func examples(in localizer: Localizer) -> [String] {
        [MessageKey.dateNow, .dateToday, .dateYesterday].map { localizer($0) } + ["3h", "2d", "1w", "1mo"]
    }

    private func namedDay(_ word: String) -> CivilTime? {
        if Self.means(word, .dateToday) { return civil(now) }
        return Self.means(word, .dateYesterday) ? civil(now).adding(days: -1) : nil
    }

    /// Parses `28 nov` or `28 november 2025`, also behind the name of a day, in any language. Returns the words that follow.
    ///
    /// - Parameter isAhead: True for the next such day instead of the last one.
    private func dayAndMonth(
        _ words: [String], isAhead: Bool
    ) -> (day: CivilTime, rest: ArraySlice<String>)? {
        let words = words.map { $0.filter { $0 != "," } }
        for localizer in Localizer.all {
            var rest = words[...]
            if let word = rest.first, Self.index(of: word, in: localizer.days, localizer.wholeDays) != nil {
                rest.removeFirst()
            }
            guard let day = rest.popFirst().flatMap({ Int($0) }), let name = rest.popFirst(),
                let month = Self.index(of: name, in: localizer.months, localizer.wholeMonths)
            else { continue }
            if let word = rest.first, word.count == 4, let year = Int(word) {
                return CivilTime(year: year, month: month + 1, day: day).map { ($0, rest.dropFirst()) }
            }
            let today = civil(now)
            // The 29th of February is at most eight years away.
            let years = (0...8).map { isAhead ? today.year + $0 : today.year - $0 }
            let days = years.compactMap { CivilTime(year: $0, month: month + 1, day: day) }
            let found = days.first { candidate in
                let isLater = (candidate.month, candidate.day) > (today.month, today.day)
                let isEarlier = (candidate.month, candidate.day) < (today.month, today.day)
                return candidate.year != today.year || !(isAhead ? isEarlier : isLater)
            }
            return found.map { ($0, rest) }
        }
        return nil
    }

    private static func index(of word: String, in names: [String]...) -> Int? {
        names.lazy.compactMap { $0.firstIndex { $0.lowercased() == word } }.first
    }

    private static func means(_ word: String, _ messageKey: MessageKey) -> Bool {
        Localizer.all.contains { $0(messageKey) == word }
    }

    private func ago(_ word: String) -> Timestamp? {
        let units = ["m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800, "mo": 30 * 86_400, "y": 365 * 86_400]
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count < 100_000, let unit = units[String(word.dropFirst(digits.count))] else {
            return nil
        }
        return now.advanced(by: .seconds(-count * unit))
    }

    private func lastOccurrence(_ word: String) -> Timestamp? {
        guard let clock = clockTime(word) else { return nil }
        let today = civil(now)
        guard let last = point(today, clock), last <= now else { return point(today.adding(days: -1), clock) }
        return last
    }

    /// Parses `14:05` or `14:05:30`.
    private func clockTime(_ word: String) -> ClockTime? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
            let second = parts.count == 3 ? parts[2] : 0
        else { return nil }
        let clock = ClockTime(hour: hour, minute: minute, second: second)
        return (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second) ? clock : nil
    }

    /// Parses `2026-11-20`, `2026-11`, or `20.11.2026` and `20.11.` as in most of Europe.
    /// A month alone is its first or last day. A year has four digits.
    private func date(_ word: String, _ bound: Bound) -> CivilTime? {
        let dashes = word.split(separator: "-", omittingEmptySubsequences: false)
        let dashed = dashes.map { Int($0) }
        if (2...3).contains(dashed.count), dashes[0].count == 4, let year = dashed[0], let month = dashed[1] {
            if dashed.count == 2 {
                let last = CivilTime.days(inMonth: max(1, min(12, month)), year: year)
                return CivilTime(year: year, month: month, day: bound == .start ? 1 : last)
            }
            return dashed[2].flatMap { CivilTime(year: year, month: month, day: $0) }
        }
        let dots = word.split(separator: ".")
        let dotted = dots.map { Int($0) }
        guard word.contains("."), (2...3).contains(dotted.count), let day = dotted[0], let month = dotted[1],
            dotted.count == 2 || dots[2].count == 4
        else { return nil }
        let year = dotted.count == 3 ? dotted[2] : civil(now).year
        return year.flatMap { CivilTime(year: $0, month: month, day: day) }
    }

    private func civil(_ time: Timestamp) -> CivilTime {
        CivilTime(time, offset: .seconds(zone.secondsAhead(at: time)))
    }

    private func point(_ day: CivilTime, _ bound: Bound) -> Timestamp? {
        switch bound {
        case .start: point(day, ClockTime(hour: 0, minute: 0))
        case .end: point(day, ClockTime(hour: 23, minute: 59, second: 59))?.advanced(by: .milliseconds(999))
        }
    }

    private func point(_ day: CivilTime, _ clock: ClockTime) -> Timestamp? {
        let civil = CivilTime(
            year: day.year, month: day.month, day: day.day, hour: clock.hour, minute: clock.minute, second: clock.second
        )
        return civil.map { civil in
            // The first guess can lie on the other side of a change of clocks, by the zone's distance from UTC.
            let guess = civil.timestamp(offset: .seconds(zone.secondsAhead(at: civil.timestamp())))
            return civil.timestamp(offset: .seconds(zone.secondsAhead(at: guess)))
        }
    }
}
