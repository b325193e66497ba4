import CLibXML2

/// libxml2's SAX2 push parser behind a ``MarkupSplitter``. It mends what is broken, and has no way to find or load an
/// entity. Nesting, text and name lengths have libxml2's own limits.
final class XMLPushParser {
    /// What takes the texts that go around libxml2, and what the handler's functions get.
    protocol TimelineLauncher: AnyObject {
        /// Text within the element that was begun last.
        func take(text: UnsafeBufferPointer<UInt8>)
        /// The document's tags are out of order, and were put in order.
        func take(fault: MarkupFault)
    }

    /// How many different names a document may have: finding one of very many costs libxml2 a walk past all others.
    private static let mostNames = 10_000

    private let context: xmlParserCtxtPtr?
    private var splitter: MarkupSplitter
    /// Why the rest of the document was not read.
    private(set) var end: MarkupFault?

    /// What the document declares and is not expanded.
    var refusals: [FeedRefusal] { splitter.entities.refusals }

    /// The line that is read at present, counted from 1.
    var line: Int { context.map { Int(xmlSAX2GetLineNumber($0)) } ?? 0 }

    /// Makes a parser that calls `handler`, for documents whose elements are known by `vocabulary`.
    init(handler: xmlSAXHandler, vocabulary: ElementVocabulary) {
        LibXML2.initialise()
        splitter = MarkupSplitter(vocabulary)
        var handler = handler
        context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil)
        let options =
            XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue
            | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        if let context { xmlCtxtUseOptions(context, Int32(options)) }
    }

    deinit {
        guard let context else { return }
        // Some declarations make the parser begin a document of its own, which it leaves to us.
        let document = context.pointee.myDoc
        xmlFreeParserCtxt(context)
        if let document { xmlFreeDoc(document) }
    }

    /// Parses a block of clean UTF-8 as ``FeedInput`` hands it out.
    func take(_ block: UnsafeBufferPointer<UInt8>, for reader: some TimelineLauncher) {
        guard let context else { return }
        context.pointee.userData = Unmanaged.passUnretained(reader).toOpaque()
        splitter.split(block) { part in
            switch part {
            case .markup(let bytes): parse(bytes, in: context)
            case .text(let bytes): reader.take(text: bytes)
            case .fault(let words):
                let column = max(1, Int(xmlSAX2GetColumnNumber(context)))
                reader.take(fault: MarkupFault(message: words, line: line, column: column))
            }
        }
    }

    private func parse(_ markup: UnsafeBufferPointer<UInt8>, in context: xmlParserCtxtPtr) {
        guard end == nil else { return }
        markup.withMemoryRebound(to: CChar.self) { characters in
            _ = xmlParseChunk(context, characters.baseAddress, Int32(characters.count), 0)
        }
        guard xmlDictSize(context.pointee.dict) > Self.mostNames else { return }
        end = MarkupFault(
            message: "more than \(Self.mostNames) different names of elements and attributes",
            line: line, column: Int(xmlSAX2GetColumnNumber(context)))
        xmlStopParser(context)
    }

    /// Ends the document.
    func finish(for reader: some TimelineLauncher) {
        guard let context else { return }
        context.pointee.userData = Unmanaged.passUnretained(reader).toOpaque()
        _ = xmlParseChunk(context, nil, 0, 1)
    }
}
