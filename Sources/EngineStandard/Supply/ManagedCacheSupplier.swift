public import EngineConcepts

/// A supplier for a source with a single call, "the page after this token".
///
/// It derives claims from the times of the items. If a token is lost, it reads from the top until it reaches a known
/// ticket, without delivering items twice. It passes all items of a page to the engine, which withholds the surplus
/// and uses it before the next request.
public struct ManagedCacheSupplier<Source: PagedSource>: Supplier {
    private let source: Source

    public init(_ source: Source) { self.source = source }

    public var id: SupplierID { source.id }
    public var name: String { source.name }
    public var kind: SupplierKind { source.kind }
    public var presenter: any Presenter { source.presenter }
    /// A stream that can be paged towards older items.
    public var traits: SupplierTraits { SupplierTraits(lateness: source.lateness) }

    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch request.origin {
        case .newest:
            return answer(try await source.page(after: nil, now: request.now), from: request.now)
        case .token(let token, let edge):
            return answer(try await source.page(after: token.rawValue, now: request.now), from: edge)
        case .anchor(_, let edge), .time(let edge): return try await search(for: edge, request)
        }
    }

    /// Reads from the top until a page reaches below `edge`. A page that ends in the second directly below `edge` may
    /// miss items of that second, so it proves nothing.
    private func search(for edge: Timestamp, _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var page = try await source.page(after: nil, now: request.now)
        while let next = page.next, (bottom(of: page) ?? .endOfTime) > edge {
            if Task.isCancelled {
                throw SupplierError(.cancelled, Message("readingCancelled", ["source": .text(name)]))
            }
            page = try await source.page(after: next, now: request.now)
            guard page.next != next else {
                throw SupplierError(.malformed, Message("pageFollowsItself", ["source": .text(name)]))
            }
        }
        return answer(page, from: edge)
    }

    private func answer(_ page: SourcePage, from start: Timestamp) -> FetchAnswer {
        let end = page.next == nil ? Timestamp.beginningOfTime : bottom(of: page)
        let kind = Claim.Kind(lateness: source.lateness)
        let claims = end.map { [Claim](from: start, downTo: $0, kind) } ?? []
        return FetchAnswer(
            items: page.items, claims: claims, next: page.next.map { Token($0) },
            end: page.next == nil ? .trueEnd : .more)
    }

    /// Returns the oldest time down to which a page is certainly complete, or `nil` if no item has a date. A page may
    /// end within a second, and items without a date are ignored.
    private func bottom(of page: SourcePage) -> Timestamp? {
        page.items.lazy.compactMap(\.orderTime).min()?.secondAbove
    }
}
