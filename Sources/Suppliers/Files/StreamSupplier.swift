public import EngineConcepts
public import FeedParsing
import Synchronization
import WebText

/// A supplier of a stream such as standard input: JSON Lines and lines of text as they arrive, or a feed once it is
/// complete.
///
/// The caller reads the stream and passes its data to ``append(_:)`` and ``end()``, as ``intake`` says.
public final class StreamSupplier: Supplier {
    public let id: SupplierID = "file:stream"
    public let name: String
    public let presenter: any Presenter
    private let maximumItems: Int
    private let isStored: (@Sendable (TicketID) async -> Bool)?
    private let state = Mutex(State())

    /// The maximum number of buffered bytes.
    private static let maximumLength = 64 << 20
    /// The number of bytes in complete lines that may wait for delivery.
    private static let window = 256 << 10
    /// The number of times that items are delivered again, since there may be some that are never stored.
    private static let maximumLostAnswers = 8
    /// The number of bytes at the beginning that are searched for what no text contains.
    private static let probedLength = 4096

    private struct State {
        /// The bytes that have not been delivered yet.
        var bytes: [UInt8] = []
        /// The number of these bytes in complete lines.
        var completeCount = 0
        var lines = 0
        var items = 0
        /// The items of the last answer, which nothing but this supplier has until they are stored.
        var answered: [SourceItem] = []
        /// The number of answers in a row of which nothing was stored.
        var lostAnswers = 0
        var hasEnded = false
        /// The reason why nothing more is read, or `nil`.
        var failure: SupplierError?
        /// True if the stream is one of lines, false if it is a document, `nil` until that is known.
        var isLines: Bool?

        mutating func fail(_ error: SupplierError) {
            failure = error
            bytes = []
            completeCount = 0
        }
    }

    /// The data that the stream takes at a moment.
    public enum Intake: Sendable {
        case data
        /// No data before the engine has stored what came: a stream that is faster would fill the memory.
        case dataAfterDelivery
        /// No data any more, because of a limit or an error, which requests report.
        case nothing
    }

    /// Returns true if a stream that begins like this is one of lines, false if it is a document, or `nil` if its first
    /// line is not complete.
    private static func isLines(_ bytes: [UInt8], hasEnded: Bool) -> Bool? {
        guard let start = bytes.firstIndex(where: { !$0.isASCIIWhitespace }) else { return hasEnded ? true : nil }
        guard hasEnded || bytes[start...].contains(.lineFeed) else { return nil }
        let first = bytes[start]
        let next = bytes[(start + 1)...].first ?? 0
        switch first {
        case .lessThan:  // "<" of a tag or a declaration; a log may have lines such as "<13>".
            return !(next.isASCIILetter || next == .questionMark || next == .exclamationMark)
        case .leftBrace:
            // A feed in JSON may take many lines. Objects on lines of their own show that this one is only broken.
            return JSONLinesReader.recognises(bytes) || JSONLinesReader.hasLaterObject(bytes)
        case 0x1f where next == 0x8b, 0xfe, 0xff: return false  // gzip, UTF-16
        case 0xef: return bytes[start...].dropFirst(3).first != .lessThan  // a mark before UTF-8
        default: return true
        }
    }

    /// Creates the supplier of a stream with this name.
    ///
    /// - Parameters:
    ///   - maximumItems: The maximum number of items that are read.
    ///   - isStored: Returns true if an item is stored. Lines that are not, because their fill was cancelled, are delivered
    ///     again. `nil` if every answer is stored.
    public init(
        name: String, maximumItems: Int = FeedParser.defaultMaximumItems,
        isStored: (@Sendable (TicketID) async -> Bool)? = nil
    ) {
        self.name = name
        self.maximumItems = maximumItems
        self.isStored = isStored
        presenter = DocumentPresenter(source: name)
    }

    /// The kind `file`: local data.
    public var kind: SupplierKind { .file }

    /// A window on the data so far.
    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 1000)
    }

    /// Adds data. Can be called on any thread.
    public func append(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.failure == nil else { return }
            if let last = bytes.lastIndex(of: .lineFeed) { state.completeCount = state.bytes.count + last + 1 }
            state.bytes += bytes
            if state.bytes.count > Self.maximumLength { state.fail(tooLong) }
        }
    }

    /// The data that it takes now.
    public var intake: Intake {
        state.withLock { state in
            if state.failure != nil { return .nothing }
            // A document is delivered at its end only.
            return state.isLines != false && state.completeCount >= Self.window ? .dataAfterDelivery : .data
        }
    }

    private var tooLong: SupplierError {
        SupplierError(
            .limitExceeded, Message("streamTooLong", ["source": .text(name), "limit": .bytes(Self.maximumLength)]))
    }

    private var tooManyItems: SupplierError {
        SupplierError(
            .limitExceeded, Message("streamHasTooManyItems", ["source": .text(name), "limit": .number(maximumItems)]))
    }

    /// Marks the end of the data. Can be called on any thread.
    public func end() {
        state.withLock { $0.hasEnded = true }
    }

    /// Returns the items since the last call that was stored. An incomplete feed yields none.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .readsNewestOnly(name) }
        return try await read(request)
    }

    @concurrent
    private func read(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let lost = await lostItems()
        let current = state.withLock { state in
            // A document in JSON can still turn out to be lines.
            if state.isLines != true { state.isLines = Self.isLines(state.bytes, hasEnded: state.hasEnded) }
            return state
        }
        // The next request reports it, so that what was lost is delivered first.
        if let failure = current.failure, lost.isEmpty { throw failure }
        var answer = FetchAnswer()
        if current.failure != nil {
            answer.items = lost
        } else if current.isLines == true {
            answer = try readLines(of: current, after: lost)
        } else if current.hasEnded {
            answer = try FetchAnswer(
                reading: current.bytes, of: .message(Message("received", ["source": .text(name)])),
                maximumItems: maximumItems, at: request.now)
        }
        answer.claimAll(until: request.now)
        return answer
    }

    /// Returns the items of the last answer if they are not stored.
    private func lostItems() async -> [SourceItem] {
        let answered = state.withLock(\.answered)
        guard let last = answered.last, let isStored else { return [] }
        let isLost = await !isStored(TicketID(supplier: id, item: last.id))
        return state.withLock { state in
            guard isLost, state.lostAnswers < Self.maximumLostAnswers else {
                state.lostAnswers = 0
                return []
            }
            state.lostAnswers += 1
            return answered
        }
    }

    /// Returns the items of the complete lines, and removes these lines from what waits for delivery.
    ///
    /// - Parameter lost: The items to deliver again before them.
    private func readLines(of current: State, after lost: [SourceItem]) throws(SupplierError) -> FetchAnswer {
        guard current.lines > 0 || !current.bytes.prefix(Self.probedLength).contains(0) else {
            let error = SupplierError(.malformed, Message("streamIsBinary", ["source": .text(name)]))
            state.withLock { $0.fail(error) }
            throw error
        }
        let found = JSONLinesReader.read(
            current.bytes, from: current.lines + 1, isWhole: current.hasEnded, isGrowing: true, takesText: true,
            maximumItems: .max)
        let items = state.withLock { state in
            state.bytes.removeFirst(min(found.byteCount, state.bytes.count))
            state.completeCount = max(0, state.completeCount - found.byteCount)
            state.lines += found.lineCount
            let items = found.items.prefix(maximumItems - state.items)
            state.items += items.count
            // The next request reports it, so that these items are delivered first.
            if items.count < found.items.count { state.fail(tooManyItems) }
            state.answered = lost + items
            return state.answered
        }
        return FetchAnswer(items: items, warning: found.warning(about: .text(name)))
    }
}
