import EngineConcepts
import EngineStandard
import Testing

@Suite("Store in memory")
struct MemoryTrackStoreTests {
    private static let suppliers: Set<SupplierID> = ["a", "b", "c"]

    private static func entry(_ supplier: SupplierID) -> TrackCommit.Entry {
        let item = SourceItem(
            id: "1", orderTime: Timestamp(seconds: 1_800_000_000), body: TicketBody(text: .plain("post"), uri: "post:1")
        )
        return .init(item, of: supplier, fingerprint: item.fingerprint, seen: Timestamp(seconds: 1_800_000_000))
    }

    @Test("A retention of inactive suppliers also removes their unread tickets, but no starred one")
    func retentionOfInactive() async throws {
        let store = MemoryTrackStore()
        let ranges = TimeframeSet([.always])
        _ = try await store.commit(
            TrackCommit(
                inserted: ["a", "b", "c"].map(Self.entry), active: Self.suppliers, visibleRanges: ranges))
        _ = try await store.commit(TrackCommit(active: ["a"], visibleRanges: ranges))
        let retention = Retention(newestOfEach: 0, scope: .all)
        #expect(try await store.removableCounts(by: retention) == ["b": 1, "c": 1])
        // All three are copies of one post.
        _ = try await store.mark([TicketID(supplier: "b", item: "1")], MarkChange(starred: true))
        #expect(try await store.removableCounts(by: retention) == [:])
    }

    @Test("A retention of inactive suppliers alone leaves the read tickets of active ones")
    func retentionOfInactiveAlone() async throws {
        let store = MemoryTrackStore()
        let ranges = TimeframeSet([.always])
        // One post for each, so that marks of one are not marks of another.
        let entries = (["a", "b"] as [SupplierID])
            .map { supplier in
                let item = SourceItem(
                    id: "1", orderTime: Timestamp(seconds: 1_800_000_000), body: TicketBody(text: .plain("post")))
                return TrackCommit.Entry(
                    item, of: supplier, fingerprint: item.fingerprint, seen: Timestamp(seconds: 1_800_000_000))
            }
        _ = try await store.commit(TrackCommit(inserted: entries, active: ["a", "b"], visibleRanges: ranges))
        _ = try await store.mark(entries.map(\.ticket.id), MarkChange(read: true))
        _ = try await store.commit(TrackCommit(active: ["a"], visibleRanges: ranges))
        for (scope, expected) in [
            (Retention.Scope.active, ["a": 1]), (.all, ["a": 1, "b": 1]), (.inactive, ["b": 1]),
        ] as [(Retention.Scope, [SupplierID: Int])] {
            let counts = try await store.removableCounts(by: Retention(newestOfEach: 0, scope: scope))
            #expect(counts == expected, "\(scope)")
        }
    }

    @Test("Undoing marks on several tickets of one post restores those that they had before the first")
    func marksOfCopies() async throws {
        let store = MemoryTrackStore()
        let entries = (["a", "b"] as [SupplierID]).map(Self.entry)
        _ = try await store.commit(
            TrackCommit(inserted: entries, active: Self.suppliers, visibleRanges: TimeframeSet([.always])))
        let previous = try await store.mark(entries.map(\.ticket.id), MarkChange(read: true, starred: true))
        try await store.restore(previous)
        for entry in entries { #expect(try await store.entry(entry.ticket.id)?.marks == Marks()) }
    }

    @Test("A deleted ticket is no copy of its post any more, and a new copy gets the marks of those that are left")
    func copies() async throws {
        let store = MemoryTrackStore()
        func commit(inserting: [SupplierID] = [], deleting: [TicketID] = []) async throws {
            _ = try await store.commit(
                TrackCommit(
                    inserted: inserting.map(Self.entry), deleted: deleting, active: Self.suppliers,
                    visibleRanges: TimeframeSet()))
        }
        for supplier in ["a", "b"] as [SupplierID] {
            try await commit(inserting: [supplier])
            try await commit(deleting: [TicketID(supplier: supplier, item: "1")])
        }
        #expect(try await store.copies(ofPost: "post:1").isEmpty)
        try await commit(inserting: ["a", "b"])
        let a = TicketID(supplier: "a", item: "1")
        _ = try await store.mark([a], MarkChange(starred: true))
        try await commit(deleting: [a])
        try await commit(inserting: ["c"])
        #expect(try await store.entry(TicketID(supplier: "c", item: "1"))?.marks.isStarred == true)
    }
}
