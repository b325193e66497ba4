/// Copies a document in UTF-8 and makes it fit for the parser on the way: what is no UTF-8 is read as Windows-1252, what
/// XML forbids becomes a space, every line ends in a line feed, references become stand-ins or the characters that they
/// mean, and so do ampersands and brackets that begin nothing. A document in JSON keeps its ampersands.
struct DocumentCleaner {
    /// What the last piece ended in the midst of: a character or a reference.
    private var held: [UInt8] = []
    /// Whether references are looked at; nil until the first character tells.
    private var readsReferences: Bool?

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
        guard let base = bytes.baseAddress else { return }
        if readsReferences == nil, let first = bytes.first(where: { !$0.isASCIIWhitespace }) {
            readsReferences = first != 0x7b
        }
        let ampersand: UInt8 = readsReferences ?? true ? 0x26 : 0
        let bracket: UInt8 = readsReferences ?? true ? 0x3c : 0
        let raw = UnsafeRawPointer(base)
        var clean = 0
        var index = 0
        func flush(_ output: inout ByteArena) {
            if index > clean { output.append(UnsafeBufferPointer(rebasing: bytes[clean..<index])) }
        }
        while index < bytes.count {
            if index + 8 <= bytes.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if word.holdsPlainASCIIOnly, !word.holdsAmpersand,
                    !word.holdsBracket || bracket == 0 || Self.bracketsBeginMarkup(bytes, from: index)
                {
                    index += 8
                    continue
                }
            }
            let byte = bytes[index]
            if byte == ampersand, byte != 0 {
                flush(&output)
                switch CharacterReference.read(bytes, at: index) {
                case .scalar(let scalar, let end):
                    append(scalar, to: &output)
                    index = end
                case .unfinished where !isAtEnd:
                    held = Array(bytes[index...])
                    return
                case .none, .unfinished:
                    output.append(StandIn.mark)
                    output.append(StandIn.bareAmpersand)
                    index += 1
                }
                clean = index
            } else if byte == bracket, byte != 0, index + 1 == bytes.count, !isAtEnd {
                flush(&output)
                held = [byte]
                return
            } else if byte == bracket, byte != 0, index + 1 == bytes.count || !Self.beginsMarkup(bytes[index + 1]) {
                // The parser gives up at a bracket that opens nothing.
                flush(&output)
                output.append(StandIn.mark)
                output.append(StandIn.bareBracket)
                index += 1
                clean = index
            } else if byte < 0x80 {
                if byte < 0x20 && byte != 0x0a && byte != 0x09 || byte == StandIn.mark {
                    if byte == 0x0d, index + 1 == bytes.count, !isAtEnd {
                        flush(&output)
                        held = [byte]
                        return
                    }
                    flush(&output)
                    let endsLine = byte == 0x0d
                    if endsLine, index + 1 < bytes.count, bytes[index + 1] == 0x0a { index += 1 }
                    output.append(endsLine ? 0x0a : 0x20)
                    clean = index + 1
                }
                index += 1
            } else {
                switch UTF8Sequence(bytes, at: index) {
                case .valid(let length):
                    index += length
                case .unfinished where !isAtEnd:
                    flush(&output)
                    held = Array(bytes[index...])
                    return
                case .broken, .unfinished:
                    flush(&output)
                    output.append(Windows1252.scalar(byte))
                    index += 1
                    clean = index
                }
            }
        }
        flush(&output)
    }

    /// Whether each `<` of the eight bytes from `start` on is followed by what may follow one.
    private static func bracketsBeginMarkup(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        for index in start..<(start + 8) where bytes[index] == 0x3c {
            guard index + 1 < bytes.count, beginsMarkup(bytes[index + 1]) else { return false }
        }
        return true
    }

    /// Whether a tag, a comment, a section, a declaration or an instruction can go on with `byte` behind its `<`.
    private static func beginsMarkup(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == 0x2f || byte == 0x21 || byte == 0x3f || byte == 0x5f || byte == 0x3a
            || byte >= 0x80
    }

    private func append(_ scalar: Unicode.Scalar, to output: inout ByteArena) {
        if let letter = StandIn.letter(for: scalar) {
            output.append(StandIn.mark)
            output.append(letter)
        } else if scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || scalar.value == UInt32(StandIn.mark) {
            output.append(0x20)
        } else {
            output.append(scalar)
        }
    }
}

/// What stands at a place in bytes that should be UTF-8, as Unicode's table of well-formed sequences has it. Above ASCII
/// only.
private enum UTF8Sequence {
    case valid(length: Int)
    case broken
    case unfinished

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
        self = .valid(length: length)
    }
}

extension UInt64 {
    /// Whether one of the eight bytes is an ampersand.
    fileprivate var holdsAmpersand: Bool {
        let flipped = self ^ 0x2626_2626_2626_2626
        return (flipped &- 0x0101_0101_0101_0101) & ~flipped & 0x8080_8080_8080_8080 != 0
    }

    /// Whether one of the eight bytes is `<`.
    fileprivate var holdsBracket: Bool {
        let flipped = self ^ 0x3c3c_3c3c_3c3c_3c3c
        return (flipped &- 0x0101_0101_0101_0101) & ~flipped & 0x8080_8080_8080_8080 != 0
    }
}
