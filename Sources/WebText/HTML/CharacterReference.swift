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
        if index + 3 < bytes.count, bytes[index + 2] == UInt8(ascii: "t"), bytes[index + 3] == .semicolon {
            if bytes[index + 1] == UInt8(ascii: "l") { return ("<", nil, index + 4) }
            if bytes[index + 1] == UInt8(ascii: "g") { return (">", nil, index + 4) }
        }
        var cursor = index + 1
        let limit = min(bytes.count, index + maximumLength)
        if cursor < limit, bytes[cursor] == .numberSign { return readNumber(bytes, from: cursor + 1, .semicolon) }
        while cursor < limit, bytes[cursor].isASCIILetter || bytes[cursor].isASCIIDigit { cursor += 1 }
        guard cursor < limit, bytes[cursor] == .semicolon, cursor > index + 1 else { return nil }
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
        guard text.contains(.ampersand) else { return TextSanitizer.line(text) }
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
            index = scan_byte(bytes, index, text.count, .ampersand)
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
        if end < bytes.count, bytes[end] == .numberSign { return readNumber(bytes, from: end + 1, ending) }
        while end < bytes.count, end - index <= 8, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
        while end > index + 2 {
            let behind = end < bytes.count ? bytes[end] : .space
            let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            if ending == .anyLetter || !(behind.isASCIILetter || behind == .equalsSign),
                let meaning = HTMLReferenceNames.meanings[name], meaning.needsNoSemicolon
            {
                return (meaning.first, nil, end)
            }
            end -= 1
        }
        return nil
    }

    /// Returns the meaning of the number at `start`. In HTML, it may also end before anything but a digit, or with the text.
    private static func readNumber(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ ending: Ending
    ) -> Meaning? {
        let isHexadecimal = start < bytes.count && bytes[start].lowercasedASCII == UInt8(ascii: "x")
        let first = isHexadecimal ? start + 1 : start
        var cursor = first
        var value: UInt32 = 0
        while cursor < bytes.count, let digit = bytes[cursor].hexadecimalValue, isHexadecimal || digit < 10 {
            guard cursor - start < maximumLength - "&#;".utf8.count else { return nil }
            value = min(value, 0x0100_0000) * (isHexadecimal ? 16 : 10) + UInt32(digit)
            cursor += 1
        }
        let hasSemicolon = cursor < bytes.count && bytes[cursor] == .semicolon
        guard cursor > first, hasSemicolon || ending != .semicolon else { return nil }
        return (Windows1252.scalar(forReference: value), nil, hasSemicolon ? cursor + 1 : cursor)
    }

    /// Returns the scalar of the references that occur in escaped HTML, without a search.
    private static func frequentScalar(named name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        switch name.count {
        case 2: name.isEqual(to: "lt") ? "<" : name.isEqual(to: "gt") ? ">" : nil
        case 3: name.isEqual(to: "amp") ? "&" : nil
        case 4: name.isEqual(to: "nbsp") ? "\u{a0}" : name.isEqual(to: "quot") ? "\"" : nil
        case 5: frequentMark(named: name)
        case 6: name.isEqual(to: "hellip") ? "…" : nil
        default: nil
        }
    }

    /// Returns the scalar of the dashes and quotation marks.
    private static func frequentMark(named name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        if name.isEqual(to: "rsquo") { return "’" }
        if name.isEqual(to: "ldquo") { return "“" }
        if name.isEqual(to: "rdquo") { return "”" }
        if name.isEqual(to: "ndash") { return "–" }
        if name.isEqual(to: "mdash") { return "—" }
        return name.isEqual(to: "lsquo") ? "‘" : nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if the bytes are `text`.
    fileprivate func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
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
