import CLibXML2

/// Reads a feed in XML through libxml2's SAX2 push parser and builds a ``FeedDocument``.
///
/// This half is the glue: it owns the parser and hands elements and text on to ``FeedBuilder``. The parser sees no
/// references (see ``StandIn``) and is given no way to declare, find or load an entity. Nesting, text and name lengths
/// have libxml2's own limits.
final class FeedXMLReader {
    private var context: xmlParserCtxtPtr?
    /// Unchecked, because the callbacks that reach it come one after another on the parser's stack and take turns at
    /// millions per second; nothing else can hold it.
    @exclusivity(unchecked) private var builder: FeedBuilder
    private(set) var firstFault: MarkupFault?

    /// Reads a document that was found at `base`.
    init(base: String?) {
        builder = FeedBuilder(base: base)
        LibXML2.initialise()
        var handler = Self.makeHandler()
        let opaque = Unmanaged.passUnretained(self).toOpaque()
        context = xmlCreatePushParserCtxt(&handler, opaque, nil, 0, nil)
        let options =
            XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue
            | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        if let context { xmlCtxtUseOptions(context, Int32(options)) }
    }

    deinit {
        guard let context else { return }
        // Declarations of entities make the parser begin a document of its own, which it leaves to us.
        let document = context.pointee.myDoc
        xmlFreeParserCtxt(context)
        if let document { xmlFreeDoc(document) }
    }

    /// Parses a block of clean UTF-8.
    func take(_ block: UnsafeBufferPointer<UInt8>) {
        block.withMemoryRebound(to: CChar.self) { characters in
            _ = xmlParseChunk(context, characters.baseAddress, Int32(characters.count), 0)
        }
    }

    /// Ends the document and answers what was found in it.
    func finish() throws(FeedError) -> FeedDocument {
        _ = xmlParseChunk(context, nil, 0, 1)
        return try builder.finish(fault: firstFault)
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
            reader.builder.text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = { reader, text, count in
            guard let reader = FeedXMLReader.from(reader), let text else { return }
            reader.builder.text(UnsafeBufferPointer(start: text, count: Int(count)), isSection: true)
        }
        handler.serror = { reader, error in
            guard let reader = FeedXMLReader.from(reader), let error else { return }
            reader.note(error.pointee)
        }
        return handler
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> FeedXMLReader? {
        opaque.map { Unmanaged<FeedXMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func note(_ error: xmlError) {
        if firstFault == nil, error.level.rawValue >= XML_ERR_ERROR.rawValue,
            error.domain != Int32(XML_FROM_NAMESPACE.rawValue)
        {
            firstFault = MarkupFault(
                message: TextSanitizer.line(error.message.map { String(cString: $0) } ?? "not well-formed"),
                line: Int(error.line), column: Int(error.int2))
        }
    }
}
