import EngineConcepts

extension HackerNewsSupplier: ThreadReading {
    /// Returns a story with its comments. One answer holds a thousand, the newest; a gap below the story stands for the
    /// others.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        guard let address = ticket.source.fields[SourceLayer.threadField],
            case .thread(let story)? = HackerNewsList(address)
        else { throw SupplierError(.unsupported, Message("threadNone")) }
        let page = try await api.conversation(on: story, before: Self.bound(of: request), now: request.now)
        var part = OutlinePart(items: page.hits.map(\.threadItem))
        if let next = page.next {
            part.gaps = [OutlineGap(.replies(to: story), count: page.unsentCount, token: next)]
        }
        return part
    }

    /// Returns the time before which the requested posts were written, in seconds since 1970: that of the gap, or else the next
    /// second.
    static func bound(of request: OutlineRequest) -> Int64 {
        request.gap?.token.flatMap { Int64($0.rawValue) } ?? request.now.seconds + 1
    }
}
