public import EngineConcepts

extension HackerNewsSupplier: ThreadReading {
    /// Returns a story with its comments. One answer holds a thousand, the newest; a gap below the story stands for the
    /// others.
    public func thread(of ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        guard let address = ticket.source.fields[SourceLayer.threadField],
            case .thread(let story)? = HackerNewsList(address)
        else { throw SupplierError(.unsupported, Message("threadNone")) }
        let before = request.gap?.token.flatMap { Int64($0.rawValue) } ?? request.now.seconds + 1
        let page = try await api.conversation(on: story, before: before, now: request.now)
        let items = page.hits.map(\.threadItem)
        guard !page.isComplete, let oldest = page.hits.last?.time, oldest + 1 < before else {
            return ThreadPart(items: items)
        }
        // Others of the same second may be in the next answer.
        let rest = page.hitCount - page.received
        return ThreadPart(
            items: items,
            gaps: [
                ThreadGap(.replies(to: story), count: rest > 0 ? rest : nil, token: Token(String(oldest + 1)))
            ])
    }
}

extension HackerNewsSupplier: ProfileReading {
    /// Returns stories and comments of the author.
    public func posts(by author: Author, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        let before = request.gap?.token.flatMap { Int64($0.rawValue) } ?? request.now.seconds + 1
        let page = try await api.hits(of: .user(author.id), before: before, count: 60, now: request.now)
        let items = page.hits.enumerated().map { index, hit in hit.item(isRanked: false, at: index) }
        guard !page.isComplete, let last = page.hits.last, last.time + 1 < before else {
            return ThreadPart(items: items)
        }
        // Others of the same second may be in the next answer.
        return ThreadPart(items: items, gaps: [ThreadGap(.below(last.id), token: Token(String(last.time + 1)))])
    }

    public func author(with key: AuthorKey) -> Author? {
        key.name(at: kind).map { Author(id: $0, name: $0) }
    }
}
