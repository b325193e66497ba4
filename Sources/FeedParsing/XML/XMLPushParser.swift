import CLibXML2
import EngineConcepts

/// libxml2's SAX2 push parser behind a ``MarkupSplitter``. Repairs broken documents and cannot find or load an
/// entity. Nesting, text length and name length have libxml2's limits.
final class XMLPushParser {
    /// Receives the text that bypasses libxml2; also the context of the handler's functions.
    protocol Delegate: AnyObject {
        /// Handles text in the innermost open element.
        func receive(text: UnsafeBufferPointer<UInt8>)
        /// Handles the first place where tags were unbalanced and repaired.
        func receive(error: MarkupError)
    }

    /// The maximum number of distinct names, since libxml2's lookup slows down with very many.
    private static let maximumNames = 10_000

    private let context: xmlParserCtxtPtr?
    private var splitter: MarkupSplitter
    /// The reason why the rest of the document was not parsed.
    private(set) var end: MarkupError?

    /// The declared entities that are not expanded.
    var blockedContent: [BlockedContent] { splitter.entities.blockedContent }

    /// The current line, counted from 1.
    var line: Int { context.map { Int(xmlSAX2GetLineNumber($0)) } ?? 0 }

    /// Creates a parser that calls `handler`, for documents with this vocabulary.
    init(handler: xmlSAXHandler, vocabulary: ElementVocabulary) {
        _ = LibXML2.setup
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
        // Some declarations make the parser create a document, which the caller must free.
        let document = context.pointee.myDoc
        xmlFreeParserCtxt(context)
        if let document { xmlFreeDoc(document) }
    }

    /// Parses a block of clean UTF-8 from ``FeedInput``.
    func parse(_ block: UnsafeBufferPointer<UInt8>, for reader: some Delegate) {
        guard let context else { return }
        context.pointee.userData = Unmanaged.passUnretained(reader).toOpaque()
        splitter.split(block) { part in
            switch part {
            case .markup(let bytes): parse(bytes, in: context)
            case .text(let bytes): reader.receive(text: bytes)
            case .error(let message):
                let column = max(1, Int(xmlSAX2GetColumnNumber(context)))
                reader.receive(error: MarkupError(message: message, line: line, column: column))
            }
        }
    }

    private func parse(_ markup: UnsafeBufferPointer<UInt8>, in context: xmlParserCtxtPtr) {
        guard end == nil else { return }
        markup.withMemoryRebound(to: CChar.self) { characters in
            _ = xmlParseChunk(context, characters.baseAddress, Int32(characters.count), 0)
        }
        guard xmlDictSize(context.pointee.dict) > Self.maximumNames else { return }
        end = MarkupError(
            message: Message("tooManyNames", ["count": .number(Self.maximumNames)]),
            line: line, column: Int(xmlSAX2GetColumnNumber(context)))
        xmlStopParser(context)
    }

    func finish(for reader: some Delegate) {
        guard let context else { return }
        context.pointee.userData = Unmanaged.passUnretained(reader).toOpaque()
        _ = xmlParseChunk(context, nil, 0, 1)
    }
}

extension XMLPushParser.Delegate {
    /// Returns the reader that is the context of a handler's function.
    static func from(_ context: UnsafeMutableRawPointer?) -> Self? {
        context.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}
