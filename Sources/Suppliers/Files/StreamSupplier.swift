public import EngineConcepts
public import FeedParsing
import Synchronization

/// A supplier of a stream such as standard input: JSON Lines line by line, or a feed once it is complete.
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

    private struct State {
        /// The bytes that have not been delivered yet.
        var bytes: [UInt8] = []
        /// The number of delivered lines.
        var lines = 0
        var hasEnded = false
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
        SupplierTraits(shape: .window, order: .arrival, pagesOlder: false, maximumPage: 1000)
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
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, Message("readsNewestOnly", ["source": .text(name)]))
        }
        return try await read(request)
    }

    @concurrent
    private func read(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let (bytes, lines, hasEnded) = state.withLock { ($0.bytes, $0.lines, $0.hasEnded) }
        guard bytes.count <= Self.maximumLength else {
            throw SupplierError(
                .limitExceeded, Message("streamTooLong", ["source": .text(name), "limit": .bytes(Self.maximumLength)]))
        }
        if lines > 0 || JSONLinesReader.recognises(bytes) {
            let found = JSONLinesReader.read(bytes, from: lines + 1, isWhole: hasEnded, maximumItems: maximumItems)
            state.withLock { state in
                state.bytes.removeFirst(found.byteCount)
                state.lines += found.lineCount
            }
            return FetchAnswer(
                items: found.items, claims: everything(at: request.now), end: .trueEnd,
                remark: found.remark(on: .text(name)))
        }
        guard hasEnded else { return FetchAnswer(claims: everything(at: request.now), end: .trueEnd) }
        var answer = try SourceDocument(
            bytes, of: .message(Message("received", ["source": .text(name)])), maximumItems: maximumItems
        )
        .answer(at: request.now)
        answer.claims = everything(at: request.now)
        answer.end = .trueEnd
        return answer
    }

    private func everything(at now: Timestamp) -> [Claim] {
        Timeframe.everythingBefore(now).map { [Claim($0)] } ?? []
    }
}
