import CLibXML2

/// Turns titles and other short texts that may hold markup into plain text: tags go, character references become
/// characters. For the body of a ticket there is ``HTMLRenderer``; this is for a line.
enum MarkupStripper {
    /// `text` on one line, without tags and references. Only what looks like a tag that HTML knows is one, so that
    /// `Array<T>` and `a < b` stay what they are.
    static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3c }) else { return TextSanitizer.line(text) }
        var text = text
        let stripped = text.withUTF8 { strip($0) }
        return stripped.withUnsafeBufferPointer { TextSanitizer.line($0) }
    }

    private static func strip(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x3c, let tag = tag(in: bytes, at: index) {
                if tag.breaksLine { output.append(0x20) }
                index = tag.end
            } else if bytes[index] == 0x26,
                case .scalar(let scalar, let end) = CharacterReference.read(bytes, at: index)
            {
                output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                index = end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// The tag or comment that begins at `index`; nil where it is text.
    private static func tag(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (end: Int, breaksLine: Bool)? {
        var cursor = index + 1
        guard cursor < bytes.count else { return nil }
        if bytes[cursor] == 0x21 {
            guard let close = bytes[cursor...].firstIndex(of: 0x3e) else { return nil }
            return (close + 1, false)
        }
        if bytes[cursor] == 0x2f { cursor += 1 }
        let start = cursor
        while cursor < bytes.count, cursor - start < 16, bytes[cursor].isASCIILetter || bytes[cursor].isASCIIDigit {
            cursor += 1
        }
        guard cursor > start, cursor < bytes.count, let close = bytes[cursor...].firstIndex(of: 0x3e),
            bytes[cursor].isASCIIWhitespace || bytes[cursor] == 0x2f || bytes[cursor] == 0x3e
        else { return nil }
        // Upper case alone (`<T>`) is somebody's type or placeholder, even where HTML has a tag of that letter.
        let name = String(decoding: bytes[start..<cursor], as: UTF8.self)
        guard name.count > 1 || bytes[start] >= 0x61, htmlTagLookup(name.lowercased()) != nil else { return nil }
        return (close + 1, ["br", "p", "div", "li", "tr", "td"].contains(name.lowercased()))
    }
}
