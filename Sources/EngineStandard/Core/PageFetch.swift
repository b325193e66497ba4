import EngineConcepts

extension PoolRequest {
    /// Fetches a page and matches it with what is known, off the actor: both can be heavy.
    ///
    /// - Parameter store: where to look items up; nil where nothing of the supplier was ever stored.
    @concurrent func outcome(knownTo store: (any TrackStore)?) async -> RequestDesk.Outcome {
        guard !Task.isCancelled else {
            return .failed(supplier.id, SupplierError(.cancelled, "It was given up before it was asked."))
        }
        let answer: FetchAnswer
        do {
            answer = try await supplier.fetch(request)
        } catch {
            return .failed(supplier.id, error)
        }
        do {
            return .answered(try await match(answer, with: store))
        } catch {
            return .failed(
                supplier.id,
                SupplierError(
                    .refused, "What \(supplier.name) delivered could not be compared with what is stored.",
                    cause: String(describing: error)))
        }
    }

    private func match(_ answer: FetchAnswer, with store: (any TrackStore)?) async throws -> PoolDelivery {
        guard let store else {
            return PoolDelivery(answer, to: request, of: supplier.id, traits: supplier.traits, known: [:])
        }
        let names = PoolDelivery.names(in: answer)
        let known = names.isEmpty ? [:] : try await store.known(names, of: supplier.id)
        var held: [OrderKey] = []
        if answer.omissionsAreDeletions {
            for timeframe in answer.claims.compactMap(\.timeframe.wholeSeconds) {
                held += try await store.keys(of: [supplier.id], in: timeframe, from: .older, limit: .max)
            }
        }
        var delivery = PoolDelivery(
            answer, to: request, of: supplier.id, traits: supplier.traits, known: known, held: held)
        if delivery.isForeign, let foot = delivery.foot, let below = Timeframe.everythingBefore(foot) {
            delivery.neighbour =
                try await store.keys(of: [supplier.id], in: below, from: .older, limit: 1).first?.time
        }
        return delivery
    }
}
