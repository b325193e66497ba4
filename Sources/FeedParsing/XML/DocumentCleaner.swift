import CByteScan
import WebText

/// Copies a document into clean UTF-8: invalid UTF-8 is read as Windows-1252, characters that XML forbids become
/// spaces, and every line ends in a line feed.
struct DocumentCleaner {
    /// An incomplete character or line end at the end of the last chunk.
    private var pending: [UInt8] = []
    private(set) var hasInvalidUTF8 = false

    /// Copies `bytes`. An incomplete sequence at the end is held back until its rest arrives.
    mutating func clean(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout ByteArena) {
        guard !pending.isEmpty else { return copy(bytes, isAtEnd: false, into: &output) }
        let joined = pending + bytes
        pending = []
        joined.withUnsafeBufferPointer { copy($0, isAtEnd: false, into: &output) }
    }

    /// Copies the held-back bytes.
    mutating func finish(into output: inout ByteArena) {
        let rest = pending
        pending = []
        rest.withUnsafeBufferPointer { copy($0, isAtEnd: true, into: &output) }
    }

    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool, into output: inout ByteArena) {
        guard let start = bytes.baseAddress else { return }
        // The bytes from `clean` to `index` can be copied unchanged.
        var clean = 0
        var index = scan_clean(start, 0, bytes.count)
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                let sequence = UTF8Sequence(bytes, at: index)
                switch sequence {
                case .valid(let length): index += length
                case .forbidden(let length):
                    output.append(bytes, clean..<index)
                    output.append(.space)
                    index += length
                    clean = index
                case .unfinished where !isAtEnd:
                    output.append(bytes, clean..<index)
                    pending = Array(bytes[index...])
                    return
                case .broken, .unfinished:
                    // A truncated character at the end of the document is still UTF-8.
                    if sequence == .broken { hasInvalidUTF8 = true }
                    output.append(bytes, clean..<index)
                    output.append(Windows1252.scalar(byte))
                    index += 1
                    clean = index
                }
            } else {
                output.append(bytes, clean..<index)
                if byte == .carriageReturn, index + 1 == bytes.count, !isAtEnd {
                    pending = [byte]
                    return
                }
                if byte == .carriageReturn, index + 1 < bytes.count, bytes[index + 1] == .lineFeed { index += 1 }
                output.append(byte == .carriageReturn ? .lineFeed : .space)
                index += 1
                clean = index
            }
            index = scan_clean(start, index, bytes.count)
        }
        output.append(bytes, clean..<bytes.count)
    }
}

/// Classifies the bytes at an index by Unicode's table of well-formed UTF-8 sequences. For non-ASCII bytes only.
private enum UTF8Sequence: Equatable {
    case valid(length: Int)
    /// U+FFFE and U+FFFF, which XML forbids.
    case forbidden(length: Int)
    case broken
    case unfinished

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch bytes[index] {
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        case 0xf1...0xf3: length = 4
        default:
            self = .broken
            return
        }
        self = .unfinished
        guard index + 1 < bytes.count else { return }
        guard second.contains(bytes[index + 1]) else {
            self = .broken
            return
        }
        for offset in 2..<length {
            guard index + offset < bytes.count else { return }
            guard bytes[index + offset] & 0xc0 == 0x80 else {
                self = .broken
                return
            }
        }
        let isForbidden = bytes[index] == 0xef && bytes[index + 1] == 0xbf && bytes[index + 2] >= 0xbe
        self = isForbidden ? .forbidden(length: length) : .valid(length: length)
    }
}
