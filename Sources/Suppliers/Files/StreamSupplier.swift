public import EngineConcepts
import Synchronization

/// What comes in on a stream, such as standard input, as a source of tickets: JSON Lines line by line, or a feed once it
/// has come in whole.
///
/// Somebody else reads the stream and hands on what came by ``take(_:)`` and ``end()``.
public final class StreamSupplier: Supplier {
    public let id: SupplierID = "file:stream"
    public let name: String
    public let presenter: any Presenter
    private let mostItems: Int
    private let state = Mutex(State())

    /// More than this is not kept waiting for its end.
    private static let longest = 64 << 20

    private struct State {
        /// What came and was not delivered yet.
        var bytes: [UInt8] = []
        /// How many lines were delivered.
        var lines = 0
        var hasEnded = false
    }

    /// Makes the supplier of a stream of this name, of which so many items are read at once.
    public init(name: String, mostItems: Int = FeedParser.standardItems) {
        self.name = name
        self.mostItems = mostItems
        presenter = DocumentPresenter(source: name)
    }

    /// What comes from this machine.
    public var kind: SupplierKind { .file }

    /// What has come so far is all that there is.
    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, order: .arrival, pagesOlder: false, maximumPage: 1000)
    }

    /// Takes in what came. Any thread.
    public func take(_ bytes: [UInt8]) {
        state.withLock { $0.bytes += bytes }
    }

    /// Says that nothing more will come. Any thread.
    public func end() {
        state.withLock { $0.hasEnded = true }
    }

    /// Delivers what came since the last time. A feed that has not come to its end delivers nothing yet.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, "\(name) cannot be asked for what it did not bring.")
        }
        return try await read(request)
    }

    @concurrent
    private func read(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let (bytes, lines, hasEnded) = state.withLock { ($0.bytes, $0.lines, $0.hasEnded) }
        guard bytes.count <= Self.longest else {
            throw SupplierError(.limitExceeded, "\(name) brought more than \(Self.longest >> 20) MiB at once.")
        }
        if lines > 0 || JSONLinesReader.recognises(bytes) {
            let found = JSONLinesReader.read(bytes, from: lines + 1, isWhole: hasEnded, mostItems: mostItems)
            state.withLock { state in
                state.bytes.removeFirst(found.byteCount)
                state.lines += found.lineCount
            }
            return FetchAnswer(
                items: found.items, claims: everything(at: request.now), end: .trueEnd,
                remark: found.remark(on: name).map(Message.verbatim))
        }
        guard hasEnded else { return FetchAnswer(claims: everything(at: request.now), end: .trueEnd) }
        var answer = try SourceDocument(bytes, of: "What came on \(name)", mostItems: mostItems).answer(at: request.now)
        answer.claims = everything(at: request.now)
        answer.end = .trueEnd
        return answer
    }

    private func everything(at now: Timestamp) -> [Claim] {
        Timeframe.everythingBefore(now).map { [Claim($0)] } ?? []
    }
}
