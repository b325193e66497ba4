import WebText

/// Copies a document into clean UTF-8: what is no UTF-8 is read as Windows-1252, what XML forbids becomes a space, and
/// every line ends in a line feed.
struct DocumentCleaner {
    /// What the last piece ended in the midst of: a character or a line's end.
    private var held: [UInt8] = []
    /// Whether anything was no UTF-8.
    private(set) var hasForeign = false

    /// Copies `bytes`; what they end in the midst of waits for its rest.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout ByteArena) {
        guard !held.isEmpty else { return copy(bytes, isAtEnd: false, into: &output) }
        let joined = held + bytes
        held = []
        joined.withUnsafeBufferPointer { copy($0, isAtEnd: false, into: &output) }
    }

    /// Copies what still waits.
    mutating func finish(into output: inout ByteArena) {
        let rest = held
        held = []
        rest.withUnsafeBufferPointer { copy($0, isAtEnd: true, into: &output) }
    }

    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool, into output: inout ByteArena) {
        // What lies between `clean` and `index` can be copied as it is.
        var clean = 0
        var index = bytes.endOfPlainASCII(from: 0)
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                let sequence = UTF8Sequence(bytes, at: index)
                switch sequence {
                case .valid(let length):
                    index += length
                    // Letters beyond ASCII come together; only behind the last of them is a long run likely.
                    if index < bytes.count, bytes[index] >= 0x80 { continue }
                case .forbidden(let length):
                    output.append(bytes, clean..<index)
                    output.append(0x20)
                    index += length
                    clean = index
                case .unfinished where !isAtEnd:
                    output.append(bytes, clean..<index)
                    held = Array(bytes[index...])
                    return
                case .broken, .unfinished:
                    // What a document ends in the midst of was UTF-8 all the same.
                    if sequence == .broken { hasForeign = true }
                    output.append(bytes, clean..<index)
                    output.append(Windows1252.scalar(byte))
                    index += 1
                    clean = index
                }
            } else {
                output.append(bytes, clean..<index)
                if byte == 0x0d, index + 1 == bytes.count, !isAtEnd {
                    held = [byte]
                    return
                }
                if byte == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a { index += 1 }
                output.append(byte == 0x0d ? 0x0a : 0x20)
                index += 1
                clean = index
            }
            index = bytes.endOfPlainASCII(from: index)
        }
        output.append(bytes, clean..<bytes.count)
    }
}

/// What stands at a place in bytes that should be UTF-8, as Unicode's table of well-formed sequences has it. Above ASCII
/// only.
private enum UTF8Sequence: Equatable {
    case valid(length: Int)
    /// U+FFFE and U+FFFF, which no document in XML may hold.
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

extension UnsafeBufferPointer<UInt8> {
    /// Where, from `start` on, the first byte stands that is neither printable ASCII nor a line feed or tab.
    fileprivate func endOfPlainASCII(from start: Int) -> Int {
        var index = start
        while true {
            index = endOfRun(from: index) {
                $0.foreign.union($0.control)
            } stops: {
                $0 < 0x20 || $0 >= 0x7f
            }
            guard index < count, self[index] == 0x0a || self[index] == 0x09 else { return index }
            index += 1
        }
    }
}
