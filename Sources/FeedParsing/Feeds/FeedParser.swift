import WebText

/// Parses a feed from bytes in any chunks: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed. Repairs a broken document if
/// its meaning is clear; otherwise throws the reason.
///
/// The same bytes give the same document however they are split. Not thread-safe: use one parser per document.
public final class FeedParser {
    private enum Mode {
        case undecided
        case xml(FeedXMLReader)
        case json
        case page
        case unreadable
    }

    /// The state of decompression. Files are compressed, and so are responses from servers that do not declare it.
    private enum Compression {
        case unknown(first: [UInt8])
        case none
        case gzip(DeflateDecompressor)
    }

    /// The maximum size of a web page that is searched for feeds.
    private static let maximumPageLength = 2 << 20
    /// The maximum number of bytes before the first element.
    private static let maximumJunkLength = 64 * 1024

    /// The default maximum number of items. The largest archives served as one feed have some ten thousand.
    public static let defaultMaximumItems = 100_000

    private let base: String?
    private let maximumItems: Int
    private var input: FeedInput
    private var mode = Mode.undecided
    private var buffer: [UInt8] = []
    /// The compression of the document, and any error in it.
    private var compression = Compression.unknown(first: [])
    private var decompressionError: FeedError?
    /// True if there were control bytes before any text.
    private var hasControls = false

    /// Creates a parser for a document at `base` whose transport declares `charset`. It reads the first `maximumItems`
    /// items at most, which bounds the memory for a document.
    public init(base: String? = nil, charset: String? = nil, maximumItems: Int = defaultMaximumItems) {
        self.base = base
        self.maximumItems = maximumItems
        input = FeedInput(charset: charset)
    }

    /// Parses a whole document at once.
    public static func parse(
        _ bytes: some Sequence<UInt8>, base: String? = nil, charset: String? = nil,
        maximumItems: Int = defaultMaximumItems
    ) throws(FeedError) -> FeedDocument {
        let parser = FeedParser(base: base, charset: charset, maximumItems: maximumItems)
        if bytes.withContiguousStorageIfAvailable({ parser.append(UnsafeRawBufferPointer($0)) }) == nil {
            parser.append(Array(bytes))
        }
        return try parser.finish()
    }

    /// True while the rest of the document may matter and must be fetched.
    public var wantsMore: Bool {
        guard decompressionError == nil else { return false }
        return switch mode {
        case .undecided, .xml, .json: true
        case .page: buffer.count < Self.maximumPageLength
        case .unreadable: false
        }
    }

    /// Parses the next chunk.
    public func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Parses the next chunk.
    public func append(_ bytes: UnsafeRawBufferPointer) {
        guard wantsMore else { return }
        switch compression {
        case .none: appendDecompressed(bytes)
        case .gzip(let decompressor): decompress(bytes, by: decompressor)
        case .unknown(let first) where first.isEmpty && DeflateDecompressor.beginsGzip(bytes.prefix(2)) == false:
            compression = .none
            appendDecompressed(bytes)
        case .unknown(let first):
            let beginning = first + bytes
            guard let isCompressed = DeflateDecompressor.beginsGzip(beginning) else {
                compression = .unknown(first: beginning)
                return
            }
            if isCompressed, let decompressor = DeflateDecompressor(.wrapped) {
                compression = .gzip(decompressor)
            } else {
                compression = .none
            }
            append(beginning)
        }
    }

    private func decompress(_ bytes: UnsafeRawBufferPointer, by decompressor: DeflateDecompressor) {
        do throws(DecompressionError) {
            try decompressor.decompress(bytes) { if !$0.isEmpty, wantsMore { appendDecompressed($0) } }
        } catch {
            decompressionError = error == .broken ? .damagedGzip : .gzipTooLarge
        }
    }

    private func appendDecompressed(_ bytes: UnsafeRawBufferPointer) {
        if case .undecided = mode, !hasControls {
            hasControls = bytes.prefix(1024).contains { $0 < 0x20 && !$0.isASCIIWhitespace }
        }
        input.append(bytes) { block in read(block) }
    }

    /// Ends the document and returns what was parsed.
    public func finish() throws(FeedError) -> FeedDocument {
        if case .unknown(let first) = compression, !first.isEmpty { first.withUnsafeBytes { appendDecompressed($0) } }
        input.finish { block in read(block) }
        if let decompressionError { throw decompressionError }
        if case .undecided = mode, !buffer.isEmpty { decide(isAtEnd: true) }
        var document: FeedDocument
        switch mode {
        case .undecided: throw hasControls ? .unreadable : .empty
        case .xml(let reader):
            do throws(FeedError) {
                document = try reader.finish()
            } catch {
                // In binary data, some bytes look like a tag by chance.
                throw input.isBinary ? .unreadable : error
            }
        case .json: document = try JSONFeedReader.read(buffer, base: base, maximumItems: maximumItems)
        case .page: throw .webPage(buffer.withUnsafeBufferPointer { WebPageReader.read($0, base: base) })
        case .unreadable: throw .unreadable
        }
        if case .gzip(let decompressor) = compression { document.hasChecksumError = decompressor.hasChecksumError }
        document.assumedEncoding = input.assumed
        document.blockOversizedTexts()
        return document
    }

    private func read(_ block: UnsafeBufferPointer<UInt8>) {
        switch mode {
        case .undecided:
            buffer.append(contentsOf: block)
            decide(isAtEnd: false)
        case .xml(let reader): reader.parse(block)
        case .json, .page: buffer.append(contentsOf: block)
        case .unreadable: break
        }
    }

    /// Determines the kind of document and where it begins.
    private func decide(isAtEnd: Bool) {
        let start = buffer.firstIndex { !$0.isASCIIWhitespace }
        guard let start else {
            buffer = []
            return
        }
        if buffer[start] == .leftBrace {
            mode = .json
            return
        }
        guard let beginning = Self.beginning(of: buffer) else {
            if isAtEnd || buffer.count > Self.maximumJunkLength { mode = .unreadable }
            return
        }
        if Self.isPage(buffer[beginning...]) {
            mode = .page
            return
        }
        let reader = FeedXMLReader(base: base, maximumItems: maximumItems)
        mode = .xml(reader)
        buffer.withUnsafeBufferPointer { reader.parse(UnsafeBufferPointer(rebasing: $0[beginning...])) }
        buffer = []
    }

    /// Returns true if HTML comes before any part of a feed: its start tag, or an element with which pages begin.
    private static func isPage(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Nothing comes before it.
        if beginsFeed(bytes) { return false }
        let head = bytes.prefix(2048).map(\.lowercasedASCII)
        func place(_ mark: StaticString) -> Int? { head.firstRange(ofBytes: mark)?.lowerBound }
        let feed = [place("<rss"), place("<feed"), place("<rdf")].compactMap(\.self).min()
        if feed == nil, ["<title>", "<meta ", "<link ", "<head>"].contains(where: { place($0) == 0 }) {
            return place("<item") == nil && place("<entry") == nil
        }
        guard let page = [place("<!doctype html"), place("<html")].compactMap(\.self).min() else { return false }
        return feed.map { page < $0 } ?? true
    }

    /// Returns true if the bytes begin with the root element of a feed.
    private static func beginsFeed(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: "<rss".utf8) || bytes.starts(with: "<feed".utf8)
    }

    /// Returns where the document begins: at a nearby XML declaration or a feed's root element, since programs print
    /// warnings before it; otherwise at the first tag.
    private static func beginning(of bytes: [UInt8]) -> Int? {
        let head = bytes.prefix(maximumJunkLength)
        guard let first = head.firstIndex(of: .lessThan) else { return nil }
        let near = head[first...].prefix(8192)
        // Most documents begin at once, so that nothing has to be looked for.
        if near.starts(with: "<?xml".utf8) || beginsFeed(near) || isPage(near) { return first }
        let marks: [StaticString] = ["<?xml", "<!DOCTYPE", "<rss", "<feed", "<rdf:RDF"]
        return marks.compactMap { near.firstRange(ofBytes: $0)?.lowerBound }.min() ?? first
    }
}
