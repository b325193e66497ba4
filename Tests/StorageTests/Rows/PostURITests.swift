import EngineConcepts
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite("Posts with a canonical URI")
struct PostURITests {
    private let uri = "https://social.example/users/ann/statuses/1"
    private let now = Timestamp(seconds: 1_800_000_000)

    private func entry(
        _ item: String, of supplier: SupplierID, uri: String?, text: String = "Hello.", replyTo: String? = nil
    ) -> TrackCommit.Entry {
        let item = SourceItem(
            id: item, orderTime: now, body: TicketBody(text: .plain(text), uri: uri, replyTo: replyTo))
        return TrackCommit.Entry(ticket: Ticket(item, of: supplier, seen: now), fingerprint: item.fingerprint)
    }

    @discardableResult
    private func commit(
        _ inserted: [TrackCommit.Entry], to store: TrackDatabase, updated: [TrackCommit.Entry] = []
    ) async throws -> TrackVersion {
        try await store.commit(Samples.commit(inserted, updated: updated, active: ["home", "list", "tag"]))
    }

    private func id(_ supplier: SupplierID, _ item: String) -> TicketID {
        TicketID(supplier: supplier, item: item)
    }

    private var folded: TrackView { TrackView(foldsStories: true) }

    @Test("Tickets of one post are one row, even replies and short texts, and stay apart from other posts")
    func fold() async throws {
        let store = try TrackDatabase()
        try await commit([entry("1", of: "home", uri: uri, text: "Yes.", replyTo: "0")], to: store)
        try await commit(
            [
                entry("a", of: "list", uri: uri, text: "Yes.", replyTo: "0"),
                entry("b", of: "tag", uri: uri + "2", text: "Yes.", replyTo: "0"),
            ], to: store)
        #expect(try await store.counts(in: folded).total == 2)
        #expect(try await store.counts(in: .all).total == 3)
        #expect(try await store.entry(id("list", "a"))?.storyMember?.lead == id("home", "1"))
        #expect(Set(try await store.copies(ofPost: uri)) == [id("home", "1"), id("list", "a")])
        #expect(try await store.entry(id("home", "1"))?.ticket.body.uri == uri)
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("A mark on one ticket of a post is on all, and undoing it too")
    func marks() async throws {
        let store = try TrackDatabase()
        try await commit([entry("1", of: "home", uri: uri), entry("a", of: "list", uri: uri)], to: store)
        let previous = try await store.mark([id("list", "a")], MarkChange(read: true, starred: true, later: true))
        for ticket in [id("home", "1"), id("list", "a")] {
            let marks = try await store.entry(ticket)?.marks
            #expect(marks == Marks(isRead: true, isStarred: true, isLater: true))
        }
        try await commit([entry("b", of: "tag", uri: uri)], to: store)
        #expect(try await store.entry(id("tag", "b"))?.marks == Marks(isRead: true, isStarred: true, isLater: true))
        try await store.restore(previous)
        for ticket in [id("home", "1"), id("list", "a"), id("tag", "b")] {
            #expect(try await store.entry(ticket)?.marks == Marks())
        }
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("Undoing marks on several tickets of one post restores those that they had before the first")
    func marksOfCopies() async throws {
        let store = try TrackDatabase()
        try await commit([entry("1", of: "home", uri: uri), entry("a", of: "list", uri: uri)], to: store)
        let ids = [id("home", "1"), id("list", "a")]
        let previous = try await store.mark(ids, MarkChange(read: true, starred: true))
        #expect(previous == [ids[0]: Marks(), ids[1]: Marks()])
        try await store.restore(previous)
        for ticket in ids { #expect(try await store.entry(ticket)?.marks == Marks()) }
    }

    @Test("A ticket that gets a URI by an update joins its post")
    func update() async throws {
        let store = try TrackDatabase()
        try await commit([entry("1", of: "home", uri: uri), entry("a", of: "list", uri: nil)], to: store)
        try await commit([], to: store, updated: [entry("a", of: "list", uri: uri, text: "Hello!")])
        #expect(try await store.counts(in: folded).total == 1)
        try await commit([], to: store, updated: [entry("a", of: "list", uri: nil, text: "Hello?")])
        #expect(try await store.copies(ofPost: uri) == [id("home", "1")])
    }

    @Test("The result of an action and its removal from the outbox are one transaction")
    func transaction() async throws {
        let store = try TrackDatabase()
        try await commit([entry("1", of: "home", uri: uri)], to: store)
        let action = PendingAction(
            id: ActionID("1"), request: .account(.post(PostDraft("New.")), "test:ann"), requestedAt: now,
            repetition: .unsafe)
        try await store.apply([.append(action)])
        let commit = TrackCommit(
            inserted: [entry("2", of: "home", uri: nil)], active: ["home", "list", "tag"],
            visibleRanges: TimeframeSet(.always))
        await #expect(throws: StorageError.self) {
            // The same action a second time breaks the transaction.
            try await store.apply([.remove(ActionID("9")), .append(action)], with: commit, to: store)
        }
        #expect(try await store.entry(id("home", "2")) == nil)
        _ = try await store.apply([.remove(ActionID("1"))], with: commit, to: store)
        #expect(try await store.entry(id("home", "2")) != nil)
        #expect(try await store.pendingActions().isEmpty)
    }
}
