import EngineConcepts
import EngineTestSupport
import GRDB
import Queries
import TestSupport
import Testing

@testable import Storage

@Suite("Tickets of one story")
struct StoryStoreTests {
    static let active: Set<SupplierID> = ["feed:a", "hn:top", "mastodon:x"]
    static let folding = TrackView(foldsStories: true)

    /// A ticket of a supplier about a page.
    static func entry(
        _ second: Int, _ supplier: SupplierID, page: Int, item: String? = nil, title: String? = nil
    ) -> TrackCommit.Entry {
        let key = Samples.key(second, supplier, item: item ?? "\(second)")
        let title = title ?? "Page \(page)"
        let ticket = Ticket(
            key: key, shownTime: key.time, body: TicketBody(title: title, link: "https://e.example/page/\(page)"))
        return TrackCommit.Entry(ticket: ticket, fingerprint: Samples.fingerprint(title + "\(page)"))
    }

    static func commit(
        _ inserted: [TrackCommit.Entry] = [], updated: [TrackCommit.Entry] = [], deleted: [TicketID] = [],
        active: Set<SupplierID> = active
    ) -> TrackCommit {
        Samples.commit(inserted, updated: updated, deleted: deleted, active: active)
    }

    static func id(_ second: Int, _ supplier: SupplierID) -> TicketID {
        Samples.key(second, supplier, item: "\(second)").id
    }

    static func rows(
        _ store: any TrackReader, _ view: TrackView = folding, _ reach: TicketReach = .track
    ) async throws -> [TrackEntry] {
        var request = WindowRequest(anchor: .top, above: 0, below: 10_000, view: view)
        request.reach = reach
        let rows = try await store.window(request).rows
        return rows.compactMap(\.entry)
    }

    static func names(_ store: any TrackReader, _ view: TrackView = folding) async throws -> [TicketID] {
        try await rows(store, view).map(\.ticket.id)
    }

    private func check(_ store: TrackDatabase) async throws {
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("A story has the place of its first ticket and lists the others")
    func folded() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(11, "feed:a", page: 2)]))
        _ = try await store.commit(
            Self.commit([Self.entry(20, "hn:top", page: 1), Self.entry(5, "mastodon:x", page: 1)]))
        #expect(try await Self.names(store) == [Self.id(11, "feed:a"), Self.id(10, "feed:a")])
        let lead = try await Self.rows(store)[1]
        #expect(lead.storyMember?.others == [Self.id(5, "mastodon:x"), Self.id(20, "hn:top")])
        #expect(try await Self.rows(store, .all).count == 4, "without folding every ticket has its row")
        #expect(try await store.counts(in: Self.folding) == TrackCounts(total: 2, unread: 2))
        #expect(try await store.counts(in: .all) == TrackCounts(total: 4, unread: 4))
        let copy = try await store.entry(Self.id(20, "hn:top"))
        #expect(copy?.storyMember?.lead == Self.id(10, "feed:a") && copy?.storyMember?.isDuplicate == true)
        try await check(store)
    }

    @Test("Folded tickets are marked as read and unread together, and a new member of a read story is read")
    func marks() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        let previous = try await store.mark([Self.id(10, "feed:a")], MarkChange(read: true))
        #expect(try await store.counts(in: .all).unread == 0)
        #expect(try await store.counts(in: Self.folding).unread == 0)
        _ = try await store.mark([Self.id(20, "hn:top")], MarkChange(read: false))
        #expect(try await store.counts(in: .all).unread == 2)
        _ = try await store.markRead(downFrom: nil, in: Self.folding)
        #expect(try await store.counts(in: .all).unread == 0)
        _ = try await store.commit(Self.commit([Self.entry(30, "mastodon:x", page: 1)]))
        #expect(try await store.counts(in: .all).unread == 0)
        try await store.restore(previous)
        #expect(try await store.counts(in: .all).unread == 3)
        try await check(store)
    }

    @Test("Marking as read from a place down marks each row once and nothing above")
    func markDown() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(30, "feed:a", page: 2)]))
        // One copy above the place and its lead below, another one the other way round.
        _ = try await store.commit(
            Self.commit([Self.entry(40, "hn:top", page: 1), Self.entry(5, "mastodon:x", page: 2)]))
        let marked = try await store.markRead(downFrom: .ticket(Samples.key(20)), in: Self.folding)
        #expect(marked == [Self.id(10, "feed:a")])
        #expect(try await store.counts(in: Self.folding) == TrackCounts(total: 2, unread: 1))
        #expect(try await store.entry(Self.id(5, "mastodon:x"))?.marks.isRead == false)
        #expect(try await store.entry(Self.id(40, "hn:top"))?.marks.isRead == true)
        _ = try await store.mark(marked, MarkChange(read: false))
        #expect(try await store.counts(in: .all).unread == 4)
        try await check(store)
    }

    @Test("A view of one source or of starred tickets shows members of stories unfolded")
    func restricted() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        _ = try await store.mark([Self.id(20, "hn:top")], MarkChange(starred: true))
        for view in [
            TrackView(suppliers: ["hn:top"], foldsStories: true), TrackView(starredOnly: true, foldsStories: true),
        ] {
            #expect(try await Self.names(store, view) == [Self.id(20, "hn:top")])
            #expect(try await store.counts(in: view).total == 1)
        }
    }

    @Test("A story's next ticket replaces a lead that is gone, until it returns")
    func lead() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        _ = try await store.commit(Self.commit(active: ["hn:top"]))
        #expect(try await Self.names(store) == [Self.id(20, "hn:top")])
        #expect(try await store.entry(Self.id(20, "hn:top"))?.storyMember == nil)
        try await check(store)
        _ = try await store.commit(Self.commit())
        #expect(try await Self.names(store) == [Self.id(10, "feed:a")])
        _ = try await store.commit(Self.commit(deleted: [Self.id(10, "feed:a")]))
        #expect(try await Self.names(store) == [Self.id(20, "hn:top")])
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1)]))
        #expect(try await Self.names(store) == [Self.id(20, "hn:top")])
        try await check(store)
    }

    @Test("A ticket whose content changes leaves its story")
    func edits() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        _ = try await store.commit(Self.commit(updated: [Self.entry(20, "hn:top", page: 1, title: "Page 1, edited")]))
        #expect(try await Self.names(store).count == 1)
        _ = try await store.commit(Self.commit(updated: [Self.entry(20, "hn:top", page: 2)]))
        #expect(try await Self.names(store).count == 2)
        _ = try await store.commit(Self.commit([Self.entry(30, "mastodon:x", page: 2)]))
        while try await !store.matchStories(upTo: 10).isComplete {}
        #expect(try await Self.names(store) == [Self.id(20, "hn:top"), Self.id(10, "feed:a")])
        try await check(store)
    }

    @Test("A source with one address for all items makes no stories")
    func series() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(
            Self.commit((1...20).map { Self.entry($0, "feed:a", page: 1, title: "Day \($0)") }))
        _ = try await store.commit(Self.commit([Self.entry(30, "hn:top", page: 1)]))
        #expect(try await Self.names(store).count == 21)
        try await check(store)
    }

    @Test("A topic shows, counts and marks a story once if any member belongs to it")
    func topics() async throws {
        let store = try TrackDatabase()
        try await store.adopt(
            SupplierClassifier(topics: ["feed:a": "reading", "hn:top": "links", "mastodon:x": "links"]))
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(12, "feed:a", page: 2)]))
        _ = try await store.commit(Self.commit([Self.entry(20, "hn:top", page: 1), Self.entry(21, "hn:top", page: 3)]))
        func view(_ labels: Set<LabelID>, _ how: TopicSelection.Combination = .union) -> TrackView {
            TrackView(topics: TopicSelection(labels, how), foldsStories: true)
        }
        let (story, other) = (Self.id(10, "feed:a"), Self.id(21, "hn:top"))
        #expect(try await Self.names(store, view(["links"])) == [other, story])
        #expect(try await Self.names(store, view(["reading"])) == [Self.id(12, "feed:a"), story])
        #expect(try await Self.names(store, view(["reading", "links"])).count == 3)
        #expect(try await Self.names(store, view(["reading", "links"], .intersection)) == [story])
        for labels: Set<LabelID> in [["links"], ["reading"], ["reading", "links"]] {
            for how in [TopicSelection.Combination.union, .intersection] {
                let counts = try await store.counts(in: view(labels, how))
                let names = try await Self.names(store, view(labels, how))
                #expect(counts.total == names.count)
            }
        }
        #expect(try await store.labelCounts(in: Self.folding)["links"]?.total == 2)
        #expect(
            try await Self.names(store, TrackView(topics: TopicSelection(["links"]))) == [other, Self.id(20, "hn:top")])
        #expect(try await Set(store.markRead(downFrom: nil, in: view(["links"]))) == [other, story])
        #expect(try await store.counts(in: .all).unread == 1)
        try await check(store)
    }

    @Test("A rule that hides the lead promotes the next ticket until the rule is gone")
    func hidden() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        let view = TrackView(filter: .on, foldsStories: true)
        for _ in 1...2 {
            try await label(store, SupplierClassifier(hiding: ["feed:a"]))
            #expect(try await Self.names(store, view) == [Self.id(20, "hn:top")])
            #expect(try await store.counts(in: view) == TrackCounts(total: 1, unread: 1, hidden: 1))
            #expect(try await Self.names(store, view.filtered(.off)) == [Self.id(20, "hn:top"), Self.id(10, "feed:a")])
            for foldsStories in [true, false] {
                let hidden = TrackView(filter: .hiddenOnly, foldsStories: foldsStories)
                #expect(try await Self.names(store, hidden) == [Self.id(10, "feed:a")])
            }
            try await check(store)
            try await label(store, SupplierClassifier())
            #expect(try await Self.names(store, view) == [Self.id(10, "feed:a")])
            try await check(store)
        }
    }

    @Test("Hidden members of a story have rows of their own in their topics, and a shown one too")
    func hiddenWhole() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(
            Self.commit([
                Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1), Self.entry(30, "hn:top", page: 2),
            ]))
        try await label(
            store,
            SupplierClassifier(
                topics: ["feed:a": "reading", "hn:top": "links"], hiding: ["feed:a", "hn:top"]))
        let (story, copy, other) = (Self.id(10, "feed:a"), Self.id(20, "hn:top"), Self.id(30, "hn:top"))
        let cases: [(TopicSelection?, [TicketID])] = [
            (nil, [other, copy, story]), (TopicSelection(["reading"]), [story]),
            (TopicSelection(["links"]), [other, copy]), (TopicSelection(["reading", "links"], .intersection), []),
        ]
        for (topics, expected) in cases {
            let view = TrackView(topics: topics, filter: .on, foldsStories: true)
            #expect(try await Self.names(store, view) == [])
            #expect(try await store.counts(in: view) == TrackCounts(total: 0, unread: 0, hidden: expected.count))
            let hidden = try await Self.rows(store, view.filtered(.hiddenOnly))
            #expect(hidden.map(\.ticket.id) == expected)
            #expect(try await Self.names(store, view.filtered(.off)) == expected)
            let search = store.search(try Query(parsing: "page")) { .beginningOfTime }
            #expect(try await Self.names(search, view.filtered(.off)) == expected)
            #expect(try await search.counts(in: view) == TrackCounts(total: 0, unread: 0, hidden: expected.count))
        }
        // Unhiding the row shows the story.
        _ = try await store.mark([story], MarkChange(unhidden: true))
        #expect(try await Self.names(store, TrackView(filter: .on, foldsStories: true)) == [story])
        #expect(try await Self.names(store, TrackView(filter: .off, foldsStories: true)) == [other, copy, story])
        try await check(store)
    }

    @Test("A rule that hides a topic's members of a story removes the story from that topic only")
    func hiddenInTopic() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        try await label(
            store, SupplierClassifier(topics: ["feed:a": "reading", "hn:top": "links"], hiding: ["hn:top"]))
        func view(_ topic: LabelID) -> TrackView {
            TrackView(topics: TopicSelection([topic]), filter: .on, foldsStories: true)
        }
        #expect(try await Self.names(store, view("links")) == [])
        #expect(try await store.counts(in: view("links")) == TrackCounts(total: 0, unread: 0, hidden: 1))
        #expect(try await Self.names(store, view("links").filtered(.hiddenOnly)) == [Self.id(20, "hn:top")])
        #expect(try await Self.names(store, view("reading")) == [Self.id(10, "feed:a")])
        #expect(try await store.counts(in: view("reading")) == TrackCounts(total: 1, unread: 1))
        try await check(store)
    }

    @Test("Members of an unfolded story stay hidden by their rules", arguments: [true, false])
    func apartAndHidden(ruleComesFirst: Bool) async throws {
        let store = try TrackDatabase()
        let three = [
            Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1), Self.entry(30, "mastodon:x", page: 1),
        ]
        _ = try await store.commit(Self.commit(three))
        let all = three.map(\.ticket.id)
        if ruleComesFirst { try await label(store, SupplierClassifier(hiding: ["feed:a"])) }
        let before = try await store.mark(all, MarkChange(storyUnfolded: true))
        if !ruleComesFirst { try await label(store, SupplierClassifier(hiding: ["feed:a"])) }
        let view = TrackView(filter: .on, foldsStories: true)
        func see(_ shown: [TicketID]) async throws {
            #expect(try await Self.names(store, view) == shown)
            #expect(try await store.counts(in: view) == TrackCounts(total: shown.count, unread: shown.count, hidden: 1))
            #expect(try await Self.names(store, view.filtered(.hiddenOnly)) == [all[0]])
            #expect(try await Self.names(store, view.filtered(.off)) == shown + [all[0]])
            try await check(store)
        }
        try await see([all[2], all[1]])
        try await store.restore(before)
        try await see([all[1]])
    }

    @Test("Reading a story marks all members even if a rule hides read tickets")
    func readAndHidden() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        try await label(store, SupplierClassifier(hidesRead: true))
        _ = try await store.mark([Self.id(10, "feed:a")], MarkChange(read: true))
        #expect(try await Self.names(store, TrackView(filter: .on, foldsStories: true)) == [])
        #expect(try await store.counts(in: TrackView(filter: .on, foldsStories: true)).hidden == 2)
        try await check(store)
    }

    @Test("A row is muffled only if all members are, and an unfolded ticket by its own labels")
    func muffled() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        func isMuffled(_ view: TrackView) async throws -> [Bool] {
            try await Self.rows(store, view).map { view.effects(of: $0).contains(.muffle) }
        }
        try await label(store, SupplierClassifier(muffling: ["feed:a"]))
        #expect(try await isMuffled(Self.folding) == [false])
        #expect(try await isMuffled(TrackView()) == [false, true])
        try await label(store, SupplierClassifier(muffling: ["hn:top"]))
        #expect(try await isMuffled(Self.folding) == [false])
        try await label(store, SupplierClassifier(muffling: ["hn:top", "feed:a"]))
        #expect(try await isMuffled(Self.folding) == [true])
    }

    @Test("A search finds a story once, by the text of any member")
    func search() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(
            Self.commit([
                Self.entry(10, "feed:a", page: 1, title: "Page 1"),
                Self.entry(20, "hn:top", page: 1, title: "Page 1, discussed"),
            ]))
        func found(_ text: String) async throws -> [TicketID] {
            try await Self.names(store.search(try Query(parsing: text)) { .beginningOfTime })
        }
        #expect(try await found("discussed") == [Self.id(20, "hn:top")])
        #expect(try await found("page") == [Self.id(10, "feed:a")])
        while try await !store.index(upTo: 10) {}
        #expect(try await found("discussed") == [Self.id(20, "hn:top")])
        #expect(try await found("page") == [Self.id(10, "feed:a")])
    }

    private func label(_ store: TrackDatabase, _ classifier: SupplierClassifier) async throws {
        try await store.adopt(classifier)
        while try await !store.classify(upTo: 10).isComplete {}
    }

    @Test("A rule about duplicates hides all but the first ticket on arrival")
    func rule() async throws {
        let store = try TrackDatabase()
        try await store.adopt(SupplierClassifier(hidesDuplicates: true))
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1)]))
        _ = try await store.commit(Self.commit([Self.entry(20, "hn:top", page: 1)]))
        #expect(try await Self.names(store, TrackView(filter: .on)) == [Self.id(10, "feed:a")])
        #expect(try await store.entry(Self.id(20, "hn:top"))?.hiddenBy == "duplicates")
        try await check(store)
        _ = try await store.commit(Self.commit(deleted: [Self.id(10, "feed:a")]))
        #expect(try await Self.names(store, TrackView(filter: .on)) == [Self.id(20, "hn:top")])
        try await check(store)
    }

    @Test("An unfolded story has a row for each ticket until it is folded again")
    func alone() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Self.commit([Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1)]))
        let previous = try await store.mark([Self.id(20, "hn:top")], MarkChange(storyUnfolded: true))
        #expect(try await Self.names(store).count == 2)
        #expect(try await Self.rows(store)[0].storyMember?.isDuplicate == true)
        try await store.restore(previous)
        #expect(try await Self.names(store).count == 1)
        try await check(store)
    }

    @Test("A ticket that changes during story matching is matched again")
    func changesMeanwhile() async throws {
        let store = try TrackDatabase()
        try await store.setStoryMatching(false)
        let (a, b) = (Self.entry(1, "feed:a", page: 1), Self.entry(2, "hn:top", page: 1))
        _ = try await store.commit(Self.commit([a, b]))
        try await store.setStoryMatching(true)
        let batch = try await store.reading { try StoryBatch(upTo: 10, by: $0.contents) }
        let prepared = await PreparedStoryTraits(batch, by: .none)
        _ = try await store.commit(Self.commit(updated: [Self.entry(2, "hn:top", page: 7)]))
        _ = try await store.labelling { try DerivedDataWriter.match(batch, prepared: prepared, by: $0) }
        #expect(try await store.matchStories(upTo: 10).isComplete)
        #expect(try await Self.names(store) == [b.ticket.id, a.ticket.id])
        try await check(store)
    }

    @Test("Stories of an old store or a large import are found in the background, and deleted with folding off")
    func sweep() async throws {
        let store = try TrackDatabase()
        try await store.setStoryMatching(false)
        let pages = 1...400
        _ = try await store.commit(
            Self.commit(pages.flatMap { [Self.entry($0, "feed:a", page: $0), Self.entry($0, "hn:top", page: $0)] }))
        #expect(try await Self.names(store).count == 800)
        #expect(try await store.matchStories(upTo: 10).isComplete)
        try await store.setStoryMatching(true)
        var steps = 0
        while try await !store.matchStories(upTo: 70).isComplete {
            steps += 1
            try await check(store)
        }
        #expect(steps > 5)
        #expect(try await Self.names(store).count == 400)
        #expect(try await Self.names(store) == pages.reversed().map { Self.id($0, "feed:a") })
        try await store.setStoryMatching(false)
        #expect(try await Self.names(store).count == 800)
        #expect(try await store.counts(in: Self.folding).total == 800)
        try await check(store)
    }

    @Test("Opening a store of version 8 renames its tables and keeps stories and counts")
    func renamedTables() async throws {
        try await withStore { store, path in
            try await store.adopt(SupplierClassifier(topics: ["hn:top": "news"]))
            _ = try await store.commit(
                Self.commit([
                    Self.entry(10, "feed:a", page: 1), Self.entry(20, "hn:top", page: 1),
                    Self.entry(30, "hn:top", page: 2),
                ]))
            let before = try await (Self.names(store), store.labelCounts(in: Self.folding))
            #expect(before.0.count == 2 && before.1["news"]?.total == 2)
            try await store.writing { db in
                try db.execute(
                    sql: """
                        ALTER TABLE supplier_count RENAME TO tally;
                        ALTER TABLE label_set_count RENAME TO census;
                        ALTER TABLE story_member RENAME COLUMN arrival TO turn;
                        ALTER TABLE story_member RENAME TO telling;
                        ALTER TABLE story_state RENAME COLUMN arrivals TO turn;
                        ALTER TABLE folded_count RENAME TO fold_census;
                        DROP INDEX story_member_story;
                        CREATE INDEX telling_story ON telling (story, turn);
                        DELETE FROM grdb_migrations WHERE identifier = '9 names';
                        PRAGMA user_version = 8;
                        """)
            }
            try await store.close()
            let opened = try TrackDatabase(path: path)
            #expect(try await Self.names(opened) == before.0)
            #expect(try await opened.labelCounts(in: Self.folding) == before.1)
            try await check(opened)
            try await opened.close()
        }
    }
}

/// Labels tickets by supplier and by duplication.
struct SupplierClassifier: TicketClassifier {
    var topics: [SupplierID: LabelID] = [:]
    var hiding: Set<SupplierID> = []
    var muffling: Set<SupplierID> = []
    var hidesDuplicates = false
    var hidesRead = false
    var people = People.none

    var readsMarks: Bool { hidesRead }

    var labels: [Label] {
        Set(topics.values).sorted().map { Label($0, definition: "\($0)") }
            + hiding.sorted().map { Label(LabelID("no \($0)"), effect: .hide, definition: "") }
            + muffling.sorted().map { Label(LabelID("muffle \($0)"), effect: .muffle, definition: "") }
            + (hidesRead ? [Label("read", effect: .hide, definition: "")] : [])
            + (hidesDuplicates ? [Label("duplicates", effect: .hide, definition: "")] : [])
    }

    func now() -> Timestamp { .beginningOfTime }

    func classify(_ facts: TicketFacts) -> Classification {
        var classification = Classification()
        let supplier = facts.ticket.supplier
        if let topic = topics[supplier] { classification.labels.insert(topic) }
        if hiding.contains(supplier) { classification.hiddenBy = LabelID("no \(supplier)") }
        if hidesDuplicates, facts.isDuplicate { classification.hiddenBy = "duplicates" }
        if muffling.contains(supplier) { classification.labels.insert(LabelID("muffle \(supplier)")) }
        if hidesRead, facts.marks.isRead { classification.hiddenBy = "read" }
        if let hiddenBy = classification.hiddenBy { classification.labels.insert(hiddenBy) }
        return classification
    }
}
