import EngineConcepts

extension MastodonSupplier {
    /// Returns the posts that are popular now. Their positions are the times at which they are first seen there, so that a
    /// post that becomes popular days after it was written is new.
    func trends(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await get([("limit", String(Self.pageSize))], request)
        var answer = answer(page, claims: [], end: .retentionLimit)
        for index in answer.items.indices {
            answer.items[index].orderTime = nil
            answer.items[index].nativeOrder = Int64(index)
        }
        return answer
    }
}
