import EngineConcepts

/// A timestamp identifier: microseconds since 1970 and a number of the clock, as 13 digits that sort by time.
/// <https://atproto.com/specs/tid>
struct TID: Hashable, Sendable, CustomStringConvertible {
    /// 53 bits of time above 10 bits of the clock.
    let value: UInt64

    private static let digits = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
    private static let length = 13

    /// Creates the identifier of an action that was asked for at this time: the same in every attempt, so that a
    /// repetition writes the same record. Times that do not fit are moved to the nearest one that does.
    init(of action: ActionID, requestedAt: Timestamp) {
        let hash = StableHash.fnv1a(action.rawValue.utf8)
        let milliseconds = UInt64(min(max(requestedAt.milliseconds, 0), (1 << 53) / 1000 - 1))
        // The microseconds and the number of the clock tell the actions of one millisecond apart.
        let microseconds = milliseconds * 1000 + hash % 1000
        let clock = (hash >> 32) & 0x3ff
        value = microseconds << 10 | clock
    }

    init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        var value: UInt64 = 0
        for (index, byte) in text.utf8.enumerated() {
            guard let digit = Self.digits.firstIndex(of: byte), index > 0 || digit < 16 else { return nil }
            value = value << 5 | UInt64(digit)
        }
        self.value = value
    }

    /// The time, to the millisecond.
    var time: Timestamp { Timestamp(milliseconds: Int64(value >> 10) / 1000) }

    var text: String {
        String(
            decoding: (0..<Self.length)
                .map { Self.digits[Int(value >> UInt64(5 * (Self.length - 1 - $0)) & 31)] }, as: UTF8.self)
    }

    var description: String { text }
}
