import EngineConcepts

extension HackerNewsSupplier: ProfileReading {
    /// Returns the stories and comments of the author, newest first.
    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        let page = try await api.hits(
            of: .user(author.id), before: Self.bound(of: request), count: 60, now: request.now)
        var part = OutlinePart(items: page.hits.map(\.item))
        if let last = page.hits.last, let next = page.next {
            part.gaps = [OutlineGap(.below(last.id), token: next)]
        } else {
            try page.count.checkReadable(of: name)
        }
        return part
    }

    func author(with key: AuthorKey) -> Author? {
        key.name(at: kind).map { Author(id: $0, name: $0) }
    }
}
