import EngineConcepts

extension PoolRequest {
    /// Fetches a page and matches it with what is known, off the actor: both can be heavy.
    ///
    /// - Parameter store: where to look items up; nil where nothing of the supplier was ever stored.
    @concurrent func outcome(knownTo store: (any TrackStore)?) async -> RequestScheduler.Outcome {
        guard !Task.isCancelled else {
            return .failed(supplier.id, SupplierError(.cancelled, Message("requestDropped")), of: request)
        }
        let answer: FetchAnswer
        do {
            answer = try await supplier.fetch(request)
        } catch {
            return .failed(supplier.id, error, of: request)
        }
        do {
            return .answered(
                try await PoolDelivery.matching(
                    answer, to: request, of: supplier.id, traits: supplier.traits, with: store))
        } catch {
            return .failed(
                supplier.id,
                SupplierError(.refused, Message(error), cause: String(describing: error)), of: request)
        }
    }

}

extension PoolDelivery {
    /// The same page, matched with what is stored by now: what its own fill has stored of the supplier is known too.
    @concurrent func matched(anewWith store: any TrackStore) async throws -> PoolDelivery {
        try await Self.matching(wholeAnswer, to: request, of: supplier, traits: traits, with: store)
    }

    fileprivate static func matching(
        _ answer: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits,
        with store: (any TrackStore)?
    ) async throws -> PoolDelivery {
        guard let store else { return PoolDelivery(answer, to: request, of: supplier, traits: traits, known: [:]) }
        let names = PoolDelivery.names(in: answer)
        let known = names.isEmpty ? [:] : try await store.known(names, of: supplier)
        var held: [OrderKey] = []
        if answer.omissionsAreDeletions {
            for timeframe in answer.claims.compactMap(\.timeframe.wholeSeconds) {
                held += try await store.keys(of: [supplier], in: timeframe, from: .older, limit: .max)
            }
        }
        var delivery = PoolDelivery(
            answer, to: request, of: supplier, traits: traits, known: known, held: held)
        if delivery.isForeign, let second = delivery.second, let foot = delivery.foot {
            func newest(in timeframe: Timeframe?) async throws -> Timestamp? {
                guard let timeframe else { return nil }
                return try await store.keys(of: [supplier], in: timeframe, from: .older, limit: 1).first?.time
            }
            let below = min(foot, second.start)
            delivery.neighbour = try await newest(in: .everythingBefore(below))
            delivery.endsAmongKnown = try await newest(in: second) != nil
        }
        return delivery
    }
}
