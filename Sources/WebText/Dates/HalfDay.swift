/// The half of the day that a clock of twelve hours says, behind its time: `PM`, `p.m.`, `a. m.`.
enum HalfDay {
    case morning
    case afternoon

    /// Reads one at `index`, and moves that behind it; nil, and nothing moved, where there is none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) {
        guard index < bytes.count else { return nil }
        let half: Self
        switch bytes[index] | 0x20 {
        case 0x61: half = .morning
        case 0x70: half = .afternoon
        default: return nil
        }
        var end = index + 1
        if end < bytes.count, bytes[end] == 0x2e {
            end += 1
            end += Self.space(bytes, at: end)
        }
        guard end < bytes.count, bytes[end] | 0x20 == 0x6d else { return nil }
        end += 1
        // Not where another word begins like it.
        guard end == bytes.count || !(bytes[end].isASCIILetter || bytes[end] >= 0x80) else { return nil }
        if end < bytes.count, bytes[end] == 0x2e { end += 1 }
        index = end
        self = half
    }

    /// The hour of 24 that it makes of one of twelve; of one that can be none, that itself.
    func hour(_ hour: Int) -> Int {
        guard hour <= 12 else { return hour }
        return hour % 12 + (self == .afternoon ? 12 : 0)
    }

    /// How long the space at `index` is, which may be one that does not break.
    private static func space(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        if bytes[index] == 0x20 { return 1 }
        if bytes[index...].starts(with: [0xc2, 0xa0]) { return 2 }
        return bytes[index...].starts(with: [0xe2, 0x80, 0xaf]) ? 3 : 0
    }
}
