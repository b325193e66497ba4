import EngineConcepts
import Testing

@testable import Storage

@Suite("Tickets beside the Track")
struct BesideTrackTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    private func entry(_ item: String, uri: String? = nil, text: String = "Hello.") -> TrackCommit.Entry {
        let item = SourceItem(id: item, orderTime: now, body: TicketBody(text: .plain(text), uri: uri))
        return TrackCommit.Entry(ticket: Ticket(item, of: "home", seen: now), fingerprint: item.fingerprint)
    }

    private func id(_ item: String) -> TicketID { TicketID(supplier: "home", item: item) }

    private func commit(
        inserted: [TrackCommit.Entry] = [], deleted: [TicketID] = [], removed: [TicketID] = [], to store: TrackDatabase
    ) async throws {
        _ = try await store.commit(Samples.commit(inserted, deleted: deleted, removed: removed, active: ["home"]))
    }

    private func rows(_ store: TrackDatabase, _ view: TrackView = .all) async throws -> [String] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 50, view: view)).rows
            .compactMap(\.entry?.ticket.id.item)
    }

    @Test("Tickets beside the Track can be read and marked, and no window, count, key or claim includes them")
    func invisible() async throws {
        let store = try TrackDatabase()
        try await commit(inserted: [entry("1")], to: store)
        let record = try await store.record()
        try await store.storeBesideTrack([entry("2"), entry("3")])
        #expect(try await store.record() == record)
        #expect(try await rows(store) == ["1"])
        #expect(try await store.counts(in: .all).total == 1)
        #expect(try await store.knownItems(["1", "2"], of: "home").keys.sorted() == ["1"])
        #expect(try await store.knownItemsBesideTrack(["1", "2"], of: "home").keys.sorted() == ["2"])
        #expect(try await store.keys(of: ["home"], in: .always, towards: .older, limit: 9).count == 1)
        _ = try await store.mark([id("2")], MarkChange(read: true, starred: true))
        #expect(try await store.entry(id("2"))?.marks == Marks(isRead: true, isStarred: true))
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("Old tickets beside the Track are removed without a trace unless they are marked or kept; the Track stays")
    func removal() async throws {
        let store = try TrackDatabase()
        try await commit(inserted: [entry("1")], to: store)
        try await store.storeBesideTrack(["2", "3", "4", "5"].map { entry($0, uri: "https://e.example/\($0)") })
        _ = try await store.mark([id("2")], MarkChange(read: true))
        _ = try await store.mark([id("3")], MarkChange(starred: true))
        _ = try await store.mark([id("4")], MarkChange(later: true))
        let record = try await store.record()
        #expect(try await store.removeBesideTrack(olderThan: now, keeping: [], limit: 9) == 0)
        let later = now.advanced(by: .seconds(1))
        #expect(try await store.removeBesideTrack(olderThan: later, keeping: [id("5")], limit: 9) == 1)
        #expect(
            try await store.knownItemsBesideTrack(["2", "3", "4", "5"], of: "home").keys.sorted() == ["3", "4", "5"])
        #expect(try await store.entry(id("2")) == nil)
        #expect(try await store.copies(ofPost: "https://e.example/2") == [])
        #expect(try await store.record() == record)
        #expect(try await store.integrityReport().failures == [])
        // The timeline may still deliver it.
        try await commit(inserted: [entry("2")], to: store)
        #expect(try await Set(rows(store)) == ["1", "2"])
        #expect(try await store.removeBesideTrack(olderThan: later, keeping: [], limit: 9) == 1)
        #expect(try await store.entry(id("1")) != nil)
    }

    @Test("Starred tickets beside the Track, and those for later, are in the views of such tickets and their counts")
    func marked() async throws {
        let store = try TrackDatabase()
        try await commit(inserted: [entry("1")], to: store)
        try await store.storeBesideTrack([entry("2"), entry("3")])
        _ = try await store.mark([id("1"), id("2")], MarkChange(starred: true))
        _ = try await store.mark([id("3")], MarkChange(later: true))
        let (starred, later) = (TrackView(starredOnly: true), TrackView(laterOnly: true))
        #expect(try await Set(rows(store, starred)) == ["1", "2"])
        #expect(try await store.counts(in: starred) == TrackCounts(total: 2, unread: 2))
        #expect(try await rows(store, later) == ["3"])
        #expect(try await store.counts(in: later) == TrackCounts(total: 1, unread: 1))
        // In another view, the next starred ticket is one that has a row.
        let top = TrackPlace.ticket(OrderKey(time: now.advanced(by: .seconds(9)), nativeOrder: 0, id: id("0")))
        let found = try await store.find(.starred, from: top, towards: .older, in: .all)
        #expect(found == .ticket(entry("1").ticket.key))
    }

    @Test("A ticket beside the Track enters it with its marks when its stream delivers it, and its copies get them")
    func enters() async throws {
        let store = try TrackDatabase()
        try await commit(to: store)
        try await store.storeBesideTrack([entry("2", uri: "https://e.example/2")])
        _ = try await store.mark([id("2")], MarkChange(starred: true))
        try await commit(
            inserted: [entry("2", uri: "https://e.example/2"), entry("copy", uri: "https://e.example/2")], to: store)
        #expect(try await Set(rows(store)) == ["2", "copy"])
        #expect(try await store.entry(id("2"))?.marks.isStarred == true)
        #expect(try await store.entry(id("copy"))?.marks.isStarred == true)
        #expect(try await store.counts(in: TrackView(foldsStories: true)).total == 1)
        #expect(try await store.knownItemsBesideTrack(["2"], of: "home").isEmpty)
        // It is in the Track now, so a thread does not change it.
        try await store.storeBesideTrack([entry("2", text: "Other words.")])
        #expect(try await store.entry(id("2"))?.ticket.body.text == .plain("Hello."))
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("New content of a ticket beside the Track replaces the old; deleted posts stay so, removed ones come back")
    func content() async throws {
        let store = try TrackDatabase()
        try await commit(inserted: [entry("1"), entry("4")], to: store)
        try await store.storeBesideTrack([entry("2")])
        try await store.storeBesideTrack([entry("2", text: "Edited.")])
        #expect(try await store.entry(id("2"))?.ticket.body.text == .plain("Edited."))
        try await commit(deleted: [id("1"), id("2")], removed: [id("4")], to: store)
        try await store.storeBesideTrack([entry("1"), entry("2"), entry("4")])
        #expect(try await store.knownItemsBesideTrack(["1", "2", "4"], of: "home").keys.sorted() == ["4"])
        #expect(try await store.knownItems(["4"], of: "home")["4"]?.isRemoved == true)
        #expect(try await rows(store).isEmpty)
        #expect(try await store.integrityReport().failures == [])
    }
}
