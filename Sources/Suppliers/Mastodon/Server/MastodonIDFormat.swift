import EngineConcepts
import WebText

/// The form of a server's identifiers. Most carry the time by which the server sorts its timelines.
enum MastodonIDFormat: String, Hashable, Codable, Sendable {
    /// Mastodon's snowflakes: decimal, milliseconds since 1970 above 16 other bits.
    case snowflake
    /// GoToSocial's ULIDs: 26 digits of Crockford's base 32, milliseconds since 1970 in the first 48 of 128 bits.
    case ulid
    /// The flakes of Pleroma and Akkoma: base 62, milliseconds since 1970 in the upper 64 of 128 bits.
    case flake
    /// Numbers without a time.
    case number
    case opaque

    /// The earliest time that counts: the beginning of 2015, before the first post at Mastodon. With an earlier one, the text
    /// is a number or a name that only looks like an identifier with a time.
    private static let earliest: Int64 = 1_420_070_400_000
    /// The latest time that counts: the beginning of 2100.
    private static let latest: Int64 = 4_102_444_800_000

    init(of id: String) {
        let bytes = Array(id.utf8)
        if bytes.count == 26, Self.milliseconds(ofULID: bytes) != nil {
            self = .ulid
        } else if let number = UInt64(id), bytes.allSatisfy(\.isASCIIDigit) {
            self = Self.plausible(Int64(number >> 16)) == nil ? .number : .snowflake
        } else if Self.milliseconds(ofFlake: bytes) != nil {
            self = .flake
        } else {
            self = .opaque
        }
    }

    /// True if the identifiers carry a time.
    var hasTime: Bool {
        switch self {
        case .snowflake, .ulid, .flake: true
        case .number, .opaque: false
        }
    }

    /// Returns the time that an identifier carries, or `nil` if it carries none.
    static func time(of id: String) -> Timestamp? {
        let milliseconds: Int64? =
            switch Self(of: id) {
            case .snowflake: UInt64(id).map { Int64($0 >> 16) }
            case .ulid: milliseconds(ofULID: Array(id.utf8))
            case .flake: milliseconds(ofFlake: Array(id.utf8))
            case .number, .opaque: nil
            }
        return milliseconds.map(Timestamp.init(milliseconds:))
    }

    /// Returns the lowest identifier of this time, so that an item has a lower one exactly if it is older. Returns `nil`
    /// if identifiers carry no time.
    func lowest(at time: Timestamp) -> String? {
        id(below: 0, lowestAt: max(time.milliseconds, 0))
    }

    /// Returns the highest identifier before this time. Returns `nil` if identifiers carry no time.
    func highest(before time: Timestamp) -> String? {
        id(below: 1, lowestAt: max(time.milliseconds, 1))
    }

    /// Returns the identifier beside which a page begins that is read from `edge` in this direction. Returns `nil` if
    /// identifiers carry no time.
    func bound(at edge: Timestamp, reading direction: ReadDirection) -> String? {
        switch direction {
        case .older: lowest(at: edge)
        case .newer: highest(before: edge)
        }
    }

    /// Returns an identifier slightly below another one, so that a page above it begins at that item. Returns `nil` if there is
    /// none, or if the format is unknown.
    static func id(below id: String) -> String? {
        switch Self(of: id) {
        // Mastodon rounds the identifiers of home feeds to multiples of 16.
        case .snowflake: UInt64(id).map { String($0 - 16) }
        case .number: UInt64(id).flatMap { $0 > 0 ? String($0 - 1) : nil }
        case .ulid: predecessor(of: id, base: crockford)
        case .flake: predecessor(of: id, base: base62)
        case .opaque: nil
        }
    }

    /// Returns the identifier at a distance below the lowest one of a time in milliseconds.
    private func id(below distance: UInt128, lowestAt milliseconds: Int64) -> String? {
        let time = UInt128(min(milliseconds, Self.latest))
        switch self {
        case .snowflake: return String((time << 16) - distance)
        case .ulid: return Self.text((time << 80) - distance, base: Self.crockford, length: 26)
        case .flake: return Self.text((time << 64) - distance, base: Self.base62, length: 18)
        case .number, .opaque: return nil
        }
    }

    /// Returns true if `a` is newer than `b` as the server compares them.
    func isNewer(_ a: String, than b: String) -> Bool {
        self == .opaque || a.utf8.count == b.utf8.count
            ? b.utf8.lexicographicallyPrecedes(a.utf8) : a.utf8.count > b.utf8.count
    }

    // MARK: Digits

    private static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let base62 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    private static func plausible(_ milliseconds: Int64) -> Int64? {
        (earliest...latest).contains(milliseconds) ? milliseconds : nil
    }

    private static func milliseconds(ofULID bytes: [UInt8]) -> Int64? {
        guard bytes.allSatisfy({ crockford.contains($0) }) else { return nil }
        let time = bytes.prefix(10).reduce(Int64(0)) { $0 << 5 | Int64(crockford.firstIndex(of: $1) ?? 0) }
        return plausible(time)
    }

    private static func milliseconds(ofFlake bytes: [UInt8]) -> Int64? {
        guard bytes.count == 18 else { return nil }
        var value: UInt128 = 0
        for byte in bytes {
            guard let digit = base62.firstIndex(of: byte) else { return nil }
            value = value * 62 + UInt128(digit)
        }
        return Int64(exactly: value >> 64).flatMap(plausible)
    }

    private static func predecessor(of id: String, base digits: [UInt8]) -> String? {
        var bytes = Array(id.utf8)
        for index in bytes.indices.reversed() {
            guard let digit = digits.firstIndex(of: bytes[index]) else { return nil }
            guard digit == 0 else {
                bytes[index] = digits[digit - 1]
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes[index] = digits[digits.count - 1]
        }
        return nil
    }

    private static func text(_ value: UInt128, base digits: [UInt8], length: Int) -> String {
        var value = value
        var text: [UInt8] = []
        while text.count < length {
            text.append(digits[Int(value % UInt128(digits.count))])
            value /= UInt128(digits.count)
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }
}
