import CLibXML2
import EngineConcepts
import WebText

/// Parses OPML 1.0 and 2.0 (<http://opml.org/spec2.opml>). An outline with an address is a source; one without is a
/// folder, and a folder is a topic of everything in it. A broken file is read as far as possible.
///
/// A folder inside another one becomes a topic of its own, `Racing/F1`, like OPML's categories (``TopicPath``). A
/// source's own categories are topics as well. Its name is `text`, as other readers show it; a different `title` is
/// the source's own title. Element and attribute names are matched ignoring case, since programs vary it.
public final class OPMLReader: XMLPushParser.Delegate {
    /// The maximum number of bytes before the document.
    private static let maximumJunkLength = 8192

    private var list = SubscriptionList()
    private var isOPML = false
    /// The open outlines: a folder's topic, or `nil` for a source or a folder without a name.
    private var folders: [String?] = []
    /// The topics of the open folders, the outermost first.
    private var topics: [String] = []
    /// True if a folder was nested too deeply to become a topic.
    private var isTooDeep = false
    private var firstError: MarkupError?
    /// The parser, while it runs. It knows the current line.
    private var parser: XMLPushParser?
    /// True if the next tag may be truncated, so that its address may be incomplete.
    private var isEnding = false

    private init() {}

    /// Parses a document.
    public static func read(_ bytes: [UInt8]) throws(SubscriptionListError) -> SubscriptionList {
        let reader = OPMLReader()
        reader.parse(bytes)
        guard reader.isOPML else { throw SubscriptionList.isBlank(bytes) ? .empty : .notOPML }
        reader.list.syntaxError = reader.firstError
        return reader.list
    }

    /// Returns where the document begins, since programs print warnings before it, which XML does not allow.
    package static func beginning(of bytes: [UInt8]) -> Int {
        bytes.prefix(maximumJunkLength).firstRange(ofBytes: "<?xml ")?.lowerBound ?? 0
    }

    private func parse(_ bytes: [UInt8]) {
        // The same pipeline as for feeds: it detects the encoding, resolves references and ignores declarations.
        let parser = XMLPushParser(handler: Self.makeHandler(), vocabulary: .outlines)
        self.parser = parser
        defer { self.parser = nil }
        var input = FeedInput(charset: nil)
        bytes[Self.beginning(of: bytes)...].withUnsafeBytes { input.append($0) { parser.parse($0, for: self) } }
        input.finish { parser.parse($0, for: self) }
        isEnding = true
        parser.finish(for: self)
        if let end = parser.end { firstError = end }
    }

    /// Ignores text: outlines only use attributes.
    package func receive(text: UnsafeBufferPointer<UInt8>) {}

    package func receive(error: MarkupError) {
        firstError = firstError ?? error
    }

    private func start(_ name: String, _ attributes: XMLAttributes) {
        switch name.lowercased() {
        case "opml": isOPML = true
        case "outline" where isOPML && !isEnding: outline(attributes)
        default: break
        }
    }

    private func outline(_ attributes: XMLAttributes) {
        let outline = OPMLOutline(attributes)
        let names = [outline.text, outline.title].compactMap(\.self).filter { !$0.isEmpty }
        guard let address = outline.address else {
            if outline.isMeantAsSource {
                refuse(
                    (names.first ?? outline.page).map { Message("outlineHasNoFeed", ["name": .text($0)]) }
                        ?? Message("unnamedOutlineHasNoFeed"))
            }
            openFolder(outline.isTyped ? nil : names.first)
            return
        }
        folders.append(nil)
        guard WebAddress.isAbsolute(address) else {
            refuse(Message("outlineAddressInvalid", ["address": .text(address)]))
            return
        }
        let ownNames = names.filter { $0 != TextSanitizer.line(address) }
        list.add(
            Subscription(
                address: address, name: names.first == ownNames.first ? ownNames.first : nil,
                topics: topics + outline.categories.flatMap(TopicPath.topics), isPaused: outline.isComment,
                page: outline.page.flatMap { WebAddress.isWeb($0) ? $0 : nil },
                title: outline.title.flatMap { ownNames.contains($0) && $0 != names.first ? $0 : nil },
                attributes: outline.others),
            line: parser?.line)
    }

    /// Notes why the current outline is left out, with its line.
    private func refuse(_ reason: Message) {
        list.warnings.append(
            parser.map { Message("atLine", ["line": .number($0.line), "message": .message(reason)]) } ?? reason)
    }

    private func openFolder(_ name: String?) {
        var topic: String?
        if let name {
            if topics.count < TopicPath.maximumDepth {
                let inner = TopicPath.topic(name, in: topics.last)
                topics.append(inner)
                topic = inner
            } else if !isTooDeep {
                isTooDeep = true
                list.notes.append(
                    Message(
                        "folderTooDeep",
                        ["folder": .text(SubscriptionList.topic(name)), "count": .number(TopicPath.maximumDepth)]))
            }
        }
        folders.append(topic)
    }

    private func end(_ name: String) {
        guard name.lowercased() == "outline", let folder = folders.popLast() else { return }
        if folder != nil { topics.removeLast() }
    }

    private static func makeHandler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { reader, local, _, _, _, _, count, _, attributes in
            guard let reader = OPMLReader.from(reader), let local else { return }
            reader.start(String(cString: local), XMLAttributes(attributes, count: Int(count)))
        }
        handler.endElementNs = { reader, local, _, _ in
            guard let reader = OPMLReader.from(reader), let local else { return }
            reader.end(String(cString: local))
        }
        handler.serror = { reader, error in
            guard let reader = OPMLReader.from(reader), reader.firstError == nil, let error else { return }
            reader.firstError = MarkupError(error.pointee, isAtEnd: reader.isEnding)
        }
        return handler
    }
}

/// The attributes of an `outline`, OPML's element for sources and folders.
private struct OPMLOutline {
    private(set) var text: String?
    private(set) var title: String?
    /// The address of the source, or `nil` for a folder.
    private(set) var address: String?
    /// The page of the source, or the target of a link.
    private(set) var page: String?
    /// The categories, separated by commas, with slashes between levels.
    private(set) var categories: [Substring] = []
    private(set) var isComment = false
    /// True if the outline declares a type other than a folder.
    private(set) var isTyped = false
    /// The attributes that Fiber does not use.
    private(set) var others: [String] = []
    private var hasAddress = false

    /// True if the outline seems to be meant as a source.
    var isMeantAsSource: Bool { isTyped || hasAddress || page != nil }

    init(_ attributes: XMLAttributes) {
        others = OutlineAttributes.preserved(of: attributes)
        attributes.forEach { name, prefix, _, value in
            guard prefix == nil else { return }
            let line = TextSanitizer.line(value)
            switch String(cString: name).lowercased() {
            case "text": text = text ?? line
            case "title": title = title ?? line
            case "xmlurl":
                let text = String(decoding: value, as: UTF8.self)
                let found = CommandAddress.address(in: text) ?? line
                hasAddress = true
                if !found.isEmpty { address = address ?? found }
            case "htmlurl": page = line.isEmpty ? page : line
            case "url": page = page ?? line.nonEmpty
            case "category":
                categories = Array(line.split(separator: ",").prefix(SubscriptionList.maximumTopics))
            case "iscomment": isComment = line.lowercased() == "true"
            case "type": isTyped = ["rss", "atom", "feed", "link", "json"].contains(line.lowercased())
            default: break
            }
        }
    }
}
