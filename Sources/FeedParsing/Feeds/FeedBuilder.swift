import EngineConcepts
import WebText

/// Builds a ``FeedDocument`` from the elements and texts of an XML feed. Independent of the XML parser.
///
/// Text is collected in one byte arena per item and becomes a `String` once, at the end of its element.
struct FeedBuilder: ~Copyable {
    enum Role {
        /// The document itself, outside the root element.
        case outside
        case feed
        case item
        case author
        case image
        /// The feed from which an Atom entry was copied.
        case origin
        case media
        case skipHours
        case skipDays
        /// An element whose text is collected.
        case text(FeedName)
        /// A text of an item that is no markup.
        case plain(FeedName, PlainKind)
        /// An element whose text and markup are collected.
        case markup(FeedName, MarkupKind)

        var collectsText: Bool {
            switch self {
            case .text, .plain, .markup: true
            default: false
            }
        }
    }

    /// The kind of a plain text.
    enum PlainKind {
        /// Line breaks and runs of spaces mean nothing (RFC 4287 §3.1.1.1): they may be those of a document that is wrapped
        /// and indented.
        case wrapped
        /// A text document, whose line breaks have a meaning (§4.1.3.3).
        case lines
        /// Base64 of plain text or markup (Atom 0.3 §3.1.3).
        case packed(Base64Text)
    }

    /// The kind of the markup of an element.
    enum MarkupKind {
        /// The text is HTML; child elements are part of it.
        case html
        /// The text is plain and child elements are markup.
        case xhtml
    }

    struct Frame {
        var role: Role
        var textStart: Int
        var scope: Int
    }

    private var names = FeedNameTable()
    private(set) var stack: [Frame]
    var scopes: ElementScopes
    /// The number of open elements within a skipped one, including that one.
    private var ignoredDepth = 0
    /// The number of open elements within one that collects markup.
    private var markupDepth = 0
    private var markup = MarkupWriter()
    private var isCollecting = false
    private var arena = ByteArena(capacity: 64 * 1024)

    var document = FeedDocument(format: .rss2)
    /// True if the root element is that of a feed.
    var isFeed = false
    var item = FeedItem()
    var itemParts = ItemParts()
    var author = FeedAuthor()
    var enclosure: Media?
    var feedParts = FeedParts()
    private var otherRoot: String?
    private let maximumItems: Int

    init(base: String?, maximumItems: Int) {
        self.maximumItems = maximumItems
        stack = [Frame(role: .outside, textStart: 0, scope: 0)]
        stack.reserveCapacity(64)
        scopes = ElementScopes(base: base)
    }

    mutating func start(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?,
        attributes: XMLAttributes
    ) {
        if ignoredDepth > 0 {
            ignoredDepth += 1
            return
        }
        let parent = stack[stack.count - 1]
        if isCollecting {
            markupDepth += 1
            // Of an element inside plain text, the text is used, the element is not.
            if case .markup = parent.role {
                markup.start(local, attributes, depth: markupDepth, base: base(of: parent), into: &arena)
            }
            return
        }
        let name = names.name(local: local, prefix: prefix, uri: uri)
        var frame = Frame(role: .outside, textStart: arena.count, scope: parent.scope)
        if attributes.count > 0 { frame.scope = scopes.add(attributes, in: parent.scope) }
        guard let role = open(name, in: parent.role, &frame, local: local, uri: uri, attributes) else {
            ignoredDepth = 1
            scopes.removeAll(after: parent.scope)
            return
        }
        frame.role = role
        isCollecting = role.collectsText
        stack.append(frame)
    }

    mutating func end(local: UnsafePointer<UInt8>) {
        if ignoredDepth > 0 {
            ignoredDepth -= 1
            return
        }
        if markupDepth > 0 {
            if case .markup = stack[stack.count - 1].role { markup.end(local, depth: markupDepth, into: &arena) }
            markupDepth -= 1
            return
        }
        guard stack.count > 1 else { return }
        let frame = stack.removeLast()
        isCollecting = false
        close(frame)
        arena.truncate(to: frame.textStart)
        let parentScope = stack[stack.count - 1].scope
        if frame.scope > parentScope { scopes.removeAll(after: parentScope) }
    }

    /// Returns the base for relative references in an element.
    func base(of frame: Frame) -> String? { scopes[frame.scope].base }

    /// Handles text in the innermost open element.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isCollecting, ignoredDepth == 0 else { return }
        if case .markup(_, .xhtml) = stack[stack.count - 1].role {
            MarkupWriter.escape(bytes, into: &arena)
        } else {
            arena.append(bytes)
        }
    }

    /// Ends the document, complete or truncated.
    mutating func finish(error: MarkupError?) throws(FeedError) -> FeedDocument {
        // A truncated document leaves elements open. Their collected text is dropped, because half a text looks like
        // a whole one.
        document.isTruncated = stack.count > 1
        while let frame = stack.last, stack.count > 1 {
            stack.removeLast()
            if case .item = frame.role {
                closeTruncatedItem(frame)
            } else if !frame.role.collectsText {
                close(frame)
            }
        }
        guard isFeed else {
            if let otherRoot { throw .otherXML(root: otherRoot) }
            if let error { throw .broken(error) }
            throw .empty
        }
        feedParts.complete(&document)
        FeedItemIDs.assign(to: &document.items, document.format)
        document.items.decideOrderByChanges()
        document.syntaxError = error
        return document
    }

    /// Adds the finished item to the document, unless the limit is reached.
    mutating func addItem() {
        var finished = FeedItem()
        swap(&finished, &item)
        if document.items.count < maximumItems { document.items.append(finished) } else { document.omittedItems += 1 }
    }

    /// Records that the root element is not that of a feed.
    mutating func recordUnknownRoot(_ local: UnsafePointer<UInt8>) {
        if otherRoot == nil { otherRoot = TextSanitizer.line(String(cString: local)) }
    }

    /// Returns the element's text on one line, or `nil` if it is empty.
    func line(of frame: Frame) -> String? {
        Self.unwrapped(TextSanitizer.line(bytes(of: frame))).nonEmpty
    }

    /// Returns the element's text, or `nil` if it is empty.
    func lines(of frame: Frame) -> String? {
        Self.unwrapped(TextSanitizer.lines(ofDocument: bytes(of: frame))).nonEmpty
    }

    /// Returns `text` without a CDATA section that was escaped twice and would be dropped as a comment.
    private static func unwrapped(_ text: String) -> String {
        var text = text
        while text.begins(with: "<![CDATA["), text.hasSuffix("]]>") {
            text = String(text.dropFirst(9).dropLast(3))
        }
        return text
    }

    /// Returns the time in the element's text.
    func date(of frame: Frame) -> Timestamp? {
        FeedDate.parse(bytes(of: frame))
    }

    private func bytes(of frame: Frame) -> UnsafeBufferPointer<UInt8> {
        arena.bytes(from: frame.textStart)
    }
}
