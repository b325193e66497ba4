import CLibXML2

/// Parses an XML feed into a ``FeedDocument``.
///
/// Owns the XML parser and passes its events to ``FeedBuilder``.
final class FeedXMLReader: XMLPushParser.Delegate {
    private let parser = XMLPushParser(handler: FeedXMLReader.makeHandler(), vocabulary: .feeds)
    /// Unchecked, because the parser's callbacks run one after another, millions per second, and nothing else can
    /// access it.
    @exclusivity(unchecked) private var builder: FeedBuilder
    private var firstError: MarkupError?
    /// True when all bytes of the document were read.
    private var isEnding = false

    init(base: String?, maximumItems: Int) {
        builder = FeedBuilder(base: base, maximumItems: maximumItems)
    }

    /// Parses a block of clean UTF-8.
    func parse(_ block: UnsafeBufferPointer<UInt8>) {
        parser.parse(block, for: self)
    }

    func receive(text: UnsafeBufferPointer<UInt8>) {
        builder.text(text)
    }

    func receive(error: MarkupError) {
        firstError = firstError ?? error
    }

    /// Ends the document and returns what was parsed.
    func finish() throws(FeedError) -> FeedDocument {
        isEnding = true
        parser.finish(for: self)
        var document = try builder.finish(error: parser.end ?? firstError)
        document.blockedContent = parser.blockedContent
        return document
    }
}

// MARK: Parser events

extension FeedXMLReader {
    private static func makeHandler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { reader, local, prefix, uri, _, _, count, _, attributes in
            guard let reader = FeedXMLReader.from(reader), let local else { return }
            let name = XMLName(local: local, prefix: prefix, uri: uri)
            reader.builder.start(XMLStartTag(name: name, attributes: XMLAttributes(attributes, count: Int(count))))
        }
        handler.endElementNs = { reader, local, _, _ in
            guard let reader = FeedXMLReader.from(reader), let local else { return }
            reader.builder.end(local: local)
        }
        handler.characters = { reader, text, count in
            guard let reader = FeedXMLReader.from(reader), let text else { return }
            // In a broken tag, the parser may see text where the splitter saw a tag.
            Placeholder.resolving(UnsafeBufferPointer(start: text, count: Int(count))) { reader.builder.text($0) }
        }
        handler.ignorableWhitespace = handler.characters
        handler.serror = { reader, error in
            guard let reader = FeedXMLReader.from(reader), let error else { return }
            reader.record(error.pointee)
        }
        return handler
    }

    private func record(_ error: xmlError) {
        if firstError == nil { firstError = MarkupError(error, isAtEnd: isEnding) }
    }
}
