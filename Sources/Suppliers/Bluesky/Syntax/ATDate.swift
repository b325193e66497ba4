import EngineConcepts
import WebText

/// Dates of records: the intersection of RFC 3339 and ISO 8601 that Lexicon allows, as in `2026-11-20T11:54:00.123Z`.
/// <https://atproto.com/specs/lexicon#datetime>
enum ATDate {
    /// Returns the time that `text` names, to the millisecond, or `nil` if it is not a date of this form.
    static func parse(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        // RFC 3339 also allows other letters, and times without seconds or of an unknown zone.
        guard (20...64).contains(bytes.count), bytes.allSatisfy({ $0 < 0x80 }), bytes[10] == UInt8(ascii: "T"),
            bytes[16] == .colon, text.hasSuffix("Z") || bytes[bytes.count - 3] == .colon && !text.hasSuffix("-00:00"),
            let time = Timestamp(rfc3339: text)
        else { return nil }
        // The year 0 begins here; earlier times have no date of this form.
        return time.seconds >= -62_167_219_200 ? time : nil
    }

    /// Returns the date in the form that records prefer.
    static func text(_ time: Timestamp) -> String {
        let time = time.clampedToDates
        return "\(time.rfc3339.dropLast()).\(String(time.milliseconds - time.seconds * 1000, width: 3))Z"
    }
}
