public import EngineConcepts
import WebText

extension FeedDocument {
    /// Returns the document as one line of JSON: keys in a fixed order, missing values as null, times in RFC 3339 in
    /// UTC to the second, addresses in markup made absolute if a base is known. `rendersText` fills `text` with the
    /// item's text without markup; otherwise `text` is null, which saves most of the time.
    public func jsonLine(rendersText: Bool) -> String {
        var bytes: [UInt8] = []
        writeJSON(rendersText: rendersText) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the output of ``jsonLine(rendersText:)`` in pieces of UTF-8.
    public func writeJSON<Failure>(
        rendersText: Bool, _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var json = JSONLine()
        try json.object { json throws(Failure) in
            json.member("format", format.rawValue)
            json.member("title", title)
            json.member("link", link)
            json.member("description", description)
            json.member("language", language)
            json.member("next", next)
            // In Atom the language is inherited through elements, and an entry may declare that it has none.
            let inherited = format == .atom1 || format == .atom03 ? nil : language
            try json.array("items", items) { json, item throws(Failure) in
                Self.write(item, language: item.language ?? inherited, into: &json, rendersText: rendersText)
                if json.bytes.count >= 1 << 16 {
                    try write(json.bytes)
                    json.begin()
                }
            }
        }
        try write(json.bytes)
    }

    private static func write(
        _ item: FeedItem, language: String?, into json: inout JSONLine, rendersText: Bool
    ) {
        json.object { json in
            json.member("id", item.id)
            json.member("title", item.title)
            json.member("link", item.link)
            let names = item.authors.compactMap(\.shownName)
            json.member("author", names.isEmpty ? nil : names.joined(separator: ", "))
            json.member("published", item.published?.rfc3339)
            json.member("updated", item.updated?.rfc3339)
            json.member("summary", item.summary?.source(base: item.base))
            json.member("content", item.content?.source(base: item.base))
            let text = rendersText ? (item.content ?? item.summary)?.rendered(base: item.base).plainText : nil
            json.member("text", text)
            json.array("categories", item.categories) { $0.string($1) }
            json.array("enclosures", item.enclosures) { json, file in
                json.object { json in
                    json.member("url", file.url)
                    json.member("type", file.type)
                    json.member("length", file.byteCount)
                }
            }
            json.member("language", language)
        }
    }
}

extension FeedText {
    /// Returns the original text with its addresses resolved against `base`.
    fileprivate func source(base: String?) -> String {
        switch self {
        case .plain(let text): text
        case .html(let markup): RelativeLinks.resolved(in: markup, base: base)
        }
    }

    /// Returns the text with its styles, without its markup.
    public func rendered(base: String?) -> StyledText {
        switch self {
        case .plain(let text): PlainText.styled(text, marksEntities: true)
        case .html(let markup): HTMLRenderer.render(markup, base: base)
        }
    }
}

/// Writes JSON on one line, with keys in the given order.
package struct JSONLine {
    /// The output in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private let escapesDelete: Bool

    /// The output.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Ends the line; another one can follow.
    package mutating func endLine() {
        bytes.append(0x0a)
        needsComma = false
    }

    /// Removes what was written after `count` bytes, which must be whole lines.
    package mutating func removeLine(from count: Int) {
        bytes.removeSubrange(count...)
        needsComma = false
    }

    /// Creates an empty line with room for `capacity` bytes.
    ///
    /// - Parameter escapesDelete: True to escape U+007F, which JSON allows and terminals interpret.
    package init(escapesDelete: Bool = true, capacity: Int = 0) {
        self.escapesDelete = escapesDelete
        bytes.reserveCapacity(capacity)
    }

    /// Clears the output but keeps its memory.
    package mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes an object whose members `body` writes.
    package mutating func object<Failure>(_ body: (inout JSONLine) throws(Failure) -> Void) throws(Failure) {
        open(0x7b)
        try body(&self)
        close(0x7d)
    }

    /// Writes a string member, or null.
    package mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a number member, or null.
    package mutating func member(_ name: String, _ value: Int64?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// Writes a number.
    package mutating func number(_ value: Int64) {
        literal(String(value))
    }

    /// Writes JSON as it is, such as `true`.
    package mutating func literal(_ json: String) {
        separate()
        var json = json
        json.withUTF8 { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    /// Writes JSON in UTF-8 as it is.
    package mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes null.
    package mutating func null() {
        literal("null")
    }

    /// Writes true or false.
    package mutating func bool(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    /// Writes an object member whose members `body` writes.
    package mutating func member(_ name: String, _ body: (inout JSONLine) -> Void) {
        key(name)
        object(body)
    }

    /// Writes an array member whose elements `body` writes.
    package mutating func array<Element, Failure>(
        _ name: String, _ elements: [Element], _ body: (inout JSONLine, Element) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try array(elements, body)
    }

    /// Writes an array whose elements `body` writes.
    package mutating func array<Element, Failure>(
        _ elements: [Element], _ body: (inout JSONLine, Element) throws(Failure) -> Void
    ) throws(Failure) {
        open(0x5b)
        for element in elements { try body(&self, element) }
        close(0x5d)
    }

    /// Writes a string.
    package mutating func string(_ value: String) {
        separate()
        bytes.append(0x22)
        var value = value
        value.withUTF8 { escape($0) }
        bytes.append(0x22)
        needsComma = true
    }

    /// Writes a string of UTF-8.
    package mutating func string(_ text: [UInt8]) {
        separate()
        bytes.append(0x22)
        text.withUnsafeBufferPointer { escape($0) }
        bytes.append(0x22)
        needsComma = true
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var clean = 0
        while true {
            let index = text.endOfRun(from: clean) {
                $0.control.union($0.equal(to: 0x22)).union($0.equal(to: 0x5c))
            } stops: {
                $0 < 0x20 || $0 == 0x22 || $0 == 0x5c || $0 == 0x7f
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[clean..<index]))
            guard index < text.count else { return }
            escape(text[index])
            clean = index + 1
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: bytes.append(contentsOf: #"\""#.utf8)
        case 0x5c: bytes.append(contentsOf: #"\\"#.utf8)
        case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
        case 0x0c: bytes.append(contentsOf: #"\f"#.utf8)
        case 0x7f where !escapesDelete: bytes.append(byte)
        case 0x0a: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0x0d: bytes.append(contentsOf: #"\r"#.utf8)
        default:
            bytes.append(contentsOf: (byte < 16 ? #"\u000"# : #"\u00"#).utf8 + Array(String(byte, radix: 16).utf8))
        }
    }

    /// Writes the name of a member, whose value comes next.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(0x3a)
        needsComma = false
    }

    /// Writes the name of a member that needs no escapes, whose value comes next.
    package mutating func plainKey(_ name: StaticString) {
        separate()
        bytes.append(0x22)
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(0x22)
        bytes.append(0x3a)
    }

    /// Begins an object, whose members are written next.
    package mutating func beginObject() {
        open(0x7b)
    }

    /// Ends an object.
    package mutating func endObject() {
        close(0x7d)
    }

    /// Begins an array, whose elements are written next.
    package mutating func beginArray() {
        open(0x5b)
    }

    /// Ends an array.
    package mutating func endArray() {
        close(0x5d)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2c) }
        needsComma = false
    }
}
