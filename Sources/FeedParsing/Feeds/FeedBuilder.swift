import EngineConcepts
import WebText

/// Builds a ``FeedDocument`` out of the elements and texts of a feed in XML. Knows the formats; knows nothing of how the
/// document is read.
///
/// Text is collected in one arena of bytes per item and becomes a `String` once, at the end of its element.
struct FeedBuilder: ~Copyable {
    /// What an open element is to the builder.
    enum Role {
        /// The document itself, outside the outermost element.
        case outside
        case feed
        case item
        case author
        case image
        /// The feed that an Atom entry was taken from.
        case origin
        case media
        case skipHours
        case skipDays
        /// Collects text.
        case text(FeedName)
        /// Collects text and markup.
        case markup(FeedName, MarkupKind)
    }

    /// How the content of an element is meant.
    enum MarkupKind {
        /// Characters are HTML already, stray elements belong to it.
        case html
        /// Characters are characters; elements are markup.
        case xhtml
    }

    /// An open element.
    struct Frame {
        var role: Role
        var textStart: Int
        /// Which scope holds in it.
        var scope: Int
    }

    /// What elements hand down to those within them. Few elements change it, so frames only say which one holds.
    struct Scope {
        /// What relative references are meant against.
        var base: String?
        /// Whether the document itself says so.
        var hasOwnBase = false
        var language: String?
    }

    private var names = FeedNameTable()
    private(set) var stack: [Frame]
    private var scopes: [Scope]
    /// How many elements are open within one that does not matter, that one included.
    private var ignoredDepth = 0
    /// How many elements are open within one that collects markup.
    private var markupDepth = 0
    private var markup = MarkupWriter()
    private var isCollecting = false
    private var arena = ByteArena(capacity: 64 * 1024)

    var document = FeedDocument(format: .rss2)
    /// Whether the outermost element is a feed's.
    var isFeed = false
    var item = FeedItem()
    var itemParts = ItemParts()
    var author = FeedAuthor()
    var enclosure: Media?
    var feedParts = FeedParts()
    private var otherRoot: String?
    private let mostItems: Int

    /// Builds what is found in a document at `base`, up to so many items.
    init(base: String?, mostItems: Int) {
        self.mostItems = mostItems
        stack = [Frame(role: .outside, textStart: 0, scope: 0)]
        stack.reserveCapacity(64)
        scopes = [Scope(base: base)]
    }

    /// An element begins.
    mutating func start(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?,
        attributes: XMLAttributes
    ) {
        if ignoredDepth > 0 {
            ignoredDepth += 1
            return
        }
        let parent = stack[stack.count - 1]
        if case .markup = parent.role {
            markupDepth += 1
            markup.start(local, attributes, depth: markupDepth, base: base(of: parent), into: &arena)
            return
        }
        if case .text = parent.role {
            // An element within a plain text: its text counts, it does not.
            markupDepth += 1
            return
        }
        let name = names.name(local: local, prefix: prefix, uri: uri)
        var frame = Frame(role: .outside, textStart: arena.count, scope: parent.scope)
        if attributes.count > 0 { enterScope(of: &frame, attributes) }
        guard let role = open(name, in: parent.role, &frame, local: local, uri: uri, attributes) else {
            ignoredDepth = 1
            scopes.removeLast(scopes.count - 1 - parent.scope)
            return
        }
        frame.role = role
        switch role {
        case .text, .markup: isCollecting = true
        default: isCollecting = false
        }
        stack.append(frame)
    }

    /// An element ends.
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
        if frame.scope > parentScope { scopes.removeLast(scopes.count - 1 - parentScope) }
    }

    /// Gives an element a scope of its own, where its attributes ask for one.
    private mutating func enterScope(of frame: inout Frame, _ attributes: XMLAttributes) {
        let base = attributes.value(prefix: "xml", "base")
        let language = attributes.value(prefix: "xml", "lang")
        guard base != nil || language != nil else { return }
        var scope = scopes[frame.scope]
        if let base {
            scope.base = WebAddress.resolve(base, base: scope.base)
            scope.hasOwnBase = true
        }
        if let language { scope.language = language.isEmpty ? nil : language }
        enter(scope, in: &frame)
    }

    /// Gives an element this scope.
    mutating func enter(_ scope: Scope, in frame: inout Frame) {
        scopes.append(scope)
        frame.scope = scopes.count - 1
    }

    /// What holds in an element.
    func scope(of frame: Frame) -> Scope { scopes[frame.scope] }

    /// What relative references in an element are meant against.
    func base(of frame: Frame) -> String? { scopes[frame.scope].base }

    /// Text within the element that was begun last.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isCollecting, ignoredDepth == 0 else { return }
        if case .markup(_, .xhtml) = stack[stack.count - 1].role {
            MarkupWriter.escape(bytes, into: &arena)
        } else {
            arena.append(bytes)
        }
    }

    /// The document has ended, by itself or broken off.
    mutating func finish(fault: MarkupFault?) throws(FeedError) -> FeedDocument {
        // What a broken-off document leaves open ends here. Half of a text reads like the whole: what an element had collected
        // so far is dropped.
        document.isCutOff = stack.count > 1
        while let frame = stack.last, stack.count > 1 {
            stack.removeLast()
            switch frame.role {
            case .text, .markup: break
            case .item: closeCutOffItem(frame)
            default: close(frame)
            }
        }
        guard isFeed else {
            if let otherRoot { throw .otherXML(root: otherRoot) }
            if let fault { throw .broken(fault) }
            throw .empty
        }
        feedParts.complete(&document)
        FeedIdentities.assign(to: &document.items, document.format)
        document.fault = fault
        return document
    }

    /// Adds the item that was built to the document, unless that has enough of them.
    mutating func keepItem() {
        var finished = FeedItem()
        swap(&finished, &item)
        if document.items.count < mostItems { document.items.append(finished) } else { document.omittedItems += 1 }
    }

    /// Notes that the outermost element is none of a feed's.
    mutating func noteOtherRoot(_ local: UnsafePointer<UInt8>) {
        if otherRoot == nil { otherRoot = TextSanitizer.line(String(cString: local)) }
    }

    /// The text that an element collected, on one line; nil where it is empty.
    func line(of frame: Frame) -> String? {
        nonEmpty(Self.unwrapped(arenaText(of: frame) { TextSanitizer.line($0) }))
    }

    /// The text that an element collected; nil where it is empty.
    func lines(of frame: Frame) -> String? {
        nonEmpty(Self.unwrapped(arenaText(of: frame) { TextSanitizer.lines(ofDocument: $0) }))
    }

    /// `text` without the CDATA that was put around it once too often: it would count as a comment, and be lost.
    private static func unwrapped(_ text: String) -> String {
        var text = text
        while text.utf8.starts(with: "<![CDATA[".utf8), text.hasSuffix("]]>") {
            text = String(text.dropFirst(9).dropLast(3))
        }
        return text
    }

    /// The time that an element's text names.
    func date(of frame: Frame) -> Timestamp? {
        arenaText(of: frame) { FeedDate.parse($0) }
    }

    /// `text`; nil where it is empty.
    func nonEmpty(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func arenaText<Answer>(of frame: Frame, _ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
        body(arena.bytes(from: frame.textStart))
    }
}
