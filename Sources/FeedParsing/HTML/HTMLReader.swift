import CLibXML2
import WebText

/// What takes the elements and texts of an HTML document as they come.
protocol HTMLSink: AnyObject {
    /// Whether enough was read.
    var isFull: Bool { get }
    /// An element begins.
    func start(_ name: String, _ attributes: HTMLAttributes)
    /// An element ends.
    func end(_ name: String)
    /// Text.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Reads HTML as browsers have taught people to write it, through libxml2's HTML parser, as a stream: no tree is built.
enum HTMLReader {
    /// Longer documents are cut: a reader shows texts, not books in one line.
    static let longest = 4 << 20

    /// Reads `markup`, which is a part of a page, and hands it on to `sink` until that is full.
    ///
    /// libxml2 puts text that stands in no element into a paragraph, which would tear it from an element in front of it
    /// (`<b>Rain</b> in Spa`). So all of it is read as if it stood in one, which means nothing to anybody, and its beginning in
    /// a paragraph.
    static func readPart(_ markup: UnsafeBufferPointer<UInt8>, into sink: any HTMLSink) {
        guard !markup.isEmpty else { return }
        let part = UnsafeBufferPointer(rebasing: markup.prefix(longest))
        var whole = ByteArena(capacity: part.count + 16)
        whole.append("<x-text><p>")
        appendResolved(part, to: &whole)
        read(whole.bytes(), into: sink)
    }

    /// Appends `markup` with the characters in place of references: libxml2 knows those of HTML 4 alone.
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
            let meaning = reading.meaning ?? CharacterReference.readBare(markup, at: at, isSplitting: !isInTag).meaning
            guard let meaning else { continue }
            whole.append(markup, start..<at)
            for scalar in [meaning.first, meaning.second].compactMap(\.self) {
                // What HTML is made of stays a reference.
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

    /// Reads `markup` and hands it on to `sink` until that is full.
    static func read(_ markup: UnsafeBufferPointer<UInt8>, into sink: any HTMLSink) {
        guard !markup.isEmpty else { return }
        LibXML2.initialise()
        let length = Int32(min(markup.count, longest))
        let bytes = UnsafeRawPointer(markup.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard let context = htmlCreateMemoryParserCtxt(bytes, length) else { return }
        defer { htmlFreeParserCtxt(context) }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue
            | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
            | HTML_PARSE_NODEFDTD.rawValue
        htmlCtxtUseOptions(context, Int32(options))
        xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        let relay = Relay(sink: sink, context: context)
        context.pointee.sax.pointee = makeHandler()
        withExtendedLifetime(relay) {
            context.pointee.userData = Unmanaged.passUnretained(relay).toOpaque()
            htmlParseDocument(context)
        }
    }

    /// What the parser's callbacks reach: the sink, and the parser that they may stop.
    private final class Relay {
        private let sink: any HTMLSink
        private let context: htmlParserCtxtPtr

        init(sink: any HTMLSink, context: htmlParserCtxtPtr) {
            self.sink = sink
            self.context = context
        }

        static func from(_ opaque: UnsafeMutableRawPointer?) -> Relay? {
            opaque.map { Unmanaged<Relay>.fromOpaque($0).takeUnretainedValue() }
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
        handler.startElement = { relay, name, attributes in
            guard let relay = Relay.from(relay), let name else { return }
            relay.pass { $0.start(String(cString: name), HTMLAttributes(attributes)) }
        }
        handler.endElement = { relay, name in
            guard let relay = Relay.from(relay), let name else { return }
            relay.pass { $0.end(String(cString: name)) }
        }
        handler.characters = { relay, text, count in
            guard let relay = Relay.from(relay), let text else { return }
            relay.pass { $0.text(UnsafeBufferPointer(start: text, count: Int(count))) }
        }
        handler.ignorableWhitespace = handler.characters
        // Scripts and styles come as CDATA: nobody wants to read them.
        handler.serror = { _, _ in }
        return handler
    }
}

/// The attributes of an HTML element; valid only while the reader calls.
struct HTMLAttributes {
    private let pairs: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// Wraps what the parser handed over.
    init(_ pairs: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
        self.pairs = pairs
    }

    /// The value of the attribute, on one line; nil where there is none or it has no value.
    func value(_ name: StaticString) -> String? {
        guard let pairs else { return nil }
        var index = 0
        while let key = pairs[index] {
            if name.isEqual(to: key) { return pairs[index + 1].map { TextSanitizer.line(String(cString: $0)) } }
            index += 2
        }
        return nil
    }

    /// Whether the attribute is there, with or without a value.
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
