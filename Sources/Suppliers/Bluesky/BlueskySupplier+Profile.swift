import EngineConcepts
import WebText

extension BlueskySupplier: ProfileReading {
    /// Returns posts of the author, replies and reposts included.
    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        var converter = try await converter(now: request.now)
        // The user has opened the person's posts, so muting does not hide them.
        converter.isChosen = true
        var parameters: [QueryParameter] = [
            ("actor", author.id), ("filter", "posts_with_replies"), ("limit", "40"),
        ]
        if let token = request.gap?.token { parameters.append(("cursor", token.rawValue)) }
        let page = try await server.query(
            BlueskyPage<BlueskyFeedEntry>.self, "app.bsky.feed.getAuthorFeed", parameters,
            labelers: converter.moderation.requestedSources, now: request.now)
        let found = page.elements.compactMap { converter.item(from: $0).success }
        guard let cursor = page.cursor, cursor != request.gap?.token?.rawValue else {
            try page.count.checkReadable(of: name)
            return OutlinePart(items: found)
        }
        // A page can be empty before the end: the server cuts it before it leaves out what may not be seen.
        let last = page.elements.last.map { BlueskyItemConverter.id(of: $0) } ?? cursor
        return OutlinePart(items: found, gaps: [OutlineGap(.below(last), token: Token(cursor))])
    }

    /// Returns the profile of an author, with the relation of the account to them.
    func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile {
        let reader = server.account == nil ? nil : try await server.ownDID(now: now)
        return try await server.profile(of: author.id, now: now).profile(readBy: reader)
    }

    /// Returns the person whom an identifier or a handle of the network addresses.
    func author(with key: AuthorKey) -> Author? {
        if let did = key.did { return Author(id: did, name: did) }
        guard let handle = key.handle, !key.isFederated else { return nil }
        let bare = String(handle.dropFirst())
        return Author(id: bare, name: bare, handle: handle)
    }
}
