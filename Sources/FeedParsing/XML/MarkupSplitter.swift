import CLibXML2
import WebText

/// Parts a document in XML into markup, which libxml2 reads, and text, which goes around it.
///
/// libxml2 reads references slowly, drops those that it does not know, drops ampersands that begin none (in recovery even
/// `&amp;`), and gives up at a `<` that opens nothing; it reads text beyond ASCII one character at a time, and sections
/// three times over. So it is shown the tags and the text that is plain; sections, and text with any of these, are handed
/// out beside it, references resolved. In tags ``StandIn`` stands for references. Thus libxml2 never finds, expands or
/// fetches an entity; the few that a document may declare for itself are expanded here (``DeclaredEntities``).
struct MarkupSplitter: ~Copyable {
    /// A part of the document, in its order; valid only while the splitter calls.
    enum Part {
        case markup(UnsafeBufferPointer<UInt8>)
        /// Text as it is meant, with nothing left to resolve.
        case text(UnsafeBufferPointer<UInt8>)
        /// Here the document is out of order, for the first time: why, in words.
        case fault(String)
    }

    /// Where in the document the next byte stands.
    enum Place {
        case text
        case tag
        /// In an attribute's value that ends in this quotation mark.
        case quoted(UInt8)
        /// In an attribute's value that has no quotation marks.
        case bare
        /// Behind as many attributes as a tag may have, in one of the rest where it has a quotation mark.
        case surplus(UInt8?)
        case section
        /// In the declaration of an entity, which libxml2 does not see; in a value that ends in this quotation mark.
        case declaration(UInt8?)
        case comment
        case instruction
    }

    /// libxml2 compares every attribute of a tag with all that stand before it. No feed has so many.
    static let mostAttributes = 1000

    /// What of the document's beginning was read.
    enum FirstRun {
        /// Nothing that could declare an entity.
        case none
        /// A document type, in which entities are declared.
        case documentType
        /// The first element: what is declared now is declared too late.
        case over
    }

    var place = Place.text
    /// Whether a section began within the last one, whose end then stands in the text.
    private var isNested = false
    /// Whether the tag is an element's, and not a declaration.
    var isElement = false
    /// How many attributes the tag has had so far.
    var attributes = 0
    var beginning = FirstRun.none
    /// How many lines ended so far, up to the first element.
    var lines = 0
    /// Down to where in the block they are counted: each byte is looked at once, however much is declared.
    private var counted = 0
    /// What the document declares.
    var entities = DeclaredEntities()
    var balance: TagBalance
    /// Whether it was told that the document is out of order.
    private var hasFault = false
    var markup = ByteArena(capacity: 64 * 1024)
    private var text = ByteArena(capacity: 64 * 1024)

    /// Parts a document whose elements are known by `vocabulary`.
    init(_ vocabulary: ElementVocabulary) {
        balance = TagBalance(vocabulary)
    }

    /// Parts `block`, which ends before a `<` or where neither a reference nor the end of anything is cut.
    mutating func split(_ block: UnsafeBufferPointer<UInt8>, _ emit: (Part) -> Void) {
        var cursor = MarkupCursor(bytes: block)
        while !cursor.isAtEnd {
            tellFault(emit)
            switch place {
            case .text: isNested ? splitNested(&cursor, emit) : splitText(&cursor, emit)
            case .tag: passTag(&cursor)
            case .quoted(let mark): passValue(&cursor, endingIn: mark)
            case .bare: passBareValue(&cursor)
            case .surplus(let mark): dropSurplus(&cursor, endingIn: mark)
            case .section: splitSection(&cursor, emit)
            case .declaration(let mark): dropDeclaration(&cursor, endingIn: mark)
            case .comment: pass(&cursor, endingIn: "-->")
            case .instruction: pass(&cursor, endingIn: "?>")
            }
        }
        tellFault(emit)
        emit(.markup(markup.bytes()))
        markup.truncate(to: 0)
        if case .over = beginning { return }
        countLines(of: block, to: block.count)
        counted = 0
    }

    mutating func countLines(of block: UnsafeBufferPointer<UInt8>, to end: Int) {
        lines += block[counted..<end].count { $0 == 0x0a }
        counted = end
    }

    // MARK: Text

    /// Text up to the next markup.
    private mutating func splitText(_ cursor: inout MarkupCursor, _ emit: (Part) -> Void) {
        let start = cursor.index
        cursor.index = cursor.bytes.endOfPlainText(from: start)
        if !cursor.isAtEnd, let tag = cursor.tag {
            // Nearly always: what is read of the tag here is not read again.
            markup.append(cursor.bytes, start..<cursor.index)
            return enter(tag, &cursor)
        }
        if cursor.isAtEnd || cursor.bytes[cursor.index] == 0x3c && cursor.beginsRemark {
            markup.append(cursor.bytes, start..<cursor.index)
        } else {
            text.append(cursor.bytes, start..<cursor.index)
            resolveText(&cursor)
            emitText(text.bytes(), emit)
            text.truncate(to: 0)
        }
        if !cursor.isAtEnd { enterMarkup(&cursor) }
    }

    /// Says that the document is out of order, where it is: between two parts, never in the midst of a tag.
    private mutating func tellFault(_ emit: (Part) -> Void) {
        guard !hasFault, let fault = balance.fault, case .text = place else { return }
        hasFault = true
        emitText(UnsafeBufferPointer(start: nil, count: 0), emit)
        emit(.fault(fault))
    }

    /// Text behind a section in which another one began: leaves out the mark that ends the outer one.
    private mutating func splitNested(_ cursor: inout MarkupCursor, _ emit: (Part) -> Void) {
        isNested = false
        var mark = cursor
        let limit = cursor.bytes[cursor.index...].firstIndex(of: 0x3c) ?? cursor.bytes.count
        guard mark.find("]]>"), mark.index < limit else { return splitText(&cursor, emit) }
        var part = MarkupCursor(bytes: UnsafeBufferPointer(rebasing: cursor.bytes[..<mark.index]), index: cursor.index)
        if !part.isAtEnd { splitText(&part, emit) }
        cursor.index = mark.index + 3
    }

    /// Copies text up to the next markup, with the characters in place of the references.
    private mutating func resolveText(_ cursor: inout MarkupCursor) {
        var start = cursor.index
        while !cursor.isAtEnd, !cursor.beginsMarkup {
            if let (declared, end) = declaredText(cursor) {
                text.append(cursor.bytes, start..<cursor.index)
                declared.withUnsafeBufferPointer { text.append($0) }
                cursor.index = end
                start = end
            } else if let reference = CharacterReference.read(cursor.bytes, at: cursor.index).meaning {
                text.append(cursor.bytes, start..<cursor.index)
                text.append(reference.first.isForbiddenInXML ? " " : reference.first)
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

    /// What stands for a reference here to an entity that the document declares.
    mutating func declaredText(_ cursor: MarkupCursor) -> (text: [UInt8], end: Int)? {
        guard case .over = beginning, !entities.isEmpty, cursor.bytes[cursor.index] == 0x26 else { return nil }
        return entities.expand(cursor.bytes, at: cursor.index)
    }

    /// A section, up to its end. One that begins within it begins nothing, and somebody who took it for one will end both.
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

    /// Hands out text. A comment goes before: it makes the parser hand out what it holds back, and keeps its count of the
    /// lines right.
    private mutating func emitText(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (Part) -> Void) {
        markup.append("<!--")
        var index = bytes.endOfLine(from: 0)
        while index < bytes.count {
            markup.append(0x0a)
            index = bytes.endOfLine(from: index + 1)
        }
        markup.append("-->")
        emit(.markup(markup.bytes()))
        markup.truncate(to: 0)
        emit(.text(bytes))
    }
}

extension Unicode.Scalar {
    /// Whether a document cannot hold it, or only as a stand-in's mark.
    var isForbiddenInXML: Bool {
        switch value {
        case 0x00...0x08, 0x0b...0x1f, UInt32(StandIn.mark), 0xfffe, 0xffff: true
        default: false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where, from `start` on, the first byte stands that is not ASCII or may begin markup or a reference.
    fileprivate func endOfPlainText(from start: Int) -> Int {
        endOfRun(from: start) {
            $0.foreign.union($0.equal(to: 0x3c)).union($0.equal(to: 0x26))
        } stops: {
            $0 >= 0x80 || $0 == 0x3c || $0 == 0x26
        }
    }

    /// Where, from `start` on, the first line feed stands.
    fileprivate func endOfLine(from start: Int) -> Int {
        endOfRun(from: start) {
            $0.equal(to: 0x0a)
        } stops: {
            $0 == 0x0a
        }
    }

    /// Where, from `start` on, the first byte stands that may begin markup or a reference.
    fileprivate func endOfText(from start: Int) -> Int {
        endOfRun(from: start) {
            $0.equal(to: 0x3c).union($0.equal(to: 0x26))
        } stops: {
            $0 == 0x3c || $0 == 0x26
        }
    }
}
