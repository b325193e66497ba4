public import EngineConcepts
public import FeedParsing
import Synchronization
import WebText

/// A supplier of a stream such as standard input: JSON Lines and lines of text as they arrive, or a feed once it is
/// complete.
///
/// The caller reads the stream and passes its data to ``append(_:)`` and ``end()``.
public final class StreamSupplier: Supplier {
    public let id: SupplierID = "file:stream"
    public let name: String
    public let presenter: any Presenter
    private let maximumItems: Int
    private let state = Mutex(State())

    /// The maximum number of buffered bytes.
    private static let maximumLength = 64 << 20
    /// The number of bytes at the beginning that are searched for what no text contains.
    private static let probedLength = 4096

    private struct State {
        /// The bytes that have not been delivered yet.
        var bytes: [UInt8] = []
        /// The number of delivered lines.
        var lines = 0
        var hasEnded = false
        /// True if the stream is one of lines, false if it is a document, `nil` until that is known.
        var isLines: Bool?
    }

    /// Returns true if a stream that begins like this is one of lines, false if it is a document, or `nil` if its first
    /// line is not complete.
    private static func isLines(_ bytes: [UInt8], hasEnded: Bool) -> Bool? {
        guard let start = bytes.firstIndex(where: { !$0.isASCIIWhitespace }) else { return hasEnded ? true : nil }
        guard hasEnded || bytes[start...].contains(0x0a) else { return nil }
        let first = bytes[start]
        let next = bytes[(start + 1)...].first ?? 0
        switch first {
        case 0x3c:  // "<" of a tag or a declaration; a log may have lines such as "<13>".
            return !(next.isASCIILetter || next == 0x3f || next == 0x21)
        case 0x7b:
            // A feed in JSON may take many lines. Objects on lines of their own show that this one is only broken.
            return JSONLinesReader.recognises(bytes) || JSONLinesReader.hasLaterObject(bytes)
        case 0x1f where next == 0x8b, 0xfe, 0xff: return false  // gzip, UTF-16
        case 0xef: return bytes[start...].dropFirst(3).first != 0x3c  // a mark before UTF-8
        default: return true
        }
    }

    /// Creates the supplier of a stream with this name, which reads at most `maximumItems` items at once.
    public init(name: String, maximumItems: Int = FeedParser.defaultMaximumItems) {
        self.name = name
        self.maximumItems = maximumItems
        presenter = DocumentPresenter(source: name)
    }

    /// The kind `file`: local data.
    public var kind: SupplierKind { .file }

    /// A window on the data so far.
    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, pagesOlder: false, maximumPage: 1000)
    }

    /// Adds data. Can be called on any thread.
    public func append(_ bytes: [UInt8]) {
        state.withLock { $0.bytes += bytes }
    }

    /// Marks the end of the data. Can be called on any thread.
    public func end() {
        state.withLock { $0.hasEnded = true }
    }

    /// Returns the items since the last call. An incomplete feed yields none.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .readsNewestOnly(name) }
        return try await read(request)
    }

    @concurrent
    private func read(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let (bytes, lines, hasEnded) = state.withLock { ($0.bytes, $0.lines, $0.hasEnded) }
        guard bytes.count <= Self.maximumLength else {
            throw SupplierError(
                .limitExceeded, Message("streamTooLong", ["source": .text(name), "limit": .bytes(Self.maximumLength)]))
        }
        let isLines = state.withLock { state in
            // A document in JSON can still turn out to be lines.
            if state.isLines != true { state.isLines = Self.isLines(bytes, hasEnded: hasEnded) }
            return state.isLines
        }
        let claims = [Claim](from: request.now, downTo: .beginningOfTime)
        if isLines == true {
            guard lines > 0 || !bytes.prefix(Self.probedLength).contains(0) else {
                throw SupplierError(.malformed, Message("streamIsBinary", ["source": .text(name)]))
            }
            let found = JSONLinesReader.read(
                bytes, from: lines + 1, isWhole: hasEnded, takesText: true, maximumItems: maximumItems)
            state.withLock { state in
                state.bytes.removeFirst(found.byteCount)
                state.lines += found.lineCount
            }
            return FetchAnswer(
                items: found.items, claims: claims, end: .trueEnd, warning: found.warning(about: .text(name)))
        }
        guard hasEnded else { return FetchAnswer(claims: claims, end: .trueEnd) }
        var answer = try SourceDocument(
            bytes, of: .message(Message("received", ["source": .text(name)])), maximumItems: maximumItems
        )
        .answer(at: request.now)
        answer.claims = claims
        answer.end = .trueEnd
        return answer
    }
}
