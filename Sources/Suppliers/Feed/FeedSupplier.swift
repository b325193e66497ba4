public import EngineConcepts
import Synchronization

/// A feed as a source of tickets: a window on the newest items, asked for only where it has changed.
public final class FeedSupplier: Supplier {
    public let id: SupplierID
    public let name: String
    public let kind: SupplierKind
    public let presenter: any Presenter
    private let document: any FeedDocumentSource
    /// The oldest item of the last document, before which the feed has nothing to give.
    private let oldest = Mutex<Timestamp?>(nil)

    /// Makes the supplier of the feed at `address` on the web.
    public convenience init(id: SupplierID, name: String, address: String, transport: any Transport) {
        self.init(id: id, name: name, kind: .feed, document: WebFeedSource(address: address, transport: transport))
    }

    /// Makes the supplier of the feed in the file at `path`.
    public convenience init(id: SupplierID, name: String, path: String) {
        self.init(id: id, name: name, kind: .file, document: FileFeedSource(path: path))
    }

    init(id: SupplierID, name: String, kind: SupplierKind, document: any FeedDocumentSource) {
        self.id = id
        self.name = name
        self.kind = kind
        self.document = document
        presenter = ArticlePresenter(publisher: name, markup: HTMLMarkup())
    }

    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, order: .publication, pagesOlder: false, maximumPage: 1000)
    }

    public var timeThreshold: Timestamp? {
        get async { oldest.withLock(\.self) }
    }

    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, "\(name) keeps only its newest items and cannot be asked for older ones.")
        }
        return try await fetchNewest(request)
    }

    public func clearCurrentData() async {
        oldest.withLock { $0 = nil }
    }

    /// Away from whoever calls: parsing takes milliseconds, which an actor has not.
    @concurrent
    private func fetchNewest(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let memory = FeedMemory(request.memory)
        let answer = try await document.read(memory, at: request.now)
        guard let document = answer.document else {
            guard request.memory != nil else {
                throw SupplierError(.malformed, "\(name) says that nothing has changed, but was never read.")
            }
            return FetchAnswer(
                isUnchanged: true, budget: answer.budget, memory: answer.memory == memory ? nil : answer.memory.text)
        }
        let window = FeedWindow(document)
        oldest.withLock { $0 = window.oldest }
        return FetchAnswer(
            items: window.items, claims: window.claims(at: request.now), end: .retentionLimit, budget: answer.budget,
            memory: answer.memory.text ?? "", sourceName: document.title)
    }
}

/// Where a feed's document comes from.
protocol FeedDocumentSource: Sendable {
    /// Reads the document, unless it is the one that `memory` knows.
    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReading
}

/// A feed's document as it was read, with what to remember of it.
struct FeedReading: Sendable {
    /// The document; nil where nothing has changed.
    var document: FeedDocument?
    /// What to be reminded of next time.
    var memory: FeedMemory
    /// What the source says of its next answers.
    var budget = FetchBudget()
}
