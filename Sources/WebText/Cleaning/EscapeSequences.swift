/// Finds the escape sequences of terminals (ECMA-48, ECMA-35) in text from outside.
///
/// Without its ESC a sequence is harmless, but its rest would stay between the words, such as `[1;32m`.
enum EscapeSequences {
    private static let bell: UInt8 = 0x07
    private static let escape: UInt8 = 0x1b

    /// Returns `bytes` without escape sequences, or `nil` if there is no ESC in them. No ESC is left.
    static func removed(from bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var next = bytes.firstIndex(of: escape)
        guard next != nil else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var start = 0
        while let index = next {
            output.append(contentsOf: bytes[start..<index])
            start = end(ofSequenceAt: index, in: bytes)
            next = bytes[start...].firstIndex(of: escape)
        }
        output.append(contentsOf: bytes[start...])
        return output
    }

    /// Returns the end of the sequence whose ESC is at `index`. Of an incomplete one, the ESC is removed, and the parameters
    /// of a control sequence.
    private static func end(ofSequenceAt index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let second = index + 1
        guard second < bytes.count else { return second }
        switch bytes[second] {
        // A control sequence of parameters, intermediates and a final byte.
        case .leftBracket:
            let parameters = self.end(of: 0x30...0x3f, from: second + 1, in: bytes)
            let intermediates = self.end(of: 0x20...0x2f, from: parameters, in: bytes)
            return endOfFinal(in: 0x40...0x7e, at: intermediates, in: bytes) ?? parameters
        // A control string.
        case UInt8(ascii: "P"), UInt8(ascii: "X"), .rightBracket, UInt8(ascii: "^"), .underscore:
            return endOfString(from: second + 1, in: bytes) ?? second
        default:
            let intermediates = self.end(of: 0x20...0x2f, from: second, in: bytes)
            return endOfFinal(in: 0x30...0x7e, at: intermediates, in: bytes) ?? second
        }
    }

    /// Returns the end of the run of bytes in `range` that begins at `start`.
    private static func end(
        of range: ClosedRange<UInt8>, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        bytes[start...].firstIndex { !range.contains($0) } ?? bytes.count
    }

    private static func endOfFinal(
        in range: ClosedRange<UInt8>, at index: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        index < bytes.count && range.contains(bytes[index]) ? index + 1 : nil
    }

    /// Returns the end of a control string: behind BEL or `ESC \`. Returns `nil` if the line or the text ends before, or
    /// another sequence begins, so that an open string hides nothing.
    private static func endOfString(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let end = bytes[start...].firstIndex { $0 == bell || $0 == escape || $0 == .lineFeed || $0 == .carriageReturn }
        guard let end else { return nil }
        switch bytes[end] {
        case bell: return end + 1
        case escape where end + 1 < bytes.count && bytes[end + 1] == .backslash: return end + 2
        default: return nil
        }
    }
}
