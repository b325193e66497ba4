import CByteScan
import CLibXML2
import WebText

/// Turns titles and other short texts that may hold markup into plain text. For the body of an item see
/// ``HTMLRenderer``.
enum MarkupStripper {
    /// Returns `text` on one line like ``line(_:)``. If that is empty, returns the alternative text of its images, or
    /// `nil` if there is none.
    static func text(_ text: String) -> String? {
        let line = line(text)
        return line.isEmpty ? ImageDescriptions.read(text) : line
    }

    /// Returns `text` on one line, without tags and with references resolved.
    ///
    /// Formats do not say if a title is text or markup. Most readers treat it as markup, but many authors mean a tag
    /// literally. So only HTML tags are removed, and a tag without attributes that needs an end tag only if it has
    /// one: `<b>Rain</b> in Spa` loses its tags, while `Array<T>`, `a < b` and `How the <b> tag works` stay.
    static func line(_ text: String) -> String {
        var text = text
        let stripped: [UInt8]? = text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, scan_text_of_markup(start, 0, bytes.count) < bytes.count else {
                return nil
            }
            return strip(bytes)
        }
        return stripped?.withUnsafeBufferPointer { TextSanitizer.line($0) } ?? TextSanitizer.line(text)
    }

    /// Returns on one line a title that its format declares as plain text. Tags stay. References are resolved anyway:
    /// `Spa&#8217;s rain` was escaped once too often.
    static func plainLine(_ text: String) -> String {
        guard text.utf8.contains(.ampersand) else { return TextSanitizer.line(text) }
        var text = text
        return text.withUTF8 { CharacterReference.resolvedLine(of: $0, endingAt: .semicolon) }
    }

    private static func strip(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        let append = { (text: UnsafeBufferPointer<UInt8>) in output.append(contentsOf: text) }
        var tokenizer = HTMLTokenizer(bytes)
        var ends: [String: Int] = [:]
        var literalTags = 0
        while literalTags < maximumLiteralTags, let token = tokenizer.next() {
            switch token {
            case .text(let range):
                CharacterReference.resolve(in: UnsafeBufferPointer(rebasing: bytes[range]), endingAt: .wordEnd, append)
            case .start(let range), .end(let range):
                let name = tokenizer.name(range)
                if bytes[tokenizer.index - 1] == .greaterThan, isMarkup(token, name, in: bytes, &ends) {
                    if ["br", "p", "div", "li", "tr", "td"].contains(name) { output.append(.space) }
                } else {
                    output.append(.lessThan)
                    tokenizer.rewind(to: tokenizer.start + 1)
                    literalTags += 1
                }
            }
        }
        CharacterReference.resolve(
            in: UnsafeBufferPointer(rebasing: bytes[tokenizer.index...]), endingAt: .wordEnd, append)
        return output
    }

    /// The maximum number of tags in a text that are meant literally; behind the last one, all are. Bounds the cost,
    /// since every literal tag is read again as text.
    private static let maximumLiteralTags = 100

    /// Returns true if a tag is markup, false if its author means it literally.
    ///
    /// - Parameter ends: A cache of the last end tags by name; -1 if there is none.
    private static func isMarkup(
        _ token: HTMLTokenizer.Token, _ name: String, in bytes: UnsafeBufferPointer<UInt8>, _ ends: inout [String: Int]
    ) -> Bool {
        guard let known = htmlTagLookup(name), !blockElements.contains(name) else { return false }
        guard case .start(let range) = token else { return true }
        // A single upper-case letter (`<P>`) is likely a type or a placeholder, even if HTML has that tag.
        let isLikelyText = range.count == 1 && bytes[range.lowerBound] < UInt8(ascii: "a")
        let hasOptionalEndTag = known.pointee.empty != 0 || optionalEndTags.contains(name)
        let isBare = range.upperBound < bytes.count && bytes[range.upperBound] == .greaterThan
        guard isLikelyText || isBare && !hasOptionalEndTag else { return true }
        let end = ends[name] ?? lastEnd(of: name, in: bytes)
        ends[name] = end
        return end > range.lowerBound
    }

    /// Elements that do not occur in a line of text; an author who writes them there means the word.
    private static let blockElements: Set<String> = [
        "script", "style", "noscript", "iframe", "object", "embed", "applet", "form", "input", "button", "select",
        "option", "textarea", "html", "head", "body", "title", "meta", "link", "base", "frame", "frameset",
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
                bytes[start] == .lessThan && mark.indices.allSatisfy { bytes[start + $0].lowercasedASCII == mark[$0] }
            } ?? -1
    }
}
