import EngineConcepts
import EngineTestSupport
import Foundation
import GRDB
import Queries
import TestSupport
import Testing

@testable import Storage

@Suite("Commits")
struct CommitTests {
    @Test("Every field of a ticket survives a round trip through the store")
    func roundTrip() async throws {
        let store = try TrackDatabase()
        let entry = TrackCommit.Entry(ticket: Samples.rich, fingerprint: .max, isLate: true)
        _ = try await store.commit(Samples.commit([entry]))
        let read = try await store.entry(Samples.rich.id)
        #expect(read == TrackEntry(ticket: Samples.rich, isLate: true))
        let known = try await store.knownItems(["a\u{0}b/c d", "a"], of: "mastodon:ann")
        #expect(known == ["a\u{0}b/c d": KnownItem(key: Samples.rich.key, fingerprint: .max)])
    }

    @Test("Item names that differ only in Unicode composition are one item")
    func composedNames() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit([Samples.entry(5, item: "cafe\u{301}")]))
        #expect(try await store.knownItems(["caf\u{e9}"], of: "feed:a").count == 1)
        _ = try await store.commit(Samples.commit([Samples.entry(5, item: "caf\u{e9}")]))
        #expect(try await store.counts(in: .all).total == 1)
        for name in ["cafe\u{301}", "caf\u{e9}"] {
            #expect(try await store.entry(TicketID(supplier: "feed:a", item: name)) != nil)
        }
        _ = try await store.commit(Samples.commit(deleted: [TicketID(supplier: "feed:a", item: "cafe\u{301}")]))
        #expect(try await store.counts(in: .all).total == 0)
    }

    @Test("A failed commit leaves the previous version, and the next commit works")
    func atomic() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit([Samples.entry(5)]))
        let before = try await store.window(WindowRequest(anchor: .top, above: 0, below: 9))
        try await store.writer.write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER refuse BEFORE INSERT ON place WHEN new.item = 'poison'
                    BEGIN SELECT raise(ABORT, 'refused'); END
                    """)
        }
        let broken = Samples.commit([Samples.entry(6, item: "2"), Samples.entry(7, item: "poison")])
        await #expect(throws: StorageError.self) { try await store.commit(broken) }
        #expect(try await store.window(WindowRequest(anchor: .top, above: 0, below: 9)) == before)
        #expect(try await store.record().version == before.version)
        let next = try await store.commit(Samples.commit([Samples.entry(6, item: "2")]))
        #expect(next == before.version.next)
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("A detected language is stored with each ticket, in commits of any size", arguments: [1, 3, 700, 2500])
    func detectedLanguages(count: Int) async throws {
        let texts = [
            "The quick brown fox jumps over the lazy dog, and nobody has ever asked the dog what it thinks about that.",
            "El veloz murciélago hindú comía feliz cardillo y kiwi mientras la cigüeña tocaba el saxofón.",
            "123 456",
        ]
        let entries = (0..<count)
            .map { index in
                var body = TicketBody(title: "\(index)", text: .plain(texts[index % 3]))
                if index % 5 == 4 { body.language = "fr" }
                // Not in the order of time.
                let key = Samples.key(1000 + index * 7919 % count, item: "\(index)")
                return TrackCommit.Entry(ticket: Ticket(key: key, shownTime: key.time, body: body), fingerprint: 1)
            }
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit(entries))
        let shown = try await store.shownTickets
        for (index, entry) in entries.enumerated() {
            let read = try #require(shown[entry.ticket.id])
            #expect(read == entry.ticket)
            #expect(read.contentLanguage == entry.ticket.contentLanguage)
            switch read.detectedLanguage {
            case .unknown: #expect(index % 5 == 4)
            case .guess(let language):
                #expect(index % 5 != 4)
                #expect(language == entry.ticket.contentLanguage)
                #expect(language == ["en", "es", nil][index % 3])
            }
        }
    }

    @Test("A full disk is reported, and no stored ticket is lost")
    func fullDisk() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit([Samples.entry(5)]))
        try await store.writer.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        let many = (10...3000).map { Samples.entry($0, item: "\($0)", title: String(repeating: "long ", count: 50)) }
        let error = await #expect(throws: StorageError.self) { try await store.commit(Samples.commit(many)) }
        #expect(error?.code == .full)
        #expect(try await store.counts(in: .all).total == 1)
    }

    @Test("An edited ticket keeps its place, its marks and its previous content")
    func edit() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit([Samples.entry(5, title: "First", isLate: true)]))
        _ = try await store.mark([Samples.key(5).id], MarkChange(read: true, starred: true))
        _ = try await store.commit(Samples.commit(updated: [Samples.entry(9, title: "Second")]))
        let entry = try #require(try await store.entry(Samples.key(5).id))
        #expect(entry.ticket.key == Samples.key(5))
        #expect(entry.ticket.body.title == "Second")
        #expect(entry.marks == Marks(isRead: true, isStarred: true))
        #expect(entry.isLate)
        #expect(try await store.history(of: Samples.key(5).id).map(\.body.title) == ["First"])
        var counted = Samples.entry(5, title: "Second")
        var body = counted.ticket.body
        body.counts.likes = 3
        counted.ticket = Ticket(key: counted.ticket.key, shownTime: counted.ticket.shownTime, body: body)
        _ = try await store.commit(Samples.commit(updated: [counted]))
        #expect(try await store.entry(Samples.key(5).id)?.ticket.body.counts.likes == 3)
        #expect(try await store.history(of: Samples.key(5).id).count == 1, "new counts are no edit")
        _ = try await store.commit(Samples.commit(updated: [Samples.entry(9, title: "Third")]))
        #expect(try await store.history(of: Samples.key(5).id).map(\.body.title) == ["Second", "First"])
        #expect(try await store.history(of: Samples.key(5).id, limit: 1).map(\.body.title) == ["Second"])
    }

    @Test("The time first seen is stored with a ticket, stays when it is edited, and is unknown if it was not told")
    func firstSeen() async throws {
        let store = try TrackDatabase()
        var entry = Samples.entry(5, title: "First")
        entry.firstSeen = Samples.time(7)
        _ = try await store.commit(Samples.commit([entry, Samples.entry(6, item: "2")]))
        entry = Samples.entry(5, title: "Second")
        entry.firstSeen = Samples.time(9)
        _ = try await store.commit(Samples.commit(updated: [entry]))
        #expect(try await store.firstSeen(Samples.key(5).id) == Samples.time(7))
        #expect(try await store.firstSeen(Samples.key(6, item: "2").id) == nil)
        #expect(try await store.firstSeen(Samples.key(8, item: "3").id) == nil)
    }

    @Test("Arrivals are the view's tickets above a place first delivered after a time, among the newest ones")
    func arrivals() async throws {
        let store = try TrackDatabase()
        // Only the odd ones came after the time; the first one has no time.
        let entries = (1...20)
            .map { number in
                var entry = Samples.entry(number, number < 15 ? "feed:a" : "hn:top", item: "\(number)")
                if number > 1 { entry.firstSeen = Samples.time(number % 2 == 0 ? 100 : 101) }
                return entry
            }
        _ = try await store.commit(Samples.commit(entries, active: ["feed:a", "hn:top"]))
        func arrived(above second: Int, in view: TrackView = .all, among limit: Int = 100) async throws -> [Int] {
            let place = try #require(entries.map(\.ticket.key).first { $0.time == Samples.time(second) })
            return
                try await store.arrivals(after: Samples.time(100), above: .ticket(place), in: view, among: limit)
                .compactMap { Int($0.id.item) }
        }
        #expect(try await arrived(above: 9) == [19, 17, 15, 13, 11])
        #expect(try await arrived(above: 9, in: TrackView(suppliers: ["feed:a"])) == [13, 11])
        #expect(try await arrived(above: 9, among: 4) == [19, 17])
        #expect(try await arrived(above: 20) == [])
        _ = try await store.mark([entries[18].ticket.id], MarkChange(read: true))
        #expect(try await arrived(above: 9, in: TrackView(unreadOnly: true)) == [17, 15, 13, 11])
    }

    @Test("A deleted ticket leaves the Track and returns with its marks")
    func deletion() async throws {
        let store = try TrackDatabase()
        let id = Samples.key(5).id
        _ = try await store.commit(Samples.commit([Samples.entry(5)]))
        _ = try await store.mark([id], MarkChange(read: true))
        _ = try await store.commit(Samples.commit(deleted: [id]))
        #expect(try await store.counts(in: .all).total == 0)
        #expect(try await store.knownItems(["1"], of: "feed:a").isEmpty)
        #expect(try await store.entry(id) != nil)
        _ = try await store.commit(Samples.commit([Samples.entry(8)]))
        let window = try await store.window(WindowRequest(anchor: .top, above: 0, below: 9))
        #expect(window.rows.map(\.place).contains(.ticket(Samples.key(8))))
        #expect(try await store.entry(id)?.marks.isRead == true)
    }

    @Test("Tickets of one second with the same preferred number get different numbers")
    func numbers() async throws {
        let store = try TrackDatabase()
        for item in 0..<40 {
            // Versions 65,536 apart start with equal serial numbers; simulate that.
            try await store.writer.write { try $0.execute(sql: "UPDATE track SET version = 0") }
            let fresh = Samples.commit([Samples.entry(5, item: "\(item)")])
            _ = try await store.labelling { labels in
                var writing = try CommitWriter(
                    PreparedCommit(fresh, classifications: nil), staged: nil,
                    onto: TrackRecord(active: ["feed:a"], visibleRanges: [.always]), by: labels)
                return try writing.write().version
            }
        }
        let count = try await store.count(seenIn: .all, of: ["feed:a"], in: .always, upTo: 100)
        #expect(count == 40)
    }

    @Test("A retention removes read tickets that are older than its time, and none since the beginning of time")
    func retention() async throws {
        let store = try TrackDatabase()
        let commit = Samples.commit([Samples.entry(5), Samples.entry(6, item: "2")])
        _ = try await store.commit(commit)
        _ = try await store.mark(commit.inserted.map(\.ticket.id), MarkChange(read: true))
        for (oldest, expected) in [(Samples.time(6), [Samples.key(5)]), (.beginningOfTime, [])] {
            let retention = Retention(oldest: oldest)
            #expect(try await store.removable(by: retention, keeping: [], limit: 10) == expected)
            #expect(try await store.removableCounts(by: retention).values.reduce(0, +) == expected.count)
        }
    }

    @Test("A retention applies to active suppliers, to all, or to inactive ones alone")
    func retentionOfInactive() async throws {
        let store = try TrackDatabase()
        let entries = [Samples.entry(5), Samples.entry(5, "feed:ab")]
        _ = try await store.commit(Samples.commit(entries, active: ["feed:a", "feed:ab"]))
        _ = try await store.mark(entries.map(\.ticket.id), MarkChange(read: true))
        _ = try await store.commit(Samples.commit())
        var retention = Retention(newestOfEach: 0)
        #expect(try await store.removableCounts(by: retention) == ["feed:a": 1])
        #expect(try await store.removable(by: retention, keeping: [], limit: 10) == [Samples.key(5)])
        retention.scope = .all
        #expect(try await store.removableCounts(by: retention) == ["feed:a": 1, "feed:ab": 1])
        retention.scope = .inactive
        #expect(try await store.removableCounts(by: retention) == ["feed:ab": 1])
        let removable = try await store.removable(by: retention, keeping: [], limit: 10)
        #expect(removable.map(\.id) == [entries[1].ticket.id])
    }

    @Test("A retention of inactive suppliers also removes their unread tickets, but no starred one and none for later")
    func unreadOfInactive() async throws {
        let entries = [
            Samples.entry(5), Samples.entry(5, "feed:ab"), Samples.entry(6, "feed:ab", item: "starred"),
            Samples.entry(7, "feed:ab", item: "later"),
        ]
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit(entries, active: ["feed:a", "feed:ab"]))
        _ = try await store.mark([entries[2].ticket.id], MarkChange(starred: true))
        _ = try await store.mark([entries[3].ticket.id], MarkChange(later: true))
        _ = try await store.commit(Samples.commit())
        for scope in [Retention.Scope.all, .inactive] {
            let retention = Retention(newestOfEach: 0, scope: scope)
            #expect(try await store.removableCounts(by: retention) == ["feed:ab": 1], "\(scope)")
            let removable = try await store.removable(by: retention, keeping: [], limit: 10)
            #expect(removable.map(\.id) == [entries[1].ticket.id], "\(scope)")
        }
    }

    @Test("Later commits bring back removed tickets of inactive suppliers, and never those of active ones")
    func removedOfInactive() async throws {
        let store = try TrackDatabase()
        let both: Set<SupplierID> = ["feed:a", "feed:ab"]
        let entries = [Samples.entry(5), Samples.entry(5, "feed:ab")]
        let ids = entries.map(\.ticket.id)
        _ = try await store.commit(Samples.commit(entries, active: both))
        _ = try await store.commit(Samples.commit())
        _ = try await store.commit(Samples.commit(removed: ids))
        #expect(try await store.knownItems([ids[0].item], of: "feed:a")[ids[0].item]?.isRemoved == true)
        #expect(try await store.knownItems([ids[1].item], of: "feed:ab").isEmpty)
        _ = try await store.commit(Samples.commit(entries, active: both))
        #expect(try await store.entry(ids[0]) == nil)
        #expect(try await store.entry(ids[1]) != nil)
        #expect(try await store.counts(in: .all).total == 1)
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("The Track is ordered by keys, comparing item names by bytes", arguments: 1...5)
    func order(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let store = try TrackDatabase()
        let names: [SupplierID] = ["feed:a", "feed:a-b", "feed:ab", "feed:B", "feed:é", "feed:z"]
        let items = ["", "10", "9", "Z", "a", "é", "日本", "😀", "\u{0}", "a\u{0}"]
        let entries = names.flatMap { name in
            items.flatMap { item in
                [-1, 0, 1].map { native in Samples.entry(5, name, item: "\(native)" + item, native: native) }
            }
        }
        _ = try await store.commit(Samples.commit(entries.shuffled(using: &random), active: Set(names)))
        let window = try await store.window(WindowRequest(anchor: .top, above: 0, below: 1000))
        let keys = window.rows.compactMap(\.entry?.ticket.key)
        #expect(keys == entries.map(\.ticket.key).sorted())
        #expect(keys.count == 180)
    }

    @Test("A gap survives a round trip with every kind of cause")
    func gapCauses() throws {
        let causes: [GapCause] = [
            .notAsked, .slow, .failed("no such host"), .rateLimited(until: nil), .rateLimited(until: Samples.time(9)),
            .notAuthorised("ask Ann"),
            .failed(Message("loginRequired", ["host": "a.example", "status": 401])), .agedOut(), .agedOut(lost: 37),
            .tooDense, .outOfReach,
        ]
        let missing = causes.enumerated().map { Gap.Missing(supplier: SupplierID("s\($0)"), cause: $1) }
        let gaps = [
            Gap(timeframe: .always, kind: .full, missing: missing),
            Gap(timeframe: Samples.frame(9, -9), kind: .partial, missing: [missing[4], missing[0]]),
        ]
        #expect(try GapList.gaps(in: try GapList.bytes(of: gaps)) == gaps)
    }

    @Test("A cause that is stored as plain words is read as they are")
    func plainCause() throws {
        var fields = FieldWriter()
        fields.put(1) { missing in
            missing.put(1, "feed:a")
            missing.put(2, 2)
            missing.put(3, "It is down.")
        }
        fields.put(2) { gap in
            gap.put(1, 1000)
            gap.put(2, 0)
            gap.put(3, 0)
            gap.put(4, 0)
        }
        #expect(try GapList.gaps(in: fields.bytes).first?.missing.first?.cause == .failed(.verbatim("It is down.")))
    }

    @Test("A large commit leaves an empty write-ahead log")
    func largeCommit() async throws {
        try await withStore { store, path in
            let many = (1...LargeCommit.threshold).map { Samples.entry($0, item: "\($0)") }
            _ = try await store.commit(Samples.commit(many))
            #expect(try await store.counts(in: .all).total == LargeCommit.threshold)
            let settings = try await store.writer.write { db in
                try ["cache_size", "wal_autocheckpoint"].map { try Int.fetchOne(db, sql: "PRAGMA \($0)") }
            }
            #expect(settings == [-Configuration.storeCache, 1000])
            let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
            #expect(log == 0)
            try await store.close()
        }
    }

    @Test("Tickets share authors, and a new avatar does not change older tickets")
    func authors() async throws {
        let store = try TrackDatabase()
        func entry(_ second: Int, avatar: String?) -> TrackCommit.Entry {
            var body = TicketBody(text: .plain("x"))
            body.author = Author(id: "1", name: "Ann", avatar: avatar)
            let key = Samples.key(second, item: "\(second)")
            return .init(ticket: Ticket(key: key, shownTime: key.time, body: body), fingerprint: 1)
        }
        _ = try await store.commit(
            Samples.commit([entry(1, avatar: "a"), entry(2, avatar: "a"), entry(3, avatar: nil)]))
        _ = try await store.commit(Samples.commit([entry(4, avatar: "a")]))
        #expect(try await store.writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM author") } == 2)
        #expect(try await store.entry(Samples.key(3, item: "3").id)?.ticket.body.author?.avatar == nil)
        #expect(try await store.entry(Samples.key(4, item: "4").id)?.ticket.body.author?.avatar == "a")
    }

    @Test("A ticket has its own author, although a commit with another one failed before")
    func authorAfterFailure() async throws {
        let store = try TrackDatabase()
        func entry(_ item: String, by name: String) -> TrackCommit.Entry {
            let key = Samples.key(1, item: item)
            let body = TicketBody(title: "Title \(item)", text: .plain("x"), author: Author(id: name, name: name))
            return .init(ticket: Ticket(key: key, shownTime: key.time, body: body), fingerprint: 1)
        }
        let action = PendingAction(
            id: ActionID("1"), request: .ticket(.like, Samples.key(1).id), requestedAt: Samples.time(1),
            repetition: .safe)
        try await store.apply([.append(action)])
        await #expect(throws: StorageError.self) {
            // The same action a second time breaks the transaction.
            try await store.apply([.append(action)], with: Samples.commit([entry("1", by: "Ann")]), to: store)
        }
        _ = try await store.commit(Samples.commit([entry("2", by: "Bob")]))
        #expect(try await store.entry(Samples.key(1, item: "2").id)?.ticket.body.author?.name == "Bob")
    }
}

extension TrackRecord {
    fileprivate init(active: Set<SupplierID>, visibleRanges: [Timeframe]) {
        self.init(version: .empty, visibleRanges: TimeframeSet(visibleRanges), supplierStates: [:], active: active)
    }
}
