import EngineConcepts
import FeedParsing

extension MastodonSupplier {
    /// Asks for the posts that the person has pinned, so that pages can mark them: at each refresh, and before the first
    /// page of a process. Without an answer, those known before count.
    func readPins(_ request: FetchRequest) async throws(SupplierError) {
        guard request.origin == .newest || cache.pins == nil else { return }
        let path = timeline.path(try await serverID(now: request.now))
        do throws(SupplierError) {
            let pinned = try await server.get(
                LenientList<MastodonStatus>.self, path, [("pinned", "true"), ("limit", String(Self.pageSize))],
                now: request.now)
            cache.pins = Set(pinned.elements.map(\.id))
        } catch {
            // Software that has no pins refuses the question. What else is wrong is wrong with the page too.
            guard error.isMissingOrUnreadable else { throw error }
            if cache.pins == nil { cache.pins = [] }
        }
    }
}
