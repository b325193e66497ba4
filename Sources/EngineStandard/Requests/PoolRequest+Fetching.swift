import EngineConcepts

extension PoolRequest {
    /// Fetches a page and compares it with the store. Runs off the actor, because both can take long. Throws only if the store
    /// fails.
    ///
    /// - Parameters:
    ///   - store: The store to search, or `nil` if it has nothing of the supplier.
    ///   - watch: Observes that the supplier is being read, until its answer is compared, or `nil`.
    @concurrent func outcome(
        comparedWith store: (any TrackStore)?, watchedBy watch: (any FetchWatch)?
    ) async throws -> RequestOutcome {
        guard !Task.isCancelled else {
            return .failed(supplier.id, SupplierError(.cancelled, Message("requestDropped")), of: request)
        }
        do throws(SupplierError) {
            try await watch?.beginFetch(of: supplier.id, .items)
        } catch {
            return .failed(supplier.id, error, of: request)
        }
        defer { watch?.endFetch(of: supplier.id, .items) }
        var page: FetchedPage
        do {
            page = FetchedPage(
                try await supplier.fetch(request), to: request, of: supplier.id, traits: supplier.traits)
            page.answer.items.clampTimes()
        } catch {
            return .failed(supplier.id, error, of: request)
        }
        if let store, let checking = supplier as? any DeletionChecking {
            let omitted = try await page.omittedItems(in: store)
            if !omitted.isEmpty {
                let deleted = await checking.deleted(among: omitted, missingFrom: page.answer, to: request)
                page.answer.deleted += deleted
            }
        }
        return .answered(try await PoolDelivery.matching(page, with: store))
    }
}
