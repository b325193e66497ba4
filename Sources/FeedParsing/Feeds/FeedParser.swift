import WebText

/// Reads a feed out of bytes, in whatever pieces they come: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed. What is broken
/// is mended where the meaning is plain; what is no feed is refused with the reason.
///
/// The same bytes give the same document however they are cut. Not thread-safe: one parser, one document, one task.
public final class FeedParser {
    private enum Mode {
        case undecided
        case xml(FeedXMLReader)
        case json
        case page
        case unreadable
    }

    /// Whether the document is packed. Files are, and what servers send that forget to say so.
    private enum Packing {
        case unknown(first: [UInt8])
        case none
        case gzip(Inflater)
    }

    /// How much of a web page is kept to look for its feeds.
    private static let longestPage = 2 << 20
    /// How much may stand before the first element.
    private static let longestJunk = 64 * 1024

    /// More items than this are not read, where nobody says otherwise. The largest archives that are served as one feed
    /// have some ten thousand.
    public static let standardItems = 100_000

    private let base: String?
    private let mostItems: Int
    private var input: FeedInput
    private var mode = Mode.undecided
    private var held: [UInt8] = []
    /// How the document is packed, and what is wrong with that.
    private var packing = Packing.unknown(first: [])
    private var packingFault: FeedError?
    /// Whether there were bytes that no text has, before there was any text.
    private var hasControls = false

    /// Reads a document that was found at `base`, of which the transport says that it is in `charset`, and no more than its
    /// first `mostItems` items: what they take bounds what a document can take.
    public init(base: String? = nil, charset: String? = nil, mostItems: Int = standardItems) {
        self.base = base
        self.mostItems = mostItems
        input = FeedInput(charset: charset)
    }

    /// Reads a whole document at once.
    public static func parse(
        _ bytes: some Sequence<UInt8>, base: String? = nil, charset: String? = nil, mostItems: Int = standardItems
    ) throws(FeedError) -> FeedDocument {
        let parser = FeedParser(base: base, charset: charset, mostItems: mostItems)
        if bytes.withContiguousStorageIfAvailable({ parser.take(UnsafeRawBufferPointer($0)) }) == nil {
            parser.take(Array(bytes))
        }
        return try parser.finish()
    }

    /// Whether the rest of the document can still matter. Where it cannot, it need not even be fetched.
    public var wantsMore: Bool {
        guard packingFault == nil else { return false }
        return switch mode {
        case .undecided, .xml, .json: true
        case .page: held.count < Self.longestPage
        case .unreadable: false
        }
    }

    /// Reads the next piece.
    public func take(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { take($0) }
    }

    /// Reads the next piece.
    public func take(_ bytes: UnsafeRawBufferPointer) {
        guard wantsMore else { return }
        switch packing {
        case .none: takeUnpacked(bytes)
        case .gzip(let inflater): unpack(bytes, by: inflater)
        case .unknown(let first) where first.isEmpty && Inflater.begins(bytes.prefix(2)) == false:
            packing = .none
            takeUnpacked(bytes)
        case .unknown(let first):
            let beginning = first + bytes
            guard let isPacked = Inflater.begins(beginning) else {
                packing = .unknown(first: beginning)
                return
            }
            if isPacked, let inflater = Inflater(.headed) { packing = .gzip(inflater) } else { packing = .none }
            take(beginning)
        }
    }

    private func unpack(_ bytes: UnsafeRawBufferPointer, by inflater: Inflater) {
        do throws(Inflater.Fault) {
            try inflater.unpack(bytes) { if !$0.isEmpty, wantsMore { takeUnpacked($0) } }
        } catch {
            packingFault = error == .tooLong ? .packedTooTightly : .brokenPacking
        }
    }

    private func takeUnpacked(_ bytes: UnsafeRawBufferPointer) {
        if case .undecided = mode, !hasControls {
            hasControls = bytes.prefix(1024).contains { $0 < 0x20 && !$0.isASCIIWhitespace }
        }
        input.take(bytes) { block in read(block) }
    }

    /// Ends the document and answers what was found in it.
    public func finish() throws(FeedError) -> FeedDocument {
        if case .unknown(let first) = packing, !first.isEmpty { first.withUnsafeBytes { takeUnpacked($0) } }
        input.finish { block in read(block) }
        if let packingFault { throw packingFault }
        if case .undecided = mode, !held.isEmpty { decide(isAtEnd: true) }
        var document: FeedDocument
        switch mode {
        case .undecided: throw hasControls ? .unreadable : .empty
        case .xml(let reader): document = try reader.finish()
        case .json: document = try JSONFeedReader.read(held, base: base, mostItems: mostItems)
        case .page: throw .webPage(held.withUnsafeBufferPointer { WebPageReader.read($0, base: base) })
        case .unreadable: throw .unreadable
        }
        if case .gzip(let inflater) = packing { document.isDoubtful = inflater.isDoubtful }
        document.assumedEncoding = input.assumed
        document.refuseEndlessTexts()
        return document
    }

    private func read(_ block: UnsafeBufferPointer<UInt8>) {
        switch mode {
        case .undecided:
            held.append(contentsOf: block)
            decide(isAtEnd: false)
        case .xml(let reader): reader.take(block)
        case .json: held.append(contentsOf: block)
        case .page: held.append(contentsOf: block)
        case .unreadable: break
        }
    }

    /// Looks at the beginning: at what kind of document it is, and where it really begins.
    private func decide(isAtEnd: Bool) {
        let start = held.firstIndex { !$0.isASCIIWhitespace }
        guard let start else {
            held = []
            return
        }
        if held[start] == 0x7b {
            mode = .json
            return
        }
        guard let beginning = Self.beginning(of: held) else {
            if isAtEnd || held.count > Self.longestJunk { mode = .unreadable }
            return
        }
        if Self.isPage(held[beginning...]) {
            mode = .page
            return
        }
        let reader = FeedXMLReader(base: base, mostItems: mostItems)
        mode = .xml(reader)
        held.withUnsafeBufferPointer { reader.take(UnsafeBufferPointer(rebasing: $0[beginning...])) }
        held = []
    }

    /// Whether HTML comes before anything of a feed's: its beginning, or, where that was left out, what a page has first.
    private static func isPage(_ bytes: ArraySlice<UInt8>) -> Bool {
        let head = bytes.prefix(2048).map(\.lowercasedASCII)
        func place(_ mark: StaticString) -> Int? { head.firstRange(ofBytes: mark)?.lowerBound }
        let feed = [place("<rss"), place("<feed"), place("<rdf")].compactMap(\.self).min()
        if feed == nil, ["<title>", "<meta ", "<link ", "<head>"].contains(where: { place($0) == 0 }) {
            return place("<item") == nil && place("<entry") == nil
        }
        guard let page = [place("<!doctype html"), place("<html")].compactMap(\.self).min() else { return false }
        return feed.map { page < $0 } ?? true
    }

    /// Where the document begins: at its declaration or a feed's outermost element if one is near, since programs print
    /// their warnings in front of it; else at the first tag.
    private static func beginning(of bytes: [UInt8]) -> Int? {
        let head = bytes.prefix(longestJunk)
        guard let first = head.firstIndex(of: 0x3c) else { return nil }
        let near = head[first...].prefix(8192)
        if isPage(near) { return first }
        let marks: [StaticString] = ["<?xml", "<!DOCTYPE", "<rss", "<feed", "<rdf:RDF"]
        return marks.compactMap { near.firstRange(ofBytes: $0)?.lowerBound }.min() ?? first
    }
}
