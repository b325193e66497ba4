public import EngineConcepts

/// The least that a source can offer: the page after a token. ``ManagedCacheSupplier`` makes a whole supplier of it.
public protocol PagedSource: Sendable {
    /// Its name in the store; never changes.
    var id: SupplierID { get }
    /// Its name on the screen.
    var name: String { get }
    /// What kind of source it is.
    var kind: SupplierKind { get }
    /// What turns its tickets into something to show.
    var presenter: any Presenter { get }
    /// How long after its time an item may still appear.
    var lateness: Duration { get }

    /// The page that follows `token`, newest first; the newest page where it is nil. Asked as rarely as possible, and
    /// never to cut or skip anything: whatever a page holds is kept.
    func page(after token: String?, now: Timestamp) async throws(SupplierError) -> SourcePage
}

extension PagedSource {
    /// Nothing comes late.
    public var lateness: Duration { .zero }
}

/// A page of a source that can only be paged.
public struct SourcePage: Sendable {
    /// Its items, newest first.
    public var items: [SourceItem]
    /// What leads to the page after it; nil where there is none.
    public var next: String?

    /// Makes a page.
    public init(items: [SourceItem], next: String? = nil) {
        self.items = items
        self.next = next
    }
}

/// Makes a supplier of a source that knows one call, "the page after this token".
///
/// It works the claims out from the items' times, goes on from a ticket when a token was lost by reading from the top
/// without delivering twice, and hands all that a page holds to the engine, which withholds the surplus and uses it
/// before anything is asked for again.
public struct ManagedCacheSupplier<Source: PagedSource>: Supplier {
    private let source: Source

    /// Makes a supplier of `source`.
    public init(_ source: Source) {
        self.source = source
    }

    /// The source's name in the store.
    public var id: SupplierID { source.id }
    /// The source's name on the screen.
    public var name: String { source.name }
    /// The source's kind.
    public var kind: SupplierKind { source.kind }
    /// The source's presenter.
    public var presenter: any Presenter { source.presenter }
    /// A stream that can be paged towards older items.
    public var traits: SupplierTraits { SupplierTraits(lateness: source.lateness) }

    /// Delivers a page.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch request.origin {
        case .newest:
            return answer(try await source.page(after: nil, now: request.now), from: request.now)
        case .token(let token, let edge):
            return answer(try await source.page(after: token.rawValue, now: request.now), from: edge)
        case .anchor(_, let edge), .time(let edge):
            return try await search(for: edge, request)
        }
    }

    /// Reads from the top until a page comes down to `edge`. One whose last second lies directly below it holds items of
    /// that second already, and proves nothing.
    private func search(for edge: Timestamp, _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var page = try await source.page(after: nil, now: request.now)
        while let next = page.next, (bottom(of: page) ?? .endOfTime) > edge {
            if Task.isCancelled { throw SupplierError(.cancelled, Message("readingCancelled", ["source": .text(name)])) }
            page = try await source.page(after: next, now: request.now)
            guard page.next != next else {
                throw SupplierError(.malformed, Message("pageFollowsItself", ["source": .text(name)]))
            }
        }
        return answer(page, from: edge)
    }

    private func answer(_ page: SourcePage, from start: Timestamp) -> FetchAnswer {
        let end = page.next == nil ? Timestamp.beginningOfTime : bottom(of: page)
        let kind: Claim.Kind = source.lateness > .zero ? .heuristic(lateness: source.lateness) : .exact
        let claims = end.flatMap { Timeframe(from: start, downTo: $0) }.map { [Claim($0, kind)] } ?? []
        return FetchAnswer(
            items: page.items, claims: claims, next: page.next.map { Token($0) },
            end: page.next == nil ? .trueEnd : .more)
    }

    /// The oldest time that is sure to be complete: a page may end inside a second, and an item without a date says
    /// nothing. nil where the page has none with a date.
    private func bottom(of page: SourcePage) -> Timestamp? {
        page.items.lazy.compactMap(\.orderTime).min().map { $0.flooredToSecond.advanced(by: .seconds(1)) }
    }
}
