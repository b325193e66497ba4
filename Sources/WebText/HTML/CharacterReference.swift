import CByteScan

/// A character reference such as `&eacute;`, `&#233;` or `&#xe9;`.
package enum CharacterReference {
    /// The scalar of a reference, a second one for a few names of HTML, and the index after the reference.
    package typealias Meaning = (first: Unicode.Scalar, second: Unicode.Scalar?, end: Int)

    /// The maximum length of a reference, including `&` and `;`.
    private static let maximumLength = 34

    /// Returns the meaning of the reference at `index`, which ends in a semicolon, or `nil` if there is none.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Meaning? {
        // Escaped markup consists of these.
        if index + 3 < bytes.count, bytes[index + 2] == 0x74, bytes[index + 3] == 0x3b {
            if bytes[index + 1] == 0x6c { return ("<", nil, index + 4) }
            if bytes[index + 1] == 0x67 { return (">", nil, index + 4) }
        }
        var cursor = index + 1
        let limit = min(bytes.count, index + maximumLength)
        if cursor < limit, bytes[cursor] == 0x23 { return readNumber(bytes, from: cursor + 1, limit) }
        while cursor < limit, bytes[cursor].isASCIILetter || bytes[cursor].isASCIIDigit { cursor += 1 }
        guard cursor < limit, bytes[cursor] == 0x3b, cursor > index + 1 else { return nil }
        let name = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<cursor])
        if let scalar = frequentScalar(named: name) { return (scalar, nil, cursor + 1) }
        guard let meaning = HTMLReferenceNames.meanings[String(decoding: name, as: UTF8.self)] else { return nil }
        return (meaning.first, meaning.second, cursor + 1)
    }

    /// The places at which a reference may end.
    package enum Ending {
        /// At a semicolon.
        case semicolon
        /// The oldest names also at the end of a word that is not an attribute of a query: `&copy 2026`.
        case wordEnd
        /// The oldest names anywhere, as in the text of a page: `&nbspand`.
        case anyLetter
    }

    /// Returns `text` on one line, with its references resolved.
    package static func resolvedLine(of text: UnsafeBufferPointer<UInt8>, endingAt ending: Ending) -> String {
        guard text.contains(0x26) else { return TextSanitizer.line(text) }
        var resolved: [UInt8] = []
        resolve(in: text, endingAt: ending) { resolved.append(contentsOf: $0) }
        return resolved.withUnsafeBufferPointer { TextSanitizer.line($0) }
    }

    /// Passes `text` to `emit` in pieces, with its references resolved.
    package static func resolve(
        in text: UnsafeBufferPointer<UInt8>, endingAt ending: Ending, _ emit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard let bytes = text.baseAddress else { return }
        var start = 0
        var index = 0
        while true {
            index = scan_byte(bytes, index, text.count, 0x26)
            guard index < text.count else { break }
            guard let meaning = meaning(in: text, at: index, endingAt: ending) else {
                index += 1
                continue
            }
            if start < index { emit(UnsafeBufferPointer(rebasing: text[start..<index])) }
            pass(meaning.first, meaning.second, to: emit)
            index = meaning.end
            start = index
        }
        if start < text.count { emit(UnsafeBufferPointer(rebasing: text[start...])) }
    }

    /// Passes the UTF-8 of one scalar or two to `emit`, in one piece.
    private static func pass(
        _ first: Unicode.Scalar, _ second: Unicode.Scalar?, to emit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var (word, count) = first.encoded
        if let second {
            let (next, length) = second.encoded
            word |= next << (8 * count)
            count += length
        }
        withUnsafeBytes(of: word.littleEndian) { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { emit(UnsafeBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// Returns the meaning of the reference at `index`, or `nil` if there is none.
    package static func meaning(
        in text: UnsafeBufferPointer<UInt8>, at index: Int, endingAt ending: Ending
    ) -> Meaning? {
        read(text, at: index) ?? readWithoutSemicolon(text, at: index, ending)
    }

    private static func readWithoutSemicolon(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ ending: Ending
    ) -> Meaning? {
        guard ending != .semicolon else { return nil }
        var end = index + 1
        while end < bytes.count, end - index <= 8, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
        while end > index + 2 {
            let behind: UInt8 = end < bytes.count ? bytes[end] : 0x20
            let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            if ending == .anyLetter || !(behind.isASCIILetter || behind == 0x3d),
                let meaning = HTMLReferenceNames.meanings[name], meaning.needsNoSemicolon
            {
                return (meaning.first, nil, end)
            }
            end -= 1
        }
        return nil
    }

    private static func readNumber(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ limit: Int) -> Meaning? {
        var cursor = start
        let isHexadecimal = cursor < limit && bytes[cursor] | 0x20 == 0x78
        if isHexadecimal { cursor += 1 }
        let first = cursor
        var value: UInt32 = 0
        while cursor < limit {
            let byte = bytes[cursor]
            guard let digit = byte.hexadecimalDigit, isHexadecimal || digit < 10 else {
                guard byte == 0x3b, cursor > first else { return nil }
                return (Windows1252.scalar(forReference: value), nil, cursor + 1)
            }
            value = min(value, 0x0100_0000) * (isHexadecimal ? 16 : 10) + UInt32(digit)
            cursor += 1
        }
        return nil
    }

    /// Returns the scalar of the references that occur in escaped HTML, without a search.
    private static func frequentScalar(named name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        switch (name.count, name[0]) {
        case (2, 0x6c) where name[1] == 0x74: "<"
        case (2, 0x67) where name[1] == 0x74: ">"
        case (3, 0x61) where name[1] == 0x6d && name[2] == 0x70: "&"
        case (4, 0x71) where name[1] == 0x75 && name[2] == 0x6f && name[3] == 0x74: "\""
        case (4, 0x6e) where name[1] == 0x62 && name[2] == 0x73 && name[3] == 0x70: "\u{a0}"
        case (5, _) where name[2] == 0x61 && name[3] == 0x73 && name[4] == 0x68: dash(name)
        case (5, _) where name[2] == 0x71 && name[3] == 0x75 && name[4] == 0x6f: quotation(name)
        case (6, 0x68)
        where name[1] == 0x65 && name[2] == 0x6c && name[3] == 0x6c && name[4] == 0x69 && name[5] == 0x70:
            "…"
        default: nil
        }
    }

    /// Returns the scalar of `ndash` or `mdash`, or `nil` for another name that ends like these.
    private static func dash(_ name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        guard name[1] == 0x64 else { return nil }
        return name[0] == 0x6e ? "–" : name[0] == 0x6d ? "—" : nil
    }

    /// Returns the scalar of `lsquo`, `rsquo`, `ldquo` or `rdquo`, or `nil` for another name that ends like these.
    private static func quotation(_ name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        switch (name[0], name[1]) {
        case (0x6c, 0x73): "‘"
        case (0x72, 0x73): "’"
        case (0x6c, 0x64): "“"
        case (0x72, 0x64): "”"
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// The scalar in UTF-8: up to four bytes, the first in the lowest byte, and their number.
    var encoded: (word: UInt64, count: Int) {
        let value = UInt64(value)
        func tail(_ shift: UInt64) -> UInt64 { 0x80 | value >> shift & 0x3f }
        return switch value {
        case ..<0x80: (value, 1)
        case ..<0x800: (0xc0 | value >> 6 | tail(0) << 8, 2)
        case ..<0x1_0000: (0xe0 | value >> 12 | tail(6) << 8 | tail(0) << 16, 3)
        default: (0xf0 | value >> 18 | tail(12) << 8 | tail(6) << 16 | tail(0) << 24, 4)
        }
    }
}
