import CLibXML2
import WebText

/// Receives the elements and texts of an HTML document.
protocol HTMLSink: AnyObject {
    /// True if the rest of the document is not needed.
    var isFull: Bool { get }
    /// Handles a start tag.
    func start(_ name: String, _ attributes: HTMLAttributes)
    /// Handles an end tag.
    func end(_ name: String)
    /// Handles text.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Parses HTML with libxml2's HTML parser, as tolerantly as browsers do. Streams events; builds no tree.
enum HTMLReader {
    /// The maximum length in bytes; longer documents are truncated.
    static let maximumLength = 4 << 20

    /// Parses a fragment of a page and passes it to `sink` until that is full.
    ///
    /// libxml2 puts text outside any element into a paragraph, which would separate it from an element before it
    /// (`<b>Rain</b> in Spa`). So the fragment is wrapped in an element without meaning and starts in a paragraph.
    static func readPart(_ markup: UnsafeBufferPointer<UInt8>, into sink: any HTMLSink) {
        guard !markup.isEmpty else { return }
        let part = UnsafeBufferPointer(rebasing: markup.prefix(maximumLength))
        var whole = ByteArena(capacity: part.count + 16)
        whole.append("<x-text><p>")
        appendResolved(part, to: &whole)
        read(whole.bytes(), into: sink)
    }

    /// Appends `markup` with its references resolved, since libxml2 only knows the names of HTML 4.
    private static func appendResolved(_ markup: UnsafeBufferPointer<UInt8>, to whole: inout ByteArena) {
        var cursor = MarkupCursor(bytes: markup)
        var start = 0
        var isInTag = false
        var seen = 0
        while cursor.find("&") {
            let at = cursor.index
            isInTag = markup[seen..<at].last { $0 == 0x3c || $0 == 0x3e }.map { $0 == 0x3c } ?? isInTag
            seen = at
            cursor.index += 1
            let reading = CharacterReference.read(markup, at: at)
            let meaning =
                reading.meaning
                ?? CharacterReference.readWithoutSemicolon(markup, at: at, isSplitting: !isInTag).meaning
            guard let meaning else { continue }
            whole.append(markup, start..<at)
            for scalar in [meaning.first, meaning.second].compactMap(\.self) {
                // ASCII characters stay escaped, since they may be HTML syntax.
                if scalar.isASCII {
                    "&#\(scalar.value);".utf8.forEach { whole.append($0) }
                } else {
                    whole.append(scalar)
                }
            }
            start = meaning.end
            cursor.index = meaning.end
        }
        whole.append(markup, start..<markup.count)
    }

    /// Parses `markup` and passes it to `sink` until that is full.
    static func read(_ markup: UnsafeBufferPointer<UInt8>, into sink: any HTMLSink) {
        guard !markup.isEmpty else { return }
        LibXML2.initialise()
        let length = Int32(min(markup.count, maximumLength))
        let bytes = UnsafeRawPointer(markup.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard let context = htmlCreateMemoryParserCtxt(bytes, length) else { return }
        defer { htmlFreeParserCtxt(context) }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue
            | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
            | HTML_PARSE_NODEFDTD.rawValue
        htmlCtxtUseOptions(context, Int32(options))
        xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        let callbacks = CallbackContext(sink: sink, context: context)
        context.pointee.sax.pointee = makeHandler()
        withExtendedLifetime(callbacks) {
            context.pointee.userData = Unmanaged.passUnretained(callbacks).toOpaque()
            htmlParseDocument(context)
        }
    }

    /// The context of the parser's callbacks: the sink, and the parser, which they can stop.
    private final class CallbackContext {
        private let sink: any HTMLSink
        private let context: htmlParserCtxtPtr

        init(sink: any HTMLSink, context: htmlParserCtxtPtr) {
            self.sink = sink
            self.context = context
        }

        static func from(_ opaque: UnsafeMutableRawPointer?) -> CallbackContext? {
            opaque.map { Unmanaged<CallbackContext>.fromOpaque($0).takeUnretainedValue() }
        }

        func pass(_ event: (any HTMLSink) -> Void) {
            guard !sink.isFull else {
                xmlStopParser(context)
                return
            }
            event(sink)
        }
    }

    private static func makeHandler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElement = { callbacks, name, attributes in
            guard let callbacks = CallbackContext.from(callbacks), let name else { return }
            callbacks.pass { $0.start(String(cString: name), HTMLAttributes(attributes)) }
        }
        handler.endElement = { callbacks, name in
            guard let callbacks = CallbackContext.from(callbacks), let name else { return }
            callbacks.pass { $0.end(String(cString: name)) }
        }
        handler.characters = { callbacks, text, count in
            guard let callbacks = CallbackContext.from(callbacks), let text else { return }
            callbacks.pass { $0.text(UnsafeBufferPointer(start: text, count: Int(count))) }
        }
        handler.ignorableWhitespace = handler.characters
        // Scripts and styles arrive as CDATA and are ignored.
        handler.serror = { _, _ in }
        return handler
    }
}

/// The attributes of an HTML element; valid only during the callback.
struct HTMLAttributes {
    private let pairs: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// Wraps the parser's array.
    init(_ pairs: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
        self.pairs = pairs
    }

    /// Returns the value on one line, or `nil` if there is no such attribute or it has no value.
    func value(_ name: StaticString) -> String? {
        guard let pairs else { return nil }
        var index = 0
        while let key = pairs[index] {
            if name.isEqual(to: key) { return pairs[index + 1].map { TextSanitizer.line(String(cString: $0)) } }
            index += 2
        }
        return nil
    }

    /// Returns true if the attribute exists, with or without a value.
    func has(_ name: StaticString) -> Bool {
        guard let pairs else { return false }
        var index = 0
        while let key = pairs[index] {
            if name.isEqual(to: key) { return true }
            index += 2
        }
        return false
    }
}
