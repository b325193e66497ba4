/// The half of the day after a 12-hour time: `PM`, `p.m.`, `a. m.`.
enum HalfDay {
    case morning
    case afternoon

    /// Parses one at `index` and moves the index after it. Returns `nil` and leaves the index if there is none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) {
        guard index < bytes.count else { return nil }
        let half: Self
        switch bytes[index].lowercasedASCII {
        case UInt8(ascii: "a"): half = .morning
        case UInt8(ascii: "p"): half = .afternoon
        default: return nil
        }
        var end = index + 1
        if end < bytes.count, bytes[end] == .dot {
            end += 1
            end += Self.space(bytes, at: end)
        }
        guard end < bytes.count, bytes[end].lowercasedASCII == UInt8(ascii: "m") else { return nil }
        end += 1
        // Not if the letters begin another word.
        guard end == bytes.count || !(bytes[end].isASCIILetter || bytes[end] >= 0x80) else { return nil }
        if end < bytes.count, bytes[end] == .dot { end += 1 }
        index = end
        self = half
    }

    /// Returns the hour of 24 for an hour of 12, or `hour` itself if it is not one of 12.
    func hour(_ hour: Int) -> Int {
        guard hour <= 12 else { return hour }
        return hour % 12 + (self == .afternoon ? 12 : 0)
    }

    /// Returns the length of the space at `index`, which may be a no-break space.
    private static func space(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        if bytes[index] == .space { return 1 }
        if bytes[index...].starts(with: [0xc2, 0xa0]) { return 2 }
        return bytes[index...].starts(with: [0xe2, 0x80, 0xaf]) ? 3 : 0
    }
}
