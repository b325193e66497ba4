import EngineConcepts

// Lists that need not be sorted by the times of their posts.
extension MastodonPager {
    /// Returns the posts that are popular now.
    func ranking() async throws(SupplierError) -> FetchAnswer {
        guard request.origin == .newest else { throw .rankingHasNoPast(supplier.name) }
        return answer(try await reader.page(), end: .retentionLimit).ranked
    }

    /// Returns a page of favourites, bookmarks or pinned posts. They are sorted by a time that the server does not send, so
    /// pages prove nothing until the last, which proves everything. A full page that names no next one is not the last: then
    /// what is below it cannot be read.
    func markedPosts() async throws(SupplierError) -> FetchAnswer {
        let page = try await reader.page(below: startID)
        var answer: FetchAnswer
        if let next = page.head.nextID {
            answer = self.answer(page, next: next, end: .more)
        } else if isFull(page), timeline == .favourites || timeline == .bookmarks {
            answer = self.answer(page, end: .depthLimit)
        } else {
            answer = self.answer(page, claims: claims(downTo: .beginningOfTime), end: .trueEnd)
        }
        answer.isUnordered = true
        return answer
    }

    /// Returns true if the server may have more than a page holds. Without links, a server may have cut it at twenty, as
    /// many do without `limit`.
    private func isFull(_ page: Page) -> Bool {
        let pageSize = MastodonPageReader.pageSize
        return page.count.received >= (page.head.hasLinks ? pageSize : pageSize / 2)
    }

    /// Returns found posts below the request's place.
    func foundPosts() async throws(SupplierError) -> FetchAnswer {
        let page = try await reader.page(below: startID)
        let pairs = zip(page.ids, page.ids.dropFirst())
        guard pairs.allSatisfy({ MastodonIDFormat(of: $0).isNewer($0, than: $1) }) else {
            // Some software sorts by relevance, which proves nothing.
            var answer = answer(page)
            answer.isUnordered = true
            return answer
        }
        if let bottom = try await bottom(of: page) { return answer(page, downTo: bottom) }
        guard page.isEmpty else { return answer(page) }
        // Servers leave out what may not be seen after they have cut the page, so it is the end only if the next page is
        // empty too.
        let next = try await reader.page(below: startID, [("offset", String(MastodonPageReader.pageSize))])
        guard next.isEmpty else { return answer(next) }
        return answer(page, claims: claims(downTo: .beginningOfTime), end: .trueEnd)
    }
}
