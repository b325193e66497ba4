/// The clock changes of a time zone, from an IANA file (TZif, RFC 8536).
struct ZoneFile {
    /// The times of clock changes, in seconds since 1970, ascending.
    private var changes: [Int64] = []
    /// The offset in seconds east of Greenwich after each change.
    private var offsets: [Int] = []
    /// The offset before the first change.
    private var firstOffset = 0
    /// The rule after the last change.
    private var rule: ZoneRule?

    /// Parses a file. Returns `nil` if it is not a TZif file.
    init?(_ bytes: [UInt8]) {
        guard let old = Header(bytes, at: 0), old.version >= 0x32 else { return nil }
        // The first half has 32-bit times.
        guard let header = Header(bytes, at: Header.length + old.size(ofTimes: 4)) else { return nil }
        let times = header.end
        let indices = times + header.times * 8
        let types = indices + header.times
        let end = header.end + header.size(ofTimes: 8)
        guard end <= bytes.count, header.types > 0 else { return nil }
        let seconds = (0..<header.types)
            .map { type in
                Int(Int32(truncatingIfNeeded: Self.number(bytes, at: types + type * 6, count: 4)))
            }
        firstOffset = seconds[0]
        for index in 0..<header.times {
            let type = Int(bytes[indices + index])
            guard type < seconds.count else { return nil }
            changes.append(Self.number(bytes, at: times + index * 8, count: 8))
            offsets.append(seconds[type])
        }
        rule = ZoneRule(String(decoding: bytes[end...], as: UTF8.self).filter { !$0.isNewline })
    }

    /// Returns the offset in seconds east of Greenwich at `time`, in seconds since 1970.
    func secondsEast(at time: Int64) -> Int {
        guard let last = changes.last, time < last else {
            return rule?.secondsEast(at: time) ?? offsets.last ?? firstOffset
        }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    private static func number(_ bytes: [UInt8], at start: Int, count: Int) -> Int64 {
        bytes[start..<start + count].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The header of each half.
    private struct Header {
        static let length = 44
        let version: UInt8
        let end: Int
        let times: Int
        let types: Int
        private let letters: Int
        private let leaps: Int
        private let signs: Int

        init?(_ bytes: [UInt8], at start: Int) {
            guard bytes.count >= start + Self.length, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
                return nil
            }
            version = bytes[start + 4]
            end = start + Self.length
            let counts = (0..<6).map { Int(ZoneFile.number(bytes, at: start + 20 + $0 * 4, count: 4)) }
            guard counts.allSatisfy({ $0 <= bytes.count }) else { return nil }
            (signs, leaps, times, types, letters) = (counts[0] + counts[1], counts[2], counts[3], counts[4], counts[5])
        }

        /// Returns the size in bytes of the half, given the width of its times.
        func size(ofTimes width: Int) -> Int {
            times * (width + 1) + types * 6 + letters + leaps * (width + 4) + signs
        }
    }
}

/// The yearly clock changes (POSIX.1 §8.3, `TZ`), such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
    private var standard: Int
    private var summer: (offset: Int, start: YearlyMoment, end: YearlyMoment)?

    /// Parses a rule. Returns `nil` if `text` is not a rule.
    init?(_ text: String) {
        var rest = text[...]
        guard Self.skipName(&rest), let standard = Self.seconds(&rest) else { return nil }
        self.standard = -standard
        guard Self.skipName(&rest) else { return }
        let offset = Self.seconds(&rest).map { -$0 } ?? self.standard + 3600
        let parts = rest.split(separator: ",")
        guard parts.count == 2, let start = YearlyMoment(parts[0]), let end = YearlyMoment(parts[1]) else { return nil }
        summer = (offset, start, end)
    }

    /// Returns the offset in seconds east of Greenwich at `time`, in seconds since 1970.
    func secondsEast(at time: Int64) -> Int {
        guard let summer else { return standard }
        let days = Int((time + Int64(standard)) / 86_400)
        var year = 1970 + days / 366
        while DateFields.daysSinceEpoch(year: year + 1, month: 1, day: 1) <= days { year += 1 }
        let start = summer.start.seconds(in: year) - Int64(standard)
        let end = summer.end.seconds(in: year) - Int64(summer.offset)
        let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
        return isSummer ? summer.offset : standard
    }

    /// Skips the name of a zone, in letters or between angle brackets.
    private static func skipName(_ rest: inout Substring) -> Bool {
        let name = rest.first == "<" ? rest.prefix { $0 != ">" } + ">" : rest.prefix { $0.isLetter }
        guard name.count >= 3 else { return false }
        rest = rest.dropFirst(name.count)
        return true
    }

    /// Parses `[+-]hh[:mm[:ss]]`.
    fileprivate static func seconds(_ rest: inout Substring) -> Int? {
        let text = rest.prefix { $0.isNumber || $0 == ":" || $0 == "+" || $0 == "-" }
        let parts = text.drop { $0 == "+" || $0 == "-" }.split(separator: ":").map { Int($0) ?? 0 }
        guard let hours = parts.first, hours <= 167, parts.count <= 3 else { return nil }
        rest = rest.dropFirst(text.count)
        let seconds = zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return text.first == "-" ? -seconds : seconds
    }
}

/// A yearly time, such as `M3.5.0/2`: the last Sunday of March at two o'clock.
private struct YearlyMoment {
    private enum Day {
        /// A day of the week in a week of a month; week 5 is the last.
        case week(Int, weekday: Int, month: Int)
        /// A day of the year from 1, not counting the leap day.
        case julian(Int)
        /// A day of the year from 0.
        case ordinal(Int)
    }

    private let day: Day
    private let time: Int

    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let first = parts.first else { return nil }
        if first.first == "M" {
            let numbers = first.dropFirst().split(separator: ".").compactMap { Int($0) }
            guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
                (0...6).contains(numbers[2])
            else { return nil }
            day = .week(numbers[1], weekday: numbers[2], month: numbers[0])
        } else if let number = Int(first.drop { $0 == "J" }), (0...366).contains(number) {
            day = first.first == "J" ? .julian(number) : .ordinal(number)
        } else {
            return nil
        }
        guard parts.count > 1 else {
            time = 2 * 3600
            return
        }
        var rest = parts[1]
        guard let seconds = ZoneRule.seconds(&rest) else { return nil }
        time = seconds
    }

    /// Returns the local time of the moment in seconds since 1970, as if it were UTC.
    func seconds(in year: Int) -> Int64 {
        Int64(days(in: year)) * 86_400 + Int64(time)
    }

    private func days(in year: Int) -> Int {
        let newYear = DateFields.daysSinceEpoch(year: year, month: 1, day: 1)
        switch day {
        case .ordinal(let number): return newYear + number
        case .julian(let number):
            let isBehindLeapDay = number > 59 && DateFields.length(ofMonth: 2, year: year) == 29
            return newYear + number - (isBehindLeapDay ? 0 : 1)
        case .week(let week, let weekday, let month):
            let first = DateFields.daysSinceEpoch(year: year, month: month, day: 1)
            // Day 0 of the epoch was a Thursday.
            let offset = (weekday - (first + 4) % 7 + 7) % 7
            let length = DateFields.length(ofMonth: month, year: year)
            let wanted = offset + (week - 1) * 7
            return first + (wanted < length ? wanted : wanted - 7)
        }
    }
}
