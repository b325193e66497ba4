import CLibXML2
import WebText

/// A character reference such as `&eacute;`, `&#233;` or `&#xe9;`.
enum CharacterReference {
    /// The result of reading at an ampersand.
    enum Parsed {
        /// A reference to one scalar, ending before `end`.
        case scalar(Unicode.Scalar, end: Int)
        /// A reference to two scalars, as for a few HTML names.
        case pair(Unicode.Scalar, Unicode.Scalar, end: Int)
        /// Not a reference: an unescaped ampersand or an unknown name.
        case none
        /// The bytes end too early to decide.
        case unfinished

        /// The scalars and the end of the reference, or `nil` if there is none.
        var meaning: (first: Unicode.Scalar, second: Unicode.Scalar?, end: Int)? {
            switch self {
            case .scalar(let scalar, let end): (scalar, nil, end)
            case .pair(let first, let second, let end): (first, second, end)
            case .none, .unfinished: nil
            }
        }
    }

    /// The maximum length of a reference, including `&` and `;`.
    static let maximumLength = 34

    /// Reads the reference at the ampersand at `index`.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Parsed {
        var cursor = index + 1
        let limit = min(bytes.count, index + maximumLength)
        if cursor < limit, bytes[cursor] == 0x23 { return readNumber(bytes, from: cursor + 1, limit) }
        while cursor < limit, bytes[cursor].isASCIILetter || bytes[cursor].isASCIIDigit { cursor += 1 }
        guard cursor < limit else { return limit == bytes.count && limit < index + maximumLength ? .unfinished : .none }
        guard bytes[cursor] == 0x3b, cursor > index + 1 else { return .none }
        let name = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<cursor])
        if let scalar = Self.scalar(named: name) { return .scalar(scalar, end: cursor + 1) }
        guard let meaning = HTMLReferenceNames.meanings[String(decoding: name, as: UTF8.self)] else { return .none }
        return meaning.second.map { .pair(meaning.first, $0, end: cursor + 1) }
            ?? .scalar(meaning.first, end: cursor + 1)
    }

    /// Reads a reference without a semicolon, which HTML allows for the oldest names: `&copy 2026`.
    ///
    /// - Parameter isSplitting: True if the name may be followed directly by letters, as in the text of a page
    ///   (`&nbspand`).
    static func readWithoutSemicolon(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, isSplitting: Bool) -> Parsed {
        var end = index + 1
        while end < bytes.count, end - index <= 8, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
        while end > index + 2 {
            let behind: UInt8 = end < bytes.count ? bytes[end] : 0x20
            let name = Substring(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
            if isSplitting || !(behind.isASCIILetter || behind == 0x3d),
                HTMLReferenceNames.withoutSemicolon.contains(name)
            {
                let meaning = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<end])
                // The names in capitals (`&AMP`) mean the same as the others.
                return (scalar(named: meaning) ?? HTMLReferenceNames.meanings[String(name)]?.first)
                    .map { .scalar($0, end: end) } ?? .none
            }
            end -= 1
        }
        return .none
    }

    private static func readNumber(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ limit: Int) -> Parsed {
        var cursor = start
        let isHexadecimal = cursor < limit && bytes[cursor] | 0x20 == 0x78
        if isHexadecimal { cursor += 1 }
        let first = cursor
        var value: UInt32 = 0
        while cursor < limit {
            let byte = bytes[cursor]
            let digit: UInt32
            switch byte {
            case 0x30...0x39: digit = UInt32(byte - 0x30)
            case 0x41...0x46 where isHexadecimal: digit = UInt32(byte - 0x37)
            case 0x61...0x66 where isHexadecimal: digit = UInt32(byte - 0x57)
            default:
                guard byte == 0x3b, cursor > first else { return .none }
                return .scalar(Windows1252.scalar(forReference: value), end: cursor + 1)
            }
            value = min(value, 0x0100_0000) * (isHexadecimal ? 16 : 10) + digit
            cursor += 1
        }
        return limit == bytes.count ? .unfinished : .none
    }

    private static func scalar(named name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        // A fast path for the references that occur in escaped HTML.
        switch (name.count, name[0]) {
        case (2, 0x6c) where name[1] == 0x74: return "<"
        case (2, 0x67) where name[1] == 0x74: return ">"
        case (3, 0x61) where name[1] == 0x6d && name[2] == 0x70: return "&"
        case (4, 0x71) where name[1] == 0x75 && name[2] == 0x6f && name[3] == 0x74: return "\""
        default: return named[String(decoding: name, as: UTF8.self)]
        }
    }

    /// The names of HTML 4 from libxml2's table, and one that it lacks.
    private static let named: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = ["apos": "'"]
        for value in UInt32(0x22)...0x2666 {
            guard let entry = htmlEntityValueLookup(value), let name = entry.pointee.name else { continue }
            names[String(cString: name)] = Unicode.Scalar(value)
        }
        return names
    }()
}

/// Replacements inside tags for characters with a meaning in XML: a byte that cannot occur in the document, and a
/// letter. ``MarkupSplitter`` inserts them; they are resolved in the parser's output.
enum Placeholder {
    /// The first byte of a stand-in: DEL, which ``DocumentCleaner`` always removes.
    static let mark: UInt8 = 0x7f

    /// Appends a character of an attribute value, as a stand-in if the parser must not see it.
    static func append(_ scalar: Unicode.Scalar, to output: inout ByteArena) {
        let letter: UInt8? =
            switch scalar {
            case "<": 0x6c
            case ">": 0x67
            case "&": 0x61
            case "\"": 0x71
            case "'": 0x73
            default: nil
            }
        guard let letter else { return output.append(scalar) }
        output.append(mark)
        output.append(letter)
    }

    /// Appends `bytes` to `output`, with stand-ins replaced by their characters.
    static func resolve(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout ByteArena) {
        guard let base = bytes.baseAddress else { return }
        var index = 0
        while let found = memchr(base + index, Int32(mark), bytes.count - index) {
            let at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            output.append(bytes, index..<at)
            if at + 1 < bytes.count { output.append(character(of: bytes[at + 1])) }
            index = min(at + 2, bytes.count)
        }
        output.append(bytes, index..<bytes.count)
    }

    private static func character(of letter: UInt8) -> UInt8 {
        switch letter {
        case 0x6c: 0x3c
        case 0x67: 0x3e
        case 0x71: 0x22
        case 0x73: 0x27
        default: 0x26
        }
    }
}

/// The characters of bytes 0x80 to 0x9f in text that is declared as Latin-1 or Unicode.
enum Windows1252 {
    private static let upper: [UInt16] = [
        0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,
        0x017d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153,
        0x9d,
        0x017e, 0x0178,
    ]

    /// Returns the scalar of a byte from 0x80 on.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        let value = (0x80...0x9f).contains(byte) ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte)
        return Unicode.Scalar(value) ?? "\u{fffd}"
    }

    /// Returns the scalar of a numeric reference; as in HTML, 0x80 to 0x9f mean Windows-1252.
    static func scalar(forReference value: UInt32) -> Unicode.Scalar {
        if (0x80...0x9f).contains(value) { return scalar(UInt8(value)) }
        return value == 0 ? "\u{fffd}" : Unicode.Scalar(value) ?? "\u{fffd}"
    }
}
