import CByteScan
import EngineConcepts
import WebText

/// Splits an XML document into markup, which libxml2 parses, and text, which bypasses it.
///
/// libxml2 is slow with references, drops unknown ones and stray ampersands (in recovery mode even `&amp;`), stops at
/// a stray `<`, reads non-ASCII text one character at a time and CDATA sections three times. So it gets only tags and
/// plain text. CDATA sections and other text are emitted separately with references resolved; inside tags,
/// ``Placeholder`` replaces references. Thus libxml2 never finds, expands or loads an entity; the few that a document
/// may declare are expanded here (``DeclaredEntities``).
struct MarkupSplitter: ~Copyable {
    /// A part of the document, in order; valid only during the callback.
    enum Part {
        case markup(UnsafeBufferPointer<UInt8>)
        /// Text with all references resolved.
        case text(UnsafeBufferPointer<UInt8>)
        /// The first place where the tags are unbalanced, with a message.
        case error(Message)
    }

    /// The context of the next byte.
    enum Place {
        case text
        case tag
        /// In an attribute value that ends with this quotation mark.
        case quoted(UInt8)
        /// In an attribute value without quotation marks.
        case bare
        /// After the maximum number of attributes; inside quotation marks if one is given.
        case surplus(UInt8?)
        case section
        /// In an entity declaration, which libxml2 does not see; inside quotation marks if one is given.
        case declaration(UInt8?)
        case comment
        case instruction
    }

    /// The maximum number of attributes per tag, since libxml2 compares each with all before it. No real feed has so
    /// many.
    static let maximumAttributes = 1000

    /// The state of the document's prolog.
    enum Prolog {
        /// Before any document type.
        case none
        /// In a document type, where entities are declared.
        case documentType
        /// After the first start tag; declarations no longer count.
        case over
    }

    var place = Place.text
    /// True if a CDATA section began inside the last one, so that a second end mark is in the text.
    private var isNested = false
    /// True if the tag is an element's and not a declaration.
    var isElement = false
    /// The number of attributes of the tag so far.
    var attributes = 0
    var prolog = Prolog.none
    /// The number of line feeds so far, up to the first element.
    var lines = 0
    /// The end of the counted part of the block, so that each byte is counted once.
    private var counted = 0
    var entities = DeclaredEntities()
    var balance: TagBalance
    /// True if unbalanced tags were reported.
    private var hasError = false
    var markup = ByteArena(capacity: 64 * 1024)
    private var text = ByteArena(capacity: 64 * 1024)

    init(_ vocabulary: ElementVocabulary) {
        balance = TagBalance(vocabulary)
    }

    /// Splits `block`, which must end before a `<` or outside any reference or end mark.
    mutating func split(_ block: UnsafeBufferPointer<UInt8>, _ emit: (Part) -> Void) {
        var cursor = MarkupCursor(bytes: block)
        while !cursor.isAtEnd {
            reportError(emit)
            switch place {
            case .text: isNested ? splitNested(&cursor, emit) : splitText(&cursor, emit)
            case .tag: passTag(&cursor)
            case .quoted(let mark): passValue(&cursor, endingIn: mark)
            case .bare: passUnquotedValue(&cursor)
            case .surplus(let mark): dropSurplus(&cursor, endingIn: mark)
            case .section: splitSection(&cursor, emit)
            case .declaration(let mark): dropDeclaration(&cursor, endingIn: mark)
            case .comment: pass(&cursor, endingIn: "-->")
            case .instruction: pass(&cursor, endingIn: "?>")
            }
        }
        reportError(emit)
        emit(.markup(markup.bytes()))
        markup.truncate(to: 0)
        if case .over = prolog { return }
        countLines(of: block, to: block.count)
        counted = 0
    }

    mutating func countLines(of block: UnsafeBufferPointer<UInt8>, to end: Int) {
        lines += block[counted..<end].count { $0 == .lineFeed }
        counted = end
    }

    // MARK: Text

    /// Handles text up to the next markup.
    private mutating func splitText(_ cursor: inout MarkupCursor, _ emit: (Part) -> Void) {
        let start = cursor.index
        cursor.index = cursor.bytes.endOfPlainText(from: start)
        if !cursor.isAtEnd, let tag = cursor.tag {
            // The usual case: the part of the tag that was scanned is not scanned again.
            markup.append(cursor.bytes, start..<cursor.index)
            return enter(tag, &cursor)
        }
        if cursor.isAtEnd || cursor.bytes[cursor.index] == .lessThan && cursor.beginsNonElement {
            markup.append(cursor.bytes, start..<cursor.index)
        } else {
            text.append(cursor.bytes, start..<cursor.index)
            resolveText(&cursor)
            emitText(text.bytes(), emit)
            text.truncate(to: 0)
        }
        if !cursor.isAtEnd { enterMarkup(&cursor) }
    }

    /// Reports unbalanced tags; called between two parts, never inside a tag.
    private mutating func reportError(_ emit: (Part) -> Void) {
        guard !hasError, let error = balance.error, case .text = place else { return }
        hasError = true
        emitText(UnsafeBufferPointer(start: nil, count: 0), emit)
        emit(.error(error))
    }

    /// Handles text behind a nested CDATA section and skips the outer end mark.
    private mutating func splitNested(_ cursor: inout MarkupCursor, _ emit: (Part) -> Void) {
        isNested = false
        let limit = cursor.bytes[cursor.index...].firstIndex(of: .lessThan) ?? cursor.bytes.count
        var mark = MarkupCursor(bytes: UnsafeBufferPointer(rebasing: cursor.bytes[..<limit]), index: cursor.index)
        guard mark.find("]]>") else { return splitText(&cursor, emit) }
        var part = MarkupCursor(bytes: UnsafeBufferPointer(rebasing: cursor.bytes[..<mark.index]), index: cursor.index)
        if !part.isAtEnd { splitText(&part, emit) }
        cursor.index = mark.index + 3
    }

    /// Copies text up to the next markup with its references resolved.
    private mutating func resolveText(_ cursor: inout MarkupCursor) {
        var start = cursor.index
        while !cursor.isAtEnd, !cursor.beginsMarkup {
            if let (declared, end) = declaredText(cursor) {
                text.append(cursor.bytes, start..<cursor.index)
                declared.withUnsafeBufferPointer { text.append($0) }
                cursor.index = end
                start = end
            } else if let reference = CharacterReference.read(cursor.bytes, at: cursor.index) {
                text.append(cursor.bytes, start..<cursor.index)
                text.append(reference.first.allowedInXML)
                if let second = reference.second { text.append(second) }
                cursor.index = reference.end
                start = reference.end
            } else {
                cursor.index += 1
            }
            cursor.index = cursor.bytes.endOfText(from: cursor.index)
        }
        text.append(cursor.bytes, start..<cursor.index)
    }

    /// Returns the text of a declared entity that is referenced here.
    mutating func declaredText(_ cursor: MarkupCursor) -> (text: [UInt8], end: Int)? {
        guard case .over = prolog, !entities.isEmpty, cursor.bytes[cursor.index] == .ampersand else { return nil }
        return entities.expand(cursor.bytes, at: cursor.index)
    }

    /// Handles a CDATA section up to its end. Sections do not nest, but authors who think so write two end marks.
    private mutating func splitSection(_ cursor: inout MarkupCursor, _ emit: (Part) -> Void) {
        var start = cursor.index
        let isClosed = cursor.find("]]>")
        let end = cursor.index
        var inner = MarkupCursor(bytes: UnsafeBufferPointer(rebasing: cursor.bytes[..<end]), index: start)
        while inner.find("<![CDATA[") {
            isNested = true
            emitText(UnsafeBufferPointer(rebasing: cursor.bytes[start..<inner.index]), emit)
            inner.index += "<![CDATA[".utf8.count
            start = inner.index
        }
        emitText(UnsafeBufferPointer(rebasing: cursor.bytes[start..<end]), emit)
        if isClosed {
            cursor.index += 3
            place = .text
        }
    }

    /// Emits text. A comment goes to the parser first, so that it flushes its buffer and its line count stays
    /// correct.
    private mutating func emitText(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (Part) -> Void) {
        markup.append("<!--")
        var index = bytes.endOfLine(from: 0)
        while index < bytes.count {
            markup.append(.lineFeed)
            index = bytes.endOfLine(from: index + 1)
        }
        markup.append("-->")
        emit(.markup(markup.bytes()))
        markup.truncate(to: 0)
        emit(.text(bytes))
    }
}

extension Unicode.Scalar {
    /// The character, or a space if XML forbids it or it is the mark of a placeholder.
    var allowedInXML: Unicode.Scalar {
        switch value {
        case 0x00...0x08, 0x0b...0x1f, UInt32(Placeholder.mark), 0xfffe, 0xffff: " "
        default: self
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first byte from `start` on that is not ASCII or may begin markup or a reference, or `count`.
    fileprivate func endOfPlainText(from start: Int) -> Int {
        var index = start
        while index + 8 <= count {
            let bytes = EightBytes(self, at: index)
            let stops = bytes.nonASCII.union(bytes.equal(to: .lessThan)).union(bytes.equal(to: .ampersand))
            if let first = stops.first { return index + first }
            index += 8
        }
        while index < count, self[index] < 0x80, self[index] != .lessThan, self[index] != .ampersand { index += 1 }
        return index
    }

    fileprivate func endOfLine(from start: Int) -> Int {
        baseAddress.map { scan_byte($0, start, count, .lineFeed) } ?? start
    }

    /// Returns the index of the first byte from `start` on that may begin markup or a reference.
    fileprivate func endOfText(from start: Int) -> Int {
        baseAddress.map { scan_text_of_markup($0, start, count) } ?? start
    }
}
