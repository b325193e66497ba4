import EngineConcepts
import EngineTestSupport
import Storage
import TestSupport
import Testing

@Suite("Folding stories loses nothing, doubles nothing and counts what it shows")
struct StoryPropertyTests {
    private static let suppliers: [SupplierID] = ["feed:a", "feed:ab", "hn:top", "mastodon:x"]
    private static let labels: [LabelID] = ["f1", "wec", "unread", "hide a", "hide unread", "muffle"]

    @Test("whatever comes, goes, is marked, hidden and decided again", arguments: UInt64(1)...16)
    func lives(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try TrackDatabase()
        var known: [TrackCommit.Entry] = []
        for _ in 1...8 {
            if random.chance(40) {
                let names = Self.labels.filter { _ in random.chance(60) }
                try await store.adopt(BitClassifier(names, salt: UInt64(random.number(1...3))))
            }
            if random.chance(10) { try await store.setFolding(random.chance(60)) }
            let commit = Self.commit(&random, &known)
            _ = try await store.commit(commit)
            for _ in 1...random.number(1...8) {
                guard let id = known.randomElement(using: &random)?.ticket.id else { continue }
                _ = try await store.mark(
                    [id],
                    MarkChange(
                        read: random.pick([true, false, nil]), starred: random.pick([true, false, nil]),
                        later: random.pick([true, false, nil]), unhidden: random.pick([true, false, nil, nil])))
            }
            if random.chance(50) { try await markRead(store, &random, seed) }
            if random.chance(70) { while try await !store.classify(upTo: random.number(1...40)).isComplete {} }
            if random.chance(70) { while try await !store.fold(upTo: random.number(1...40)).isComplete {} }
            #expect(try await store.integrityReport().problems == [], "seed \(seed)")
            for _ in 1...8 { try await compare(store, Self.view(&random), seed) }
        }
    }

    private func compare(_ store: TrackDatabase, _ view: TrackView, _ seed: UInt64) async throws {
        var plain = view
        plain.folds = false
        let all = try await StoryStoreTests.rows(store, plain)
        let rows = try await StoryStoreTests.rows(store, view)
        let shown = Set(rows.map(\.ticket.id))
        for entry in all {
            let stands = entry.telling?.lead ?? entry.ticket.id
            #expect(shown.contains(view.isFolding ? stands : entry.ticket.id), "seed \(seed): lost in \(view)")
            if let lead = entry.telling?.lead {
                let marks = try await store.entry(lead)?.marks
                #expect(marks?.isRead == entry.marks.isRead, "seed \(seed)")
            }
        }
        #expect(rows.allSatisfy(view.admits), "seed \(seed), \(view)")
        #expect(rows.map(\.ticket.key) == rows.map(\.ticket.key).sorted(), "seed \(seed)")
        #expect(shown.count == rows.count, "seed \(seed)")
        let counts = try await store.counts(in: view)
        #expect(counts.total == rows.count, "seed \(seed), \(view)")
        #expect(counts.unread == rows.count { !$0.marks.isRead }, "seed \(seed), \(view)")
        let off = try await store.counts(in: view.filtered(.off))
        let on = try await store.counts(in: view.filtered(.on))
        #expect(off.total == on.total + on.hidden, "seed \(seed), \(view)")
        var every = view
        every.topics = nil
        let labelCounts = try await store.labelCounts(in: every)
        for label in Self.labels {
            every.topics = TopicSelection([label])
            let alone = try await store.counts(in: every)
            #expect(labelCounts[label] ?? TrackCounts(total: 0, unread: 0) == alone, "seed \(seed), \(every)")
        }
    }

    private func markRead(_ store: TrackDatabase, _ random: inout SeededGenerator, _ seed: UInt64) async throws {
        let view = Self.view(&random)
        let rows = try await StoryStoreTests.rows(store, view)
        let place =
            random.chance(50) ? nil : rows.randomElement(using: &random).map { TrackPlace.ticket($0.ticket.key) }
        let expected = rows.filter { entry in
            !entry.marks.isRead && place.map { .ticket(entry.ticket.key) >= $0 } ?? true
        }
        let marked = try await store.markRead(downFrom: place, in: view)
        #expect(Set(marked).isSuperset(of: expected.map(\.ticket.id)), "seed \(seed), \(view)")
        #expect(view.isFolding ? marked.count == expected.count : true, "seed \(seed), \(view)")
    }

    private static func commit(_ random: inout SeededGenerator, _ known: inout [TrackCommit.Entry]) -> TrackCommit {
        let inserted = (0..<random.number(0...12))
            .map { _ in entry(&random, item: "\(known.count)-\(random.number(0...999))") }
        let updated = (0..<random.number(0...3)).compactMap { _ in known.randomElement(using: &random)?.ticket.key }
            .map { key in entry(&random, at: key, item: key.id.item) }
        let deleted = (0..<random.number(0...2)).compactMap { _ in known.randomElement(using: &random)?.ticket.id }
        known += inserted
        return TrackCommit(
            inserted: inserted, updated: updated, deleted: deleted,
            active: Set(suppliers.filter { _ in random.chance(85) }),
            extent: random.chance(60)
                ? TimeframeSet([.always]) : TimeframeSet([Samples.frame(random.number(16...30), random.number(0...15))])
        )
    }

    /// A ticket about one of a few pages, so that stories are the rule.
    private static func entry(
        _ random: inout SeededGenerator, at key: OrderKey? = nil, item: String
    ) -> TrackCommit.Entry {
        let key = key ?? Samples.key(random.number(0...30), random.pick(suppliers), item: item)
        let page = random.number(1...9)
        let title = "Page \(page) \(random.number(1...2))"
        let ticket = Ticket(
            key: key, shownTime: key.time, body: TicketBody(title: title, link: "https://e.example/page/\(page)"))
        return TrackCommit.Entry(ticket: ticket, fingerprint: Samples.fingerprint(title))
    }

    private static func view(_ random: inout SeededGenerator) -> TrackView {
        let topics = (0..<random.number(1...3)).map { _ in random.pick(labels) }
        return TrackView(
            suppliers: random.chance(80) ? nil : Set(suppliers.filter { _ in random.chance(60) }),
            topics: random.chance(40) ? nil : TopicSelection(Set(topics), random.pick([.union, .intersection])),
            filter: random.pick(FilterState.allCases), unreadOnly: random.chance(30), starredOnly: random.chance(10),
            laterOnly: random.chance(10), folds: random.chance(85))
    }
}
