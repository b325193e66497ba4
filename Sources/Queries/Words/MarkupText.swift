private import CLibXML2

/// The bare text of HTML, for looking for words: tags go, references become characters, what is never shown is left
/// out. A fraction of what rendering costs, in one pass over the bytes, and never fails; what it makes of a text agrees
/// with what is rendered in its words, not in its lines.
struct MarkupText {
    /// The text; blocks are separated by line feeds, runs of spaces are one.
    let text: String
    /// Where its links lead, as written; without those that name people or topics.
    let links: [String]

    init(html: String) {
        guard html.utf8.contains(where: { $0 == 0x3c || $0 == 0x26 }) else {
            self.init(text: html, links: [])
            return
        }
        var html = html
        let stripper = html.withUTF8 { bytes in
            var stripper = Stripper(bytes)
            stripper.run()
            return stripper
        }
        self.init(text: String(decoding: stripper.output, as: UTF8.self), links: stripper.links)
    }

    private init(text: String, links: [String]) {
        self.text = text
        self.links = links
    }
}

private struct Stripper {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private(set) var output: [UInt8] = []
    private(set) var links: [String] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        output.reserveCapacity(bytes.count)
    }

    mutating func run() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x3c where opensTag: tag()
            case 0x26: reference()
            case 0x20, 0x09, 0x0a, 0x0d:
                space(0x20)
                index += 1
            default: copy()
            }
        }
        while output.last == 0x20 || output.last == 0x0a { output.removeLast() }
    }

    /// Takes text as it is, up to what may be something else. A single space between words is text.
    private mutating func copy() {
        let start = index
        index += 1
        while index < bytes.count {
            let isSpace = bytes[index] == 0x20
            let next = isSpace ? index + 1 : index
            guard next < bytes.count, bytes[next] > 0x20, bytes[next] != 0x3c, bytes[next] != 0x26 else { break }
            index = next + 1
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
    }

    /// A space or a line feed, where there is none yet; a line feed takes the place of a space.
    private mutating func space(_ byte: UInt8) {
        switch output.last {
        case nil, 0x0a: break
        case 0x20: output[output.count - 1] = byte
        default: output.append(byte)
        }
    }

    /// Whether a tag, a comment or a declaration begins here, and not a sign of arithmetic.
    private var opensTag: Bool {
        guard index + 1 < bytes.count else { return false }
        let next = bytes[index + 1]
        return next.isLetter || next == 0x2f || next == 0x21 || next == 0x3f
    }

    private mutating func tag() {
        if starts(with: "<!--") {
            skip(past: "-->")
            return
        }
        let isClosing = bytes[index + 1] == 0x2f
        index += isClosing ? 2 : 1
        let start = index
        while index < bytes.count, bytes[index].isLetter || bytes[index].isDigit { index += 1 }
        let name = ShortName(bytes[start..<index])
        let attributes = attributes(wanted: !isClosing && (name == .a || name == .img))
        if !name.isInline { space(0x0a) }
        guard !isClosing else { return }
        switch name {
        case .script, .style, .template:
            skip(past: "</" + name.text)
            skip(past: ">")
        case .img: append(attributes.alternative.map(Stripper.resolved))
        case .a:
            let roles = attributes.roles.map(Stripper.resolved) ?? ""
            if let link = attributes.link, !roles.utf8.holds("mention"), !roles.utf8.holds("hashtag") {
                links.append(Stripper.resolved(link))
            }
        default: break
        }
    }

    /// What a tag says that matters here, as it is written; of several attributes of one name the first counts.
    private struct Attributes {
        private(set) var link: UnsafeBufferPointer<UInt8>?
        private(set) var roles: UnsafeBufferPointer<UInt8>?
        private(set) var alternative: UnsafeBufferPointer<UInt8>?

        mutating func take(_ value: UnsafeBufferPointer<UInt8>, of name: ShortName) {
            switch name {
            case .href where link == nil: link = value
            case .roles where roles == nil: roles = value
            case .alt where alternative == nil: alternative = value
            default: break
            }
        }
    }

    /// Reads up to the end of the tag, and what is said there where it is wanted. Quotes may hold a `>`.
    private mutating func attributes(wanted: Bool) -> Attributes {
        var attributes = Attributes()
        while index < bytes.count, bytes[index] != 0x3e {
            guard bytes[index].isLetter else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, bytes[index].isLetter || bytes[index] == 0x2d { index += 1 }
            let end = index
            skipSpaces()
            guard index < bytes.count, bytes[index] == 0x3d else { continue }
            index += 1
            skipSpaces()
            let value = value()
            if wanted { attributes.take(value, of: ShortName(bytes[start..<end])) }
        }
        index = min(index + 1, bytes.count)
        return attributes
    }

    private mutating func value() -> UnsafeBufferPointer<UInt8> {
        guard index < bytes.count else { return UnsafeBufferPointer(rebasing: bytes[index..<index]) }
        let quote = bytes[index]
        let isQuoted = quote == 0x22 || quote == 0x27
        if isQuoted { index += 1 }
        let start = index
        while index < bytes.count,
            isQuoted ? bytes[index] != quote : bytes[index] > 0x20 && bytes[index] != 0x3e
        {
            index += 1
        }
        let value = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if isQuoted { index = min(index + 1, bytes.count) }
        return value
    }

    /// A value with its references resolved; references are rare there.
    private static func resolved(_ value: UnsafeBufferPointer<UInt8>) -> String {
        guard value.contains(0x26) else { return String(decoding: value, as: UTF8.self) }
        var inner = Stripper(value)
        while inner.index < value.count {
            if value[inner.index] == 0x26 {
                inner.reference()
            } else {
                inner.output.append(value[inner.index])
                inner.index += 1
            }
        }
        return String(decoding: inner.output, as: UTF8.self)
    }

    /// An alternative text stands apart from the words around it.
    private mutating func append(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        space(0x20)
        output.append(contentsOf: text.utf8)
        space(0x20)
    }

    private mutating func reference() {
        let start = index
        index += 1
        let isNumber = index < bytes.count && bytes[index] == 0x23
        if isNumber { index += 1 }
        let first = index
        while index < bytes.count, index - first < 32, bytes[index].isLetter || bytes[index].isDigit {
            index += 1
        }
        let name = String(decoding: bytes[first..<index], as: UTF8.self)
        let scalar = isNumber ? Stripper.scalar(numbered: name) : Stripper.scalar(named: name)
        guard let scalar, index < bytes.count, bytes[index] == 0x3b else {
            output.append(contentsOf: bytes[start..<index])
            return
        }
        index += 1
        if scalar == "\u{a0}" {
            space(0x20)
        } else {
            output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }

    private static func scalar(numbered digits: String) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        return (isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits))
            .flatMap {
                Unicode.Scalar($0)
            }
    }

    /// The five that are written most, then the names of HTML 4, out of libxml2's table.
    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case "nbsp": "\u{a0}"
        default: htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }
        }
    }

    private mutating func skipSpaces() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private func starts(with text: StaticString) -> Bool {
        index + text.utf8CodeUnitCount <= bytes.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    /// Goes behind the next occurrence of `text`, case set aside; to the end where there is none.
    private mutating func skip(past text: String) {
        let wanted = Array(text.utf8)
        while index + wanted.count <= bytes.count {
            if wanted.indices.allSatisfy({
                bytes[index + $0] == wanted[$0] || bytes[index + $0] | 0x20 == wanted[$0]
            }) {
                index += wanted.count
                return
            }
            index += 1
        }
        index = bytes.count
    }
}

/// The name of a tag or an attribute in lower case. Names of more than eight bytes are none that matter here.
private struct ShortName: Equatable {
    /// The bytes, the first one highest; 0 where there are none, or too many.
    private var value: UInt64 = 0

    static let a = ShortName("a")
    static let img = ShortName("img")
    static let script = ShortName("script")
    static let style = ShortName("style")
    static let template = ShortName("template")
    static let href = ShortName("href")
    static let roles = ShortName("class")
    static let alt = ShortName("alt")

    init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= 8 else { return }
        for byte in bytes { value = value << 8 | UInt64(byte | 0x20) }
    }

    private init(_ text: String) {
        self.init(text.utf8)
    }

    var text: String {
        withUnsafeBytes(of: value.bigEndian) { String(decoding: $0.drop { $0 == 0 }, as: UTF8.self) }
    }

    /// Whether the tag stands within a line: then what is on both sides of it is one word.
    var isInline: Bool {
        var low = 0
        var high = ShortName.inline.count
        while low < high {
            let middle = (low + high) / 2
            if ShortName.inline[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < ShortName.inline.count && ShortName.inline[low] == value
    }

    private static let inline: [UInt64] = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins",
        "kbd", "label", "mark", "q", "rb", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
        "time", "tt", "u", "var", "wbr",
    ]
    .map { ShortName($0).value }.sorted()
}

extension String.UTF8View {
    /// Whether `text` stands in it.
    fileprivate func holds(_ text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        var rest = self[...]
        while let start = rest.firstIndex(of: wanted[0]) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

extension UInt8 {
    /// Whether it is a letter of ASCII.
    fileprivate var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }
}
