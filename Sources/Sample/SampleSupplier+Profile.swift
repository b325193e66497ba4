import EngineConcepts

extension SampleSupplier: ProfileReading {
    /// Returns the author's items among the newest 400 of the stream, and a gap at the older ones.
    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        try await wait(.milliseconds(400))
        let newest = request.gap?.token.flatMap { Int($0.rawValue) } ?? stream.schedule.newest(notAfter: request.now)
        guard let newest, newest >= 0 else { return OutlinePart() }
        let oldest = max(0, newest - 399)
        let found = (oldest...newest).compactMap { stream.item(at: $0, now: request.now) }
            .filter { $0.body.author?.id == author.id }.map { conversation?.threaded($0, at: request.now) ?? $0 }
        let gap = oldest > 0 ? OutlineGap(.below(String(oldest)), token: Token(String(oldest - 1))) : nil
        return OutlinePart(items: found, gaps: [gap].compactMap(\.self))
    }

    /// Returns a profile with counts that follow from the handle.
    func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile {
        guard let handle = author.handle else { return AuthorProfile(author) }
        let number = SampleRelations.number(of: handle)
        var profile = AuthorProfile(author, followers: number % 9_000, posts: number % 4_000)
        if let account {
            let person = Person(account: account.id, id: handle, handle: handle)
            profile.relation = try await account.relation(to: person, now: now)
        }
        return profile
    }

    /// Returns the author of the source's posts with a handle.
    func author(with key: AuthorKey) -> Author? {
        guard key.isFederated, let handle = key.handle else { return nil }
        let texts = PostTexts.bundled
        let posts = id == SampleSources.fedi ? texts.fedi : id == SampleSources.cielo ? texts.cielo : []
        return posts.lazy.map { texts.author($0.author) }.first { $0.handle?.lowercased() == handle }
    }
}
