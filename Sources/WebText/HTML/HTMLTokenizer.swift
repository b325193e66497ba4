import CByteScan

/// Splits HTML into tokens (HTML Standard §13.2.5), as tolerantly as browsers do: whatever is not a tag or a comment is
/// text. Comments, declarations, and the content of scripts and styles are left out. Works on bytes, in one pass.
package struct HTMLTokenizer {
    /// A part of the document, by the ranges of its bytes.
    package enum Token {
        /// Text, with its references unresolved; see ``CharacterReference/resolve(in:endingAt:_:)``.
        case text(Range<Int>)
        /// A start tag, given by its name. Its attributes are in ``HTMLTokenizer/attributes``.
        case start(Range<Int>)
        /// An end tag, given by its name.
        case end(Range<Int>)
    }

    /// The document.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The start of the last tag.
    package private(set) var start = 0
    /// The end of the last token.
    package private(set) var index = 0
    /// The attributes of the last tag.
    package private(set) var attributes: HTMLAttributes
    /// True if the last tag ended in `/>`.
    package private(set) var isSelfClosing = false

    /// The index of the last `>`. Nothing behind it can be a comment.
    private let lastClose: Int
    /// True if no `-->` follows.
    private var hasNoCommentEnd = false
    /// The name of the script or style that begins here.
    private var rawElement: Range<Int>?

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        attributes = HTMLAttributes(bytes: bytes)
        lastClose = bytes.lastIndex(of: .greaterThan) ?? -1
    }

    /// Returns the next token, or `nil` at the end.
    package mutating func next() -> Token? {
        if let name = rawElement { skipContent(of: name) }
        while index < bytes.count {
            guard beginsMarkup(at: index) else { return readText() }
            switch bytes[index + 1] {
            case .slash where bytes[index + 2].isASCIILetter:
                start = index
                index += 2
                return .end(readTag())
            case .slash, .exclamationMark, .questionMark: skipComment()
            default:
                start = index
                index += 1
                let name = readTag()
                if !isSelfClosing, bytes.isName(name, "script") || bytes.isName(name, "style") { rawElement = name }
                return .start(name)
            }
        }
        return nil
    }

    /// Goes back: the next token begins at `index`.
    package mutating func rewind(to index: Int) {
        self.index = index
        rawElement = nil
    }

    /// Moves to the next end tag of an element, or to the end of the document if there is none.
    package mutating func skipContent(of name: Range<Int>) {
        rawElement = nil
        while index < bytes.count {
            index = endOfRun(until: .lessThan)
            let end = index + 2 + name.count
            if end <= bytes.count, bytes[index + 1] == .slash,
                zip(index + 2..<end, name).allSatisfy({ bytes[$0].lowercasedASCII == bytes[$1].lowercasedASCII }),
                end == bytes.count || endsName(bytes[end])
            {
                return
            }
            index = min(index + 1, bytes.count)
        }
    }

    /// Returns the name in `range` in lower case.
    package func name(_ range: Range<Int>) -> String {
        String(unsafeUninitializedCapacity: range.count) { name in
            for (offset, byte) in bytes[range].enumerated() { name[offset] = byte.lowercasedASCII }
            return range.count
        }
    }

    /// Returns true if the `<` at `index` begins a tag or a comment. Hearts and arrows are text.
    package func beginsMarkup(at index: Int) -> Bool {
        guard bytes[index] == .lessThan, index + 1 < bytes.count else { return false }
        switch bytes[index + 1] {
        case .exclamationMark, .questionMark: return index < lastClose
        case .slash: return index + 2 < bytes.count && (bytes[index + 2].isASCIILetter || index < lastClose)
        case let byte: return byte.isASCIILetter
        }
    }

    private mutating func readText() -> Token {
        let start = index
        repeat {
            index += 1
            index = endOfRun(until: .lessThan)
        } while index < bytes.count && !beginsMarkup(at: index)
        return .text(start..<index)
    }

    private mutating func skipComment() {
        let start = index
        if !hasNoCommentEnd, bytes[start + 1] == .exclamationMark, start + 3 < bytes.count, bytes[start + 2] == .hyphen,
            bytes[start + 3] == .hyphen
        {
            // `<!-->` is a whole comment.
            index = start + 4
            while index < bytes.count {
                index = endOfRun(until: .greaterThan)
                guard index < bytes.count else { break }
                index += 1
                if bytes[index - 2] == .hyphen, bytes[index - 3] == .hyphen { return }
            }
            hasNoCommentEnd = true
        }
        index = start
        index = min(endOfRun(until: .greaterThan) + 1, bytes.count)
    }

    /// Reads a tag from its name on, and returns the range of the name. The end of the document ends a tag.
    private mutating func readTag() -> Range<Int> {
        let start = index
        while index < bytes.count, !endsName(bytes[index]) { index += 1 }
        let name = start..<index
        attributes.removeAll()
        isSelfClosing = false
        while index < bytes.count {
            switch bytes[index] {
            case .greaterThan:
                isSelfClosing = bytes[index - 1] == .slash && attributes.last?.value?.upperBound != index
                index += 1
                return name
            case .slash: index += 1
            case let byte where byte.isASCIIWhitespace: index += 1
            default: readAttribute()
            }
        }
        return name
    }

    private mutating func readAttribute() {
        let start = index
        // A leading equals sign is part of the name.
        repeat { index += 1 } while index < bytes.count && bytes[index] != .equalsSign && !endsName(bytes[index])
        let name = start..<index
        var next = index
        while next < bytes.count, bytes[next].isASCIIWhitespace { next += 1 }
        guard next < bytes.count, bytes[next] == .equalsSign else { return attributes.append(name, nil) }
        index = next + 1
        while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
        guard index < bytes.count, bytes[index] != .greaterThan else { return attributes.append(name, index..<index) }
        let quote = bytes[index]
        let value: Range<Int>
        if quote.isQuote {
            index += 1
            value = index..<endOfRun(until: quote)
            index = min(value.upperBound + 1, bytes.count)
        } else {
            let start = index
            while index < bytes.count, bytes[index] != .greaterThan, !bytes[index].isASCIIWhitespace { index += 1 }
            value = start..<index
        }
        attributes.append(name, value)
    }

    private func endsName(_ byte: UInt8) -> Bool {
        byte == .greaterThan || byte == .slash || byte.isASCIIWhitespace
    }

    /// Returns the index of the next `stop`, or the end of the document.
    private func endOfRun(until stop: UInt8) -> Int {
        guard let start = bytes.baseAddress else { return index }
        return scan_byte(start, index, bytes.count, stop)
    }
}
