import CLibXML2

/// Reads a feed in XML and builds a ``FeedDocument``.
///
/// This half is the glue: it owns the parser and hands elements and text on to ``FeedBuilder``.
final class FeedXMLReader: XMLPushParser.TimelineLauncher {
    private let parser = XMLPushParser(handler: FeedXMLReader.makeHandler(), vocabulary: .feeds)
    /// Unchecked, because the callbacks that reach it come one after another on the parser's stack and take turns at
    /// millions per second; nothing else can hold it.
    @exclusivity(unchecked) private var builder: FeedBuilder
    private var firstFault: MarkupFault?
    /// Whether all bytes of the document were read.
    private var isEnding = false

    /// Reads a document that was found at `base`, up to so many items.
    init(base: String?, mostItems: Int) {
        builder = FeedBuilder(base: base, mostItems: mostItems)
    }

    /// Parses a block of clean UTF-8.
    func take(_ block: UnsafeBufferPointer<UInt8>) {
        parser.take(block, for: self)
    }

    func take(text: UnsafeBufferPointer<UInt8>) {
        builder.text(text)
    }

    func take(fault: MarkupFault) {
        firstFault = firstFault ?? fault
    }

    /// Ends the document and answers what was found in it.
    func finish() throws(FeedError) -> FeedDocument {
        isEnding = true
        parser.finish(for: self)
        var document = try builder.finish(fault: parser.end ?? firstFault)
        document.refusals = parser.refusals
        return document
    }
}

// MARK: What the parser calls

extension FeedXMLReader {
    private static func makeHandler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { reader, local, prefix, uri, _, _, count, _, attributes in
            guard let reader = FeedXMLReader.from(reader), let local else { return }
            reader.builder.start(
                local: local, prefix: prefix, uri: uri, attributes: XMLAttributes(attributes, count: Int(count)))
        }
        handler.endElementNs = { reader, local, _, _ in
            guard let reader = FeedXMLReader.from(reader), let local else { return }
            reader.builder.end(local: local)
        }
        handler.characters = { reader, text, count in
            guard let reader = FeedXMLReader.from(reader), let text else { return }
            reader.take(plainText: UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.ignorableWhitespace = handler.characters
        handler.serror = { reader, error in
            guard let reader = FeedXMLReader.from(reader), let error else { return }
            reader.note(error.pointee)
        }
        return handler
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> FeedXMLReader? {
        opaque.map { Unmanaged<FeedXMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func take(plainText text: UnsafeBufferPointer<UInt8>) {
        guard text.contains(StandIn.mark) else { return builder.text(text) }
        // Where a tag is broken, the parser may see text in what the splitter took for the tag.
        var resolved = ByteArena(capacity: text.count)
        StandIn.resolve(text, into: &resolved)
        builder.text(resolved.bytes())
    }

    private func note(_ error: xmlError) {
        if firstFault == nil { firstFault = MarkupFault(error, isAtEnd: isEnding) }
    }
}
