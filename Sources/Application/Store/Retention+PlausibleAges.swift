import EngineConcepts
import Storage

extension TrackDatabase {
    /// Returns the time of the newest item of the Track, or `nil` if there is none. A clock that is years ahead is noticed by
    /// it: limits of age would then remove everything.
    func newestItemTime() async throws -> Timestamp? {
        let rows = try await window(WindowRequest(anchor: .top, above: 0, below: Self.newestRows)).rows
        return rows.lazy.compactMap(\.entry).first?.ticket.key.time
    }

    /// The number of rows among which the newest item is sought: gaps can be above it.
    private static let newestRows = 32
}

extension Retention {
    /// Returns the retention without the limits of age beyond which even the newest item of the Track is. If the clock is not
    /// ahead, the next new item makes the limits count.
    func withPlausibleAges(in store: TrackDatabase) async throws -> Retention {
        guard let newest = try await store.newestItemTime() else { return self }
        var plausible = self
        plausible.oldest = oldest.flatMap { $0 <= newest ? $0 : nil }
        plausible.oldestBesideTrack = oldestBesideTrack.flatMap { $0 <= newest ? $0 : nil }
        return plausible
    }
}
