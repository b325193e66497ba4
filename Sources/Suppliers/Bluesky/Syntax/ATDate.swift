import EngineConcepts
import WebText

/// Dates of records: the intersection of RFC 3339 and ISO 8601 that Lexicon allows, as in `2026-11-20T11:54:00.123Z`.
/// <https://atproto.com/specs/lexicon#datetime>
enum ATDate {
    /// Returns the time that `text` names, to the millisecond, or `nil` if it is not a date of this form.
    static func parse(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        guard (20...64).contains(bytes.count), bytes[4] == 0x2d, bytes[7] == 0x2d, bytes[10] == UInt8(ascii: "T"),
            bytes[13] == 0x3a, bytes[16] == 0x3a, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]),
            let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var rest = bytes[19...]
        var milliseconds: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
            guard !fraction.isEmpty else { return nil }
            for place in 0..<3 {
                let index = fraction.startIndex + place
                let digit = index < fraction.endIndex ? Int64(fraction[index] - 0x30) : 0
                milliseconds = milliseconds * 10 + digit
            }
            rest = rest[fraction.endIndex...]
        }
        guard let offset = offset(Array(rest)) else { return nil }
        let time = Timestamp(milliseconds: civil.timestamp(offset: offset).milliseconds + milliseconds)
        // The year 0 begins here; earlier times have no date of this form.
        return time.seconds >= -62_167_219_200 ? time : nil
    }

    /// Returns the date in the form that records prefer.
    static func text(_ time: Timestamp) -> String {
        let time = time.clampedToDates
        return "\(time.rfc3339.dropLast()).\(String(time.milliseconds - time.seconds * 1000, width: 3))Z"
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Returns the offset from UTC: `Z`, or hours and minutes with a sign. `-00:00`, which means "unknown", is not
    /// allowed.
    private static func offset(_ zone: [UInt8]) -> Duration? {
        if zone == [UInt8(ascii: "Z")] { return .zero }
        guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"), zone[3] == 0x3a,
            let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]), hours < 24, minutes < 60
        else { return nil }
        let isBehind = zone[0] == UInt8(ascii: "-")
        guard !(isBehind && hours == 0 && minutes == 0) else { return nil }
        return .seconds((hours * 3600 + minutes * 60) * (isBehind ? -1 : 1))
    }
}
