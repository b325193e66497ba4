import WebText

/// Collects the text and the links from the tokens of a document.
struct WordSink {
    private(set) var output: [UInt8] = []
    private(set) var links: [String] = []

    init(capacity: Int) {
        output.reserveCapacity(capacity)
    }

    /// Reads the tokens of `bytes` until the output has `length` bytes that no later token changes.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, enoughFor length: Int = .max) {
        var tokenizer = HTMLTokenizer(bytes)
        // Only the last byte is ever replaced, by a line feed.
        while output.count - 1 <= length, let token = tokenizer.next() {
            switch token {
            case .text(let range):
                CharacterReference.resolve(
                    in: UnsafeBufferPointer(rebasing: bytes[range]), endingAt: .anyLetter, { append($0) })
            case .end(let range):
                if !ShortName(bytes[range]).isInline { space(.lineFeed) }
            case .start(let range):
                let name = ShortName(bytes[range])
                if !name.isInline { space(.lineFeed) }
                switch name {
                case .template: tokenizer.skipContent(of: range)
                case .img: append(alternative: tokenizer.attributes.value("alt"))
                case .a: appendLink(of: tokenizer.attributes)
                default: break
                }
            }
        }
        while output.last == .space || output.last == .lineFeed { output.removeLast() }
    }

    /// Appends text; runs of white space and no-break spaces become one space.
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        // A reference to a no-break space is a piece of its own.
        if text.count == 2, text[0] == 0xc2, text[1] == 0xa0 { return space(.space) }
        var index = 0
        while index < text.count {
            let start = index
            // A single space between words is copied with them.
            while index < text.count,
                text[index] > .space || index > start && text[index] == .space && text[index - 1] > .space
            {
                index += 1
            }
            if start < index { output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index])) }
            while index < text.count, text[index] <= .space {
                space(.space)
                index += 1
            }
        }
    }

    /// Appends a space or a line feed if there is none yet; a line feed replaces a space.
    private mutating func space(_ byte: UInt8) {
        switch output.last {
        case nil, .lineFeed?: break
        case .space?: output[output.count - 1] = byte
        default: output.append(byte)
        }
    }

    /// Appends the alternative text of an image, separated from the words around it.
    private mutating func append(alternative text: String?) {
        guard let text, !text.isEmpty else { return }
        space(.space)
        output.append(contentsOf: text.utf8)
        space(.space)
    }

    /// Appends the target of a link, unless it is a mention or a tag.
    private mutating func appendLink(of attributes: HTMLAttributes) {
        guard let target = attributes.value("href") else { return }
        let classes = attributes.value("class") ?? ""
        guard classes.utf8.firstRange(ofBytes: "mention") == nil, classes.utf8.firstRange(ofBytes: "hashtag") == nil
        else { return }
        links.append(target)
    }
}

/// The name of a tag in lower case, as a number. Names of more than eight bytes count as empty.
private struct ShortName: Equatable {
    /// The bytes, the first one highest.
    private var value: UInt64 = 0

    static let a = ShortName("a".utf8)
    static let img = ShortName("img".utf8)
    static let template = ShortName("template".utf8)

    init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= 8 else { return }
        for byte in bytes { value = value << 8 | UInt64(byte | 0x20) }
    }

    /// True for elements within a line: the text on both sides of their tags can be one word. A binary search, since every
    /// tag of every ticket passes here.
    var isInline: Bool {
        var rest = ShortName.inline[...]
        while let middle = rest.indices.dropFirst(rest.count / 2).first {
            if rest[middle] == value { return true }
            rest = rest[middle] < value ? rest[(middle + 1)...] : rest[..<middle]
        }
        return false
    }

    private static let inline: [UInt64] = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins",
        "kbd", "label", "mark", "q", "rb", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
        "time", "tt", "u", "var", "wbr",
    ]
    .map { ShortName($0.utf8).value }.sorted()
}
