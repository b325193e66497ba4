import EngineConcepts

extension HackerNewsSupplier: ThreadReading {
    /// Returns a story with its comments. One answer holds a thousand, the newest; a gap below the story stands for the
    /// others.
    func thread(of ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        guard let address = ticket.source.fields[SourceLayer.threadField],
            case .thread(let story)? = HackerNewsList(address)
        else { throw SupplierError(.unsupported, Message("threadNone")) }
        let page = try await api.conversation(on: story, before: request.before, now: request.now)
        var part = ThreadPart(items: page.hits.map(\.threadItem))
        if let next = page.next(below: request.before) {
            // Positive, since a page with all known hits is complete.
            part.gaps = [ThreadGap(.replies(to: story), count: page.hitCount - page.received, token: next)]
        }
        return part
    }
}

extension HackerNewsSupplier: ProfileReading {
    /// Returns the stories and comments of the author, newest first.
    func posts(by author: Author, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        let page = try await api.hits(of: .user(author.id), before: request.before, count: 60, now: request.now)
        var part = ThreadPart(items: page.hits.map { $0.item() })
        if let last = page.hits.last, let next = page.next(below: request.before) {
            part.gaps = [ThreadGap(.below(last.id), token: next)]
        }
        return part
    }

    func author(with key: AuthorKey) -> Author? {
        key.name(at: kind).map { Author(id: $0, name: $0) }
    }
}

extension ThreadRequest {
    /// The bound of the posts to read, in seconds since 1970: that of the gap, or else the next second.
    fileprivate var before: Int64 { gap?.token.flatMap { Int64($0.rawValue) } ?? now.seconds + 1 }
}
