import CLibXML2
import WebText

/// Reads OPML 1.0 and 2.0 (<http://opml.org/spec2.opml>): an outline with an address is a source, one without is a folder,
/// and a folder is a topic of all that stands in it. What is broken is read as far as it goes.
///
/// A folder in another one is a topic of its own, `Racing/F1`, as OPML writes categories: ``TopicPath``. The categories that a
/// source itself names are its topics as well. Its name is what the list's readers saw (`text`); where `title` says something
/// else, that is what the source calls itself. Names of elements and attributes are taken in any case, since programs write them so.
public final class OPMLReader: XMLPushParser.TimelineLauncher {
    /// How much may stand before the document.
    private static let longestJunk = 8192

    private var list = SubscriptionList()
    private var isOPML = false
    /// The open outlines: the topic of a folder, nil for a source and for a folder without a name.
    private var folders: [String?] = []
    /// The topics of the folders that are open, the outermost first.
    private var topics: [String] = []
    /// Whether a folder stood deeper than folders make topics.
    private var isTooDeep = false
    private var firstFault: MarkupFault?
    /// Whether what comes now is a tag in the midst of which the document broke off: half an address is another one.
    private var isEnding = false

    private init() {}

    /// Reads a document.
    public static func read(_ bytes: [UInt8]) throws(SubscriptionListError) -> SubscriptionList {
        let reader = OPMLReader()
        reader.parse(bytes)
        guard reader.isOPML else { throw .notOPML }
        reader.list.fault = reader.firstFault
        reader.list.isExchanged = true
        return reader.list
    }

    /// Where the document begins: programs print their warnings in front of it, where XML allows nothing.
    package static func beginning(of bytes: [UInt8]) -> Int {
        bytes.prefix(longestJunk).firstRange(ofBytes: "<?xml ")?.lowerBound ?? 0
    }

    private func parse(_ bytes: [UInt8]) {
        // The same way in as feeds have: encodings are told apart, references are replaced, nothing can be declared.
        let parser = XMLPushParser(handler: Self.makeHandler(), vocabulary: .outlines)
        var input = FeedInput(charset: nil)
        bytes[Self.beginning(of: bytes)...].withUnsafeBytes { input.take($0) { parser.take($0, for: self) } }
        input.finish { parser.take($0, for: self) }
        isEnding = true
        parser.finish(for: self)
        if let end = parser.end { firstFault = end }
    }

    /// An outline says everything in its tags.
    package func take(text: UnsafeBufferPointer<UInt8>) {}

    package func take(fault: MarkupFault) {
        firstFault = firstFault ?? fault
    }

    private func start(_ name: String, _ attributes: XMLAttributes) {
        switch name.lowercased() {
        case "opml": isOPML = true
        case "outline" where isOPML && !isEnding: outline(attributes)
        default: break
        }
    }

    private func outline(_ attributes: XMLAttributes) {
        let outline = Outline(attributes)
        let names = [outline.text, outline.title].compactMap(\.self).filter { !$0.isEmpty }
        guard let address = outline.address else {
            if outline.isMeantAsSource {
                list.remarks.append(
                    "“\(names.first ?? outline.page ?? "an outline without a name")” has no feed's address and was left out."
                )
            }
            openFolder(outline.isTyped ? nil : names.first)
            return
        }
        folders.append(nil)
        guard WebAddress.isAbsolute(address) else {
            list.remarks.append("“\(address)” is no address and was left out.")
            return
        }
        let ownNames = names.filter { $0 != TextSanitizer.line(address) }
        list.add(
            Subscription(
                address: address, name: names.first == ownNames.first ? ownNames.first : nil,
                topics: topics + outline.categories.flatMap(TopicPath.topics), isPaused: outline.isComment,
                page: outline.page.flatMap { WebAddress.isWeb($0) ? $0 : nil },
                title: outline.title.flatMap { ownNames.contains($0) && $0 != names.first ? $0 : nil },
                attributes: outline.others))
    }

    private func openFolder(_ name: String?) {
        var topic: String?
        if let name {
            if topics.count < TopicPath.deepest {
                let inner = TopicPath.topic(name, in: topics.last)
                topics.append(inner)
                topic = inner
            } else {
                noteDepth(of: name)
            }
        }
        folders.append(topic)
    }

    /// Says once that folders stand deeper than topics do.
    private func noteDepth(of name: String) {
        guard !isTooDeep else { return }
        isTooDeep = true
        list.notes.append(
            "The folder “\(SubscriptionList.topic(name))” stands within \(TopicPath.deepest) others: what is in it has the topics of "
                + "those, and folders that stand so deep make none of their own.")
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
            guard let reader = OPMLReader.from(reader), reader.firstFault == nil, let error else { return }
            reader.firstFault = MarkupFault(error.pointee, isAtEnd: reader.isEnding)
        }
        return handler
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> OPMLReader? {
        opaque.map { Unmanaged<OPMLReader>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// What the attributes of an outline say.
private struct Outline {
    private(set) var text: String?
    private(set) var title: String?
    /// Where the source is; nil for a folder.
    private(set) var address: String?
    /// The page of the source, or what a link leads to.
    private(set) var page: String?
    /// Apart by commas, each with slashes where it stands in another one.
    private(set) var categories: [Substring] = []
    private(set) var isComment = false
    /// Whether it says that it is anything but a folder.
    private(set) var isTyped = false
    /// What says nothing to Fiber.
    private(set) var others: [String] = []
    private var hasAddress = false

    /// Whether somebody would expect a source of it.
    var isMeantAsSource: Bool { isTyped || hasAddress || page != nil }

    init(_ attributes: XMLAttributes) {
        others = OutlineAttributes.kept(of: attributes)
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
            case "url": page = page ?? (line.isEmpty ? nil : line)
            case "category":
                categories = Array(line.split(separator: ",").prefix(SubscriptionList.mostTopics))
            case "iscomment": isComment = line.lowercased() == "true"
            case "type": isTyped = ["rss", "atom", "feed", "link", "json"].contains(line.lowercased())
            default: break
            }
        }
    }
}
