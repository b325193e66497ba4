/// The hour sign in French, Spanish and German: `17h30`, `17 h 30`, `17h`.
struct HourSign {
    /// The index after the sign.
    let end: Int
    /// True if two digits follow, which are the minutes.
    let isFollowed: Bool

    /// Parses one at `index`, or returns `nil` if there is none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        func skip(_ index: Int) -> Int {
            index < bytes.count && bytes[index] == .space ? index + 1 : index
        }
        func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index].isASCIIDigit }
        let sign = skip(index)
        guard sign < bytes.count, bytes[sign].lowercasedASCII == UInt8(ascii: "h") else { return nil }
        let next = sign + 1
        guard next == bytes.count || !(bytes[next].isASCIILetter || bytes[next] >= 0x80) else { return nil }
        let minutes = skip(next)
        isFollowed = isDigit(minutes) && isDigit(minutes + 1) && !isDigit(minutes + 2)
        end = isFollowed ? minutes : next
    }
}
