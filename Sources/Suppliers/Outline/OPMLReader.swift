import CLibXML2

/// Reads OPML 1.0 and 2.0 (<http://opml.org/spec2.opml>): an outline with an address is a source, one without is a folder,
/// and a folder is a topic of all that stands in it. What is broken is read as far as it goes.
///
/// A folder in another one is a topic of its own, `Racing/F1`, as OPML writes categories: ``TopicPath``. The categories that a
/// source itself names are its topics as well. Its name is what the list's readers saw (`text`); where `title` says something
/// else, that is what the source calls itself, and it says so when it is read.
public final class OPMLReader: XMLPushParser.Reader {
    private var list = SubscriptionList()
    private var isOPML = false
    /// The open outlines: the topic of a folder, nil for a source and for a folder without a name.
    private var folders: [String?] = []
    /// The topics of the folders that are open, the outermost first.
    private var topics: [String] = []
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

    private func parse(_ bytes: [UInt8]) {
        // The same way in as feeds have: encodings are told apart, references are replaced, nothing can be declared.
        let parser = XMLPushParser(handler: Self.makeHandler())
        var input = FeedInput(charset: nil)
        bytes.withUnsafeBytes { input.take($0) { parser.take($0, for: self) } }
        input.finish { parser.take($0, for: self) }
        isEnding = true
        parser.finish(for: self)
        if let end = parser.end { firstFault = end }
    }

    /// An outline says everything in its tags.
    func take(text: UnsafeBufferPointer<UInt8>) {}

    private func start(_ name: String, _ attributes: XMLAttributes) {
        switch name.lowercased() {
        case "opml": isOPML = true
        case "outline" where isOPML && !isEnding: outline(attributes)
        default: break
        }
    }

    private func outline(_ attributes: XMLAttributes) {
        let names = [attributes.value("text"), attributes.value("title")].compactMap(\.self).filter { !$0.isEmpty }
        let addresses = [attributes.verbatim("xmlUrl"), attributes.verbatim("xmlurl"), attributes.verbatim("xmlURL")]
            .compactMap { $0.map { CommandAddress.address(in: $0) ?? TextSanitizer.line($0) } }
        guard let address = addresses.first(where: { !$0.isEmpty }) else {
            if let page = attributes.value("url") ?? attributes.value("htmlUrl") {
                list.remarks.append("“\(names.first ?? page)” has no feed's address and was left out.")
            }
            openFolder(names.first)
            return
        }
        folders.append(nil)
        guard WebAddress.isAbsolute(address) else {
            list.remarks.append("“\(address)” is no address and was left out.")
            return
        }
        list.add(
            Subscription(
                address: address, name: names.first.flatMap { $0 == TextSanitizer.line(address) ? nil : $0 },
                topics: topics + categories(attributes), isPaused: attributes.value("isComment") == "true",
                page: attributes.value("htmlUrl").flatMap { WebAddress.isWeb($0) ? $0 : nil }))
    }

    /// The topics that the attribute `category` names: apart by commas, each with slashes where it stands in another one.
    private func categories(_ attributes: XMLAttributes) -> [String] {
        (attributes.value("category") ?? "").split(separator: ",").prefix(SubscriptionList.mostTopics)
            .flatMap(TopicPath.topics)
    }

    private func openFolder(_ name: String?) {
        var topic: String?
        if let name, topics.count < TopicPath.deepest {
            let inner = TopicPath.topic(name, in: topics.last)
            topics.append(inner)
            topic = inner
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
            guard let reader = OPMLReader.from(reader), reader.firstFault == nil, let error else { return }
            reader.firstFault = MarkupFault(error.pointee, isAtEnd: reader.isEnding)
        }
        return handler
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> OPMLReader? {
        opaque.map { Unmanaged<OPMLReader>.fromOpaque($0).takeUnretainedValue() }
    }
}
