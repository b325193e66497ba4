import EngineConcepts

extension MastodonSupplier {
    /// Returns the posts that are popular now.
    func trends(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await get([("limit", String(Self.pageSize))], request)
        var answer = answer(page, claims: [], end: .retentionLimit)
        answer.items = answer.items.ranked
        return answer
    }
}
