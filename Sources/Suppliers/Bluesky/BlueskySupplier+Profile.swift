public import EngineConcepts

extension BlueskySupplier: ProfileReading {
    /// Returns posts of the author, replies and reposts included.
    public func posts(byAuthorOf ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        guard let author = ticket.body.boosted?.author ?? ticket.body.author else {
            throw SupplierError(.unsupported, Message("profileNone"))
        }
        let items = try await items(now: request.now)
        var parameters: [BlueskyParameter] = [
            ("actor", author.id), ("filter", "posts_with_replies"), ("limit", "40"),
        ]
        if let token = request.gap?.token { parameters.append(("cursor", token.rawValue)) }
        let page =
            try await server.query(
                BlueskyPage<BlueskyFeedEntry>.self, "app.bsky.feed.getAuthorFeed", parameters,
                labelers: server.account == nil ? nil : items.moderation.sources, now: request.now
            )
            .value
        let found = page.elements.compactMap { entry -> SourceItem? in
            if case .success(let item) = items.item(entry) { item } else { nil }
        }
        guard let cursor = page.cursor, cursor != request.gap?.token?.rawValue, let last = page.elements.last else {
            return ThreadPart(items: found)
        }
        return ThreadPart(items: found, gaps: [ThreadGap(.below(BlueskyItems.id(of: last)), token: Token(cursor))])
    }
}
