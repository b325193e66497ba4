import EngineConcepts
import EngineTestSupport
import Queries
import Storage
import TestSupport
import Testing

@Suite("Random stories")
struct StoryPropertyTests {
    private static let suppliers: [SupplierID] = ["feed:a", "feed:ab", "hn:top", "mastodon:x"]
    private static let labels: [LabelID] = ["f1", "wec", "unread", "hide a", "hide unread", "muffle"]

    @Test("Folding keeps its invariants under random arrivals, deletions, marks and rules", arguments: UInt64(1)...16)
    func invariants(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try TrackDatabase()
        var known: [TrackCommit.Entry] = []
        for _ in 1...8 {
            if random.chance(40) {
                let names = Self.labels.filter { _ in random.chance(60) }
                try await store.adopt(BitClassifier(names, salt: UInt64(random.number(1...3))))
            }
            if random.chance(10) { try await store.setStoryMatching(random.chance(60)) }
            let commit = Self.commit(&random, &known)
            _ = try await store.commit(commit)
            for _ in 1...random.number(1...8) {
                guard let id = known.randomElement(using: &random)?.ticket.id else { continue }
                _ = try await store.mark(
                    [id],
                    MarkChange(
                        read: random.pick([true, false, nil]), starred: random.pick([true, false, nil]),
                        later: random.pick([true, false, nil]), unhidden: random.pick([true, false, nil, nil])))
                try await toggleStory(store, id, &random, seed)
            }
            if random.chance(50) { try await markRead(store, &random, seed) }
            if random.chance(70) { while try await !store.classify(upTo: random.number(1...40)).isComplete {} }
            if random.chance(70) { while try await !store.matchStories(upTo: random.number(1...40)).isComplete {} }
            #expect(try await store.integrityReport().failures == [], "seed \(seed)")
            for _ in 1...8 { try await compare(store, Self.view(&random), seed) }
        }
    }

    private func compare(_ store: TrackDatabase, _ view: TrackView, _ seed: UInt64) async throws {
        let rows = try await StoryStoreTests.rows(store, view)
        let shown = Set(rows.map(\.ticket.id))
        #expect(try await shown == Self.expected(store, view), "seed \(seed), \(view)")
        for entry in try await StoryStoreTests.rows(store, .all) {
            guard let story = entry.storyMember else { continue }
            if let lead = story.lead {
                let marks = try await store.entry(lead)?.marks
                #expect(marks?.isRead == entry.marks.isRead, "seed \(seed)")
            }
            var row: [TrackEntry] = entry.hiddenBy == nil ? [entry] : []
            var isUnfolded = entry.marks.isStoryUnfolded
            for other in story.others {
                guard let other = try await store.entry(other) else { continue }
                isUnfolded = isUnfolded || other.marks.isStoryUnfolded
                if other.hiddenBy == nil { row.append(other) }
            }
            let leads = row.filter { $0.storyMember?.lead == nil }
            #expect(leads.count == (isUnfolded ? row.count : min(row.count, 1)), "seed \(seed)")
            #expect(entry.hiddenBy == nil || story.lead == nil, "seed \(seed): a hidden ticket is not folded")
        }
        #expect(rows.allSatisfy(view.includes), "seed \(seed), \(view)")
        #expect(rows.map(\.ticket.key) == rows.map(\.ticket.key).sorted(), "seed \(seed)")
        #expect(shown.count == rows.count, "seed \(seed)")
        let counts = try await store.counts(in: view)
        #expect(counts.total == rows.count, "seed \(seed), \(view)")
        #expect(counts.unread == rows.count { !$0.marks.isRead }, "seed \(seed), \(view)")
        let off = try await store.counts(in: view.filtered(.off))
        let on = try await store.counts(in: view.filtered(.on))
        #expect(off.total == on.total + on.hidden, "seed \(seed), \(view)")
        #expect(off.unread - on.unread <= on.hidden, "seed \(seed), \(view)")
        let every = try await StoryStoreTests.names(store, view.filtered(.off))
        let seen = try await StoryStoreTests.names(store, view.filtered(.on))
        let hidden = try await StoryStoreTests.rows(store, view.filtered(.hiddenOnly))
        #expect(Set(seen).isDisjoint(with: hidden.map(\.ticket.id)), "seed \(seed), \(view)")
        #expect(Set(every) == Set(seen + hidden.map(\.ticket.id)), "seed \(seed), \(view)")
        #expect(hidden.allSatisfy { $0.hiddenBy != nil } && hidden.count == on.hidden, "seed \(seed), \(view)")
        var one = view
        one.topics = nil
        let labelCounts = try await store.labelCounts(in: one)
        for label in Self.labels {
            one.topics = TopicSelection([label])
            let alone = try await store.counts(in: one)
            #expect(labelCounts[label] ?? TrackCounts() == alone, "seed \(seed), \(one)")
        }
        try await search(store, view, rows, seed)
    }

    /// Unfolds or folds a story, which must change rows only, and nothing if done twice.
    private func toggleStory(
        _ store: TrackDatabase, _ id: TicketID, _ random: inout SeededGenerator, _ seed: UInt64
    ) async throws {
        guard let entry = try await store.entry(id), let story = entry.storyMember else { return }
        let every = TrackView(foldsStories: true)
        let tickets = try await Self.judgements(store)
        let rows = try await StoryStoreTests.names(store, every)
        let hidden = try await StoryStoreTests.names(store, every.filtered(.hiddenOnly))
        let before = try await store.mark([id] + story.others, MarkChange(storyUnfolded: random.chance(70)))
        let hiddenThen = try await StoryStoreTests.names(store, every.filtered(.hiddenOnly))
        let shownThen = try await StoryStoreTests.names(store, every.filtered(.on))
        #expect(Set(hiddenThen).union(shownThen) == Set(try await StoryStoreTests.names(store, every)), "seed \(seed)")
        // Refolding joins read marks, and a rule may hide read tickets.
        guard !before.values.contains(where: \.isStoryUnfolded) else { return }
        #expect(hiddenThen == hidden, "seed \(seed)")
        #expect(try await Self.judgements(store) == tickets, "seed \(seed)")
        guard random.chance(50) else { return }
        try await store.restore(before)
        #expect(try await Self.judgements(store) == tickets, "seed \(seed)")
        #expect(try await StoryStoreTests.names(store, every) == rows, "seed \(seed)")
    }

    /// The hiding rule and the labels of each ticket.
    private static func judgements(_ store: TrackDatabase) async throws -> [TicketID: [String]] {
        try await StoryStoreTests.rows(store, .all)
            .reduce(into: [:]) { all, entry in
                all[entry.ticket.id] = [entry.hiddenBy?.rawValue ?? ""] + entry.labels.map(\.rawValue).sorted()
            }
    }

    /// The rows of a view by definition: a hidden ticket has its own row, and a story has the topics of all tickets in its
    /// row; unfolded tickets have their own. A view of one supplier has all that is stored of it.
    private static func expected(_ store: TrackDatabase, _ view: TrackView) async throws -> Set<TicketID> {
        let tickets = try await StoryStoreTests.rows(store, .all, view.onlySupplier == nil ? .track : .store)
        var rows: [TicketID: [TrackEntry]] = [:]
        for entry in tickets {
            rows[view.isFolding ? entry.storyMember?.lead ?? entry.ticket.id : entry.ticket.id, default: []]
                .append(entry)
        }
        return Set(
            rows.filter { id, members in
                guard let row = members.first(where: { $0.ticket.id == id }) else { return false }
                var view = view
                view.foldsStories = false
                let labels = members.reduce(into: Set<LabelID>()) { $0.formUnion($1.labels) }
                let judged = TrackEntry(ticket: row.ticket, marks: row.marks, labels: labels, hiddenBy: row.hiddenBy)
                return view.includes(judged)
            }
            .keys)
    }

    /// A search for a common word finds each row once; one for a page finds the rows about it.
    private func search(_ store: TrackDatabase, _ view: TrackView, _ rows: [TrackEntry], _ seed: UInt64) async throws {
        for text in ["page", "\"page 3\"", "title:/Page [45]/"] {
            let query = try Query(parsing: text)
            let matcher = QueryMatcher(query)
            let reader = store.search(query) { .beginningOfTime }
            let found = try await StoryStoreTests.rows(reader, view).map { $0.storyMember?.lead ?? $0.ticket.id }
            var expected: [TicketID] = []
            for row in rows {
                var members = [row]
                for other in view.isFolding ? row.storyMember?.others ?? [] : [] {
                    if let entry = try await store.entry(other), entry.storyMember?.lead == row.ticket.id {
                        members.append(entry)
                    }
                }
                let isFound = members.contains { matcher.mightMatch(QuerySubject($0), at: .beginningOfTime) }
                if isFound { expected.append(row.ticket.id) }
            }
            let rowsFound = view.isFolding ? found : try await StoryStoreTests.names(reader, view)
            #expect(
                rowsFound.sorted(by: Self.comesFirst) == expected.sorted(by: Self.comesFirst),
                "seed \(seed): \(text) in \(view)")
            let counts = try await reader.counts(in: view)
            #expect(counts.total == expected.count, "seed \(seed): \(text) in \(view)")
        }
    }

    private static func comesFirst(_ one: TicketID, _ other: TicketID) -> Bool {
        (one.supplier, one.item) < (other.supplier, other.item)
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
            visibleRanges: random.chance(60)
                ? TimeframeSet([.always]) : TimeframeSet([Samples.frame(random.number(16...30), random.number(0...15))])
        )
    }

    /// Makes a ticket about one of a few pages, so that stories are common.
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
            laterOnly: random.chance(10), foldsStories: random.chance(85))
    }
}
