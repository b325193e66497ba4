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
        var known: [String: KnownItem] = [:]
        var held: [OrderKey] = []
        let names = PoolDelivery.names(in: answer)
        if let store {
            do {
                if !names.isEmpty {
                    known = try await store.known(names, of: supplier.id)
                }
                if answer.omissionsAreDeletions {
                    for timeframe in answer.claims.compactMap(\.timeframe.wholeSeconds) {
                        held += try await store.keys(of: [supplier.id], in: timeframe, from: .older, limit: .max)
                    }
                }
            } catch {
                return .failed(
                    supplier.id,
                    SupplierError(
                        .refused, "What \(supplier.name) delivered could not be compared with what is stored.",
                        cause: String(describing: error)))
            }
        }
        return .answered(
            PoolDelivery(
                answer, to: request, of: supplier.id, traits: supplier.traits, known: known, held: held))
    }
}
