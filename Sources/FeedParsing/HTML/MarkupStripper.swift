import CLibXML2
import WebText

/// Turns titles and other short texts that may hold markup into plain text. For the body of an item see
/// ``HTMLRenderer``.
enum MarkupStripper {
    /// Returns `text` on one line like ``line(_:)``. If that is empty, returns the alternative text of its images, or
    /// `nil` if there is none.
    static func words(_ text: String) -> String? {
        let line = line(text)
        return line.isEmpty ? ImageDescriptions.read(text) : line
    }

    /// Returns `text` on one line, without tags and with references resolved.
    ///
    /// Formats do not say if a title is text or markup. Most readers treat it as markup, but many authors mean a tag
    /// literally. So only HTML tags are removed, and a tag without attributes that needs an end tag only if it has
    /// one: `<b>Rain</b> in Spa` loses its tags, while `Array<T>`, `a < b` and `How the <b> tag works` stay.
    static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3c }) else { return TextSanitizer.line(text) }
        var text = text
        let stripped = text.withUTF8 { strip($0) }
        return stripped.withUnsafeBufferPointer { TextSanitizer.line($0) }
    }

    /// Returns on one line a title that its format declares as plain text. Tags stay. References are resolved anyway:
    /// `Spa&#8217;s rain` was escaped once too often.
    static func plainLine(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return TextSanitizer.line(text) }
        var text = text
        let resolved = text.withUTF8 { strip($0, isPlain: true) }
        return resolved.withUnsafeBufferPointer { TextSanitizer.line($0) }
    }

    /// - Parameter isPlain: True to keep tags, and ampersands of references without a semicolon.
    private static func strip(_ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var ends: [String: Int] = [:]
        var index = 0
        while index < bytes.count {
            if !isPlain, bytes[index] == 0x3c, let tag = tag(in: bytes, at: index, &ends) {
                if tag.breaksLine { output.append(0x20) }
                index = tag.end
            } else if bytes[index] == 0x26,
                let reference = CharacterReference.read(bytes, at: index).meaning
                    ?? (isPlain
                        ? nil : CharacterReference.readWithoutSemicolon(bytes, at: index, isSplitting: false).meaning)
            {
                for scalar in [reference.first, reference.second].compactMap(\.self) {
                    output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
                index = reference.end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// Returns the tag or comment that begins at `index`, or `nil` if it is text.
    ///
    /// - Parameter ends: A cache of the last end tags by name; -1 if there is none.
    private static func tag(
        in bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ ends: inout [String: Int]
    ) -> (end: Int, breaksLine: Bool)? {
        var cursor = index + 1
        guard cursor < bytes.count else { return nil }
        if bytes[cursor] == 0x21 {
            guard let close = bytes[cursor...].firstIndex(of: 0x3e) else { return nil }
            return (close + 1, false)
        }
        let isEnd = bytes[cursor] == 0x2f
        if isEnd { cursor += 1 }
        let start = cursor
        while cursor < bytes.count, cursor - start < 16, bytes[cursor].isASCIILetter || bytes[cursor].isASCIIDigit {
            cursor += 1
        }
        guard cursor > start, cursor < bytes.count, let close = bytes[cursor...].firstIndex(of: 0x3e),
            bytes[cursor].isASCIIWhitespace || bytes[cursor] == 0x2f || bytes[cursor] == 0x3e
        else { return nil }
        let name = String(decoding: bytes[start..<cursor], as: UTF8.self).lowercased()
        guard let known = htmlTagLookup(name), !blockElements.contains(name) else { return nil }
        // A single upper-case letter (`<P>`) is likely a type or a placeholder, even if HTML has that tag.
        let isLikelyText = name.utf8.count == 1 && bytes[start] < 0x61
        let hasOptionalEndTag = known.pointee.empty != 0 || optionalEndTags.contains(name)
        if !isEnd, isLikelyText || bytes[cursor] == 0x3e && !hasOptionalEndTag {
            let end = ends[name] ?? lastEnd(of: name, in: bytes)
            ends[name] = end
            guard end > index else { return nil }
        }
        return (close + 1, ["br", "p", "div", "li", "tr", "td"].contains(name))
    }

    /// Elements that do not occur in a line of text; an author who writes them there means the word.
    private static let blockElements: Set<String> = [
        "script", "style", "noscript", "iframe", "object", "embed", "applet", "form", "input", "button", "select",
        "option",
        "textarea", "html", "head", "body", "title", "meta", "link", "base", "frame", "frameset",
    ]

    /// Elements with an optional end tag (HTML Standard §13.1.2.4).
    private static let optionalEndTags: Set<String> = [
        "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "html", "head", "body",
    ]

    private static func lastEnd(of name: String, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let mark = Array("</\(name)".utf8)
        guard bytes.count >= mark.count else { return -1 }
        return (0...(bytes.count - mark.count))
            .last { start in
                bytes[start] == 0x3c && mark.indices.allSatisfy { bytes[start + $0].lowercasedASCII == mark[$0] }
            } ?? -1
    }
}
