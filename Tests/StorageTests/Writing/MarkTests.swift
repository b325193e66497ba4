import EngineConcepts
import Foundation
import Storage
import Synchronization
import Testing

@Suite("Marks")
struct MarkTests {
    private func store() async throws -> TrackDatabase {
        let store = try TrackDatabase()
        let entries = (1...6).map { Samples.entry($0, $0 % 2 == 0 ? "feed:a" : "hn:top", item: "\($0)") }
        _ = try await store.commit(
            TrackCommit(
                inserted: entries, active: ["feed:a", "hn:top"], visibleRanges: TimeframeSet([Samples.frame(7, 2)])))
        return store
    }

    @Test("Marking returns the previous marks, and restoring them undoes it")
    func undo() async throws {
        let store = try await store()
        let ids = [Samples.key(4, item: "4").id, Samples.key(6, item: "6").id]
        _ = try await store.mark([ids[0]], MarkChange(read: true))
        let unknown = TicketID(supplier: "feed:a", item: "unknown")
        let previous = try await store.mark(ids + [unknown], MarkChange(read: true, starred: true))
        #expect(previous == [ids[0]: Marks(isRead: true), ids[1]: Marks()])
        #expect(try await store.counts(in: TrackView(starredOnly: true)) == TrackCounts(total: 2, unread: 0))
        try await store.restore(previous)
        #expect(try await store.counts(in: .all) == TrackCounts(total: 5, unread: 4))
        #expect(try await store.entry(ids[0])?.marks == Marks(isRead: true))
    }

    @Test("A ticket that the user has written is read from the start, also if its source delivered it before")
    func written() async throws {
        let store = try await store()
        var (new, known) = (Samples.entry(5, "feed:a", item: "own"), Samples.entry(4, "feed:a", item: "4"))
        new.isRead = true
        known.isRead = true
        _ = try await store.commit(
            TrackCommit(
                inserted: [new], updated: [known], active: ["feed:a", "hn:top"],
                visibleRanges: TimeframeSet([Samples.frame(7, 2)])))
        #expect(try await store.counts(in: .all) == TrackCounts(total: 6, unread: 4))
        for id in [new.ticket.id, known.ticket.id] {
            #expect(try await store.entry(id)?.marks == Marks(isRead: true))
        }
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("Marking as read downwards spares newer, withheld, read and other views' tickets")
    func markReadDown() async throws {
        let store = try await store()
        _ = try await store.mark([Samples.key(2, item: "2").id], MarkChange(read: true))
        let place = TrackPlace.ticket(Samples.key(4, item: "4"))
        let onlyFeed = try await store.markRead(downFrom: place, in: TrackView(suppliers: ["feed:a"]))
        #expect(Set(onlyFeed.map(\.item)) == ["4"])
        let rest = try await store.markRead(downFrom: place, in: .all)
        #expect(Set(rest.map(\.item)) == ["3"])
        let all = try await store.markRead(downFrom: nil, in: .all)
        #expect(Set(all.map(\.item)) == ["5", "6"])
        #expect(try await store.counts(in: .all) == TrackCounts(total: 5, unread: 0))
        #expect(try await store.entry(Samples.key(1, "hn:top", item: "1").id)?.marks.isRead == false)
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("Marking starred tickets as read leaves the others alone")
    func markStarredRead() async throws {
        let store = try await store()
        _ = try await store.mark(
            [Samples.key(4, item: "4").id, Samples.key(5, "hn:top", item: "5").id], MarkChange(starred: true))
        let feed = TrackView(suppliers: ["feed:a"], starredOnly: true)
        #expect(try await store.markRead(downFrom: nil, in: feed).map(\.item) == ["4"])
        #expect(try await store.markRead(downFrom: nil, in: TrackView(starredOnly: true)).map(\.item) == ["5"])
        #expect(try await store.counts(in: .all).unread == 3)
    }

    @Test("A change that fails after some of its transactions names what they have changed")
    func interrupted() async throws {
        let entries = (1...600).map { Samples.entry($0, item: "\($0)") }
        let ids = entries.map(\.ticket.id)
        try await withStore { store, path in
            _ = try await store.commit(Samples.commit(entries))
            let error = await #expect(throws: InterruptedMarking.self) {
                try await store.mark(ids, MarkChange(starred: true)) { _ in _ = unlink(path) }
            }
            #expect(error?.tickets == Array(ids.prefix(500)) && error?.underlying is StorageError)
            #expect(error?.previous.count == 600)
        }
        try await withStore { store, path in
            _ = try await store.commit(Samples.commit(entries))
            let error = await #expect(throws: InterruptedMarking.self) {
                try await store.markRead(downFrom: nil, in: .all) { _ in _ = unlink(path) }
            }
            #expect(error?.tickets.count == 500)
        }
    }

    @Test("Many tickets are marked in parts, completely and undoably, with their stories")
    func many() async throws {
        let store = try TrackDatabase()
        let pages = 1...700
        _ = try await store.commit(
            StoryStoreTests.commit(
                pages.flatMap {
                    [StoryStoreTests.entry($0, "feed:a", page: $0), StoryStoreTests.entry($0, "hn:top", page: $0)]
                }))
        while try await !store.matchStories(upTo: 1000).isComplete {}
        for view in [TrackView.all, StoryStoreTests.folding, TrackView(suppliers: ["feed:a", "hn:top"])] {
            let marked = try await store.markRead(downFrom: nil, in: view)
            #expect(Set(marked).count == marked.count)
            #expect(try await store.counts(in: .all).unread == 0)
            _ = try await store.mark(marked, MarkChange(read: false))
            #expect(try await store.counts(in: .all).unread == 1400)
        }
        let every = pages.flatMap { [StoryStoreTests.id($0, "feed:a"), StoryStoreTests.id($0, "hn:top")] }
        let told = Mutex<[Int]>([])
        let previous = try await store.mark(every, MarkChange(read: true)) { count in
            told.withLock { $0.append(count) }
        }
        #expect(told.withLock(\.self) == [500, 1000, 1400])
        #expect(previous.count == 1400 && previous.values.allSatisfy { !$0.isRead })
        #expect(try await store.counts(in: .all).unread == 0)
        try await store.restore(previous) { count in told.withLock { $0.append(count) } }
        #expect(told.withLock(\.count) == 6)
        #expect(try await store.counts(in: .all).unread == 1400)
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("Settings can be stored, replaced and removed")
    func settings() async throws {
        let store = try TrackDatabase()
        #expect(try await store.setting("place") == nil)
        try await store.setSetting("place", to: "a\u{0}b")
        try await store.setSetting("place", to: "c")
        #expect(try await store.setting("place") == "c")
        try await store.setSetting("place", to: nil)
        #expect(try await store.setting("place") == nil)
    }
}
