import EngineConcepts
import EngineTestSupport
import GRDB
import Queries
import TestSupport
import Testing

@testable import Storage

@Suite("Full-text search")
struct SearchTests {
    @Test(
        "A search finds what its query matches among all tickets, whatever the index contains",
        arguments: UInt64(1)...16)
    func equalsModel(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var library = Library()
        let store = try TrackDatabase()
        // The model has no stories.
        try await store.setStoryMatching(false)
        var model = NaiveTrack()
        let classifier = BitClassifier(["f1", "hide a"])
        try await store.adopt(classifier)
        model.classifier = classifier
        for _ in 1...8 {
            let commit = library.commit(&random, model: model)
            _ = try await store.commit(commit)
            model.commit(commit)
            for id in model.stored.keys.sorted(by: { $0.description < $1.description }) where random.chance(10) {
                let change = MarkChange(read: random.chance(50), starred: random.chance(30))
                _ = try await store.mark([id], change)
                model.mark(id, change)
            }
            // Index nothing, a part, or everything.
            for _ in 0..<random.number(0...3) {
                _ = try await store.index(upTo: random.number(1...30))
            }
            for _ in 1...8 {
                try await compare(store, model, &random, seed: seed)
            }
            #expect(try await store.integrityReport().failures == [], "seed \(seed)")
        }
    }

    private func compare(
        _ store: TrackDatabase, _ model: NaiveTrack, _ random: inout SeededGenerator, seed: UInt64
    ) async throws {
        let query = try Query(parsing: Library.query(&random))
        let view = Library.view(&random)
        let reader = store.search(query) { Samples.time(100) }
        let matcher = QueryMatcher(query)
        let found = model.shown(in: view.filtered(.off))
            .filter { matcher.mightMatch(QuerySubject($0), at: Samples.time(100)) }
            .sorted { $0.ticket.key < $1.ticket.key }
        let wanted = found.filter { view.filter.includes(hidden: $0.hiddenBy != nil) }
        let context: Comment = "seed \(seed), \(query), \(view)"

        let all = try await reader.window(WindowRequest(anchor: .top, above: 0, below: 1000, view: view))
        #expect(all.rows == wanted.map(TrackRow.ticket) && all.reachesBottom, context)
        let anchor = random.number(0...31)
        let index = wanted.firstIndex { $0.ticket.key.time <= Samples.time(anchor) } ?? wanted.count
        let window = try await reader.window(
            WindowRequest(anchor: .time(Samples.time(anchor)), above: 3, below: 4, view: view))
        let part = max(0, index - 3)..<min(wanted.count, index + 4)
        #expect(window.rows == wanted[part].map(TrackRow.ticket), context)
        #expect(window.anchorIndex == index - part.lowerBound, context)
        #expect(window.reachesTop == (part.lowerBound == 0), context)
        let last = try await reader.window(WindowRequest(anchor: .bottom, above: 2, below: 1, view: view))
        #expect(last.rows == wanted.suffix(3).map(TrackRow.ticket), context)

        let counts = try await reader.counts(in: view)
        let hidden = found.count { $0.hiddenBy != nil }
        let unread = wanted.count { !$0.marks.isRead }
        #expect(counts == TrackCounts(total: wanted.count, unread: unread, hidden: hidden), context)
        let best = try await reader.best(1000, in: view)
        #expect(Set(best) == Set(wanted), context)
        guard let from = wanted.randomElement(using: &random) else { return }
        let next = try await reader.next(from: .ticket(from.ticket.key), towards: .newer, in: view)
        #expect(next == wanted.last { $0.ticket.key < from.ticket.key }.map { .ticket($0.ticket.key) }, context)
        let nextUnread = try await reader.find(.unread, from: .ticket(from.ticket.key), towards: .older, in: view)
        let wantedUnread = wanted.first { from.ticket.key < $0.ticket.key && !$0.marks.isRead }
        #expect(nextUnread == wantedUnread.map { .ticket($0.ticket.key) }, context)
    }

    @Test("A match in the title ranks above one in the text, whether languages are known or not")
    func rankAcrossLanguages() async throws {
        func entry(_ second: Int, title: String, text: String, language: String? = nil) -> TrackCommit.Entry {
            let key = Samples.key(second, item: "\(second)")
            let body = TicketBody(title: title, text: .plain(text), language: language)
            return TrackCommit.Entry(
                ticket: Ticket(key: key, shownTime: key.time, body: body), fingerprint: UInt64(second))
        }
        let store = try TrackDatabase()
        let others = (1...200).map { entry($0, title: $0 <= 20 ? "xq race" : "xq", text: "zk \($0)") }
        let spoken = entry(300, title: "xq", text: "zk race 300", language: "en")
        let form = entry(301, title: "xq", text: "zk races 301", language: "en")
        _ = try await store.commit(Samples.commit(others + [spoken, form]))
        while try await !store.index(upTo: 500) {}
        let best = try await store.search(try Query(parsing: "race")) { Samples.time(0) }.best(100, in: .all)
        #expect(best.count == 22)
        #expect(best.prefix(20).allSatisfy { $0.ticket.body.title == "xq race" }, "\(best.map(\.ticket.id.item))")
        #expect(best.suffix(2).map(\.ticket.id.item) == ["300", "301"])
    }

    @Test("A ticket that arrives while the index is made anew is found once, and an edit leaves none of its words")
    func arrivalDuringRebuild() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit((5...9).map { Samples.entry($0, item: "\($0)") }))
        try await store.writing { try $0.execute(sql: "UPDATE search_state SET version = 0") }
        let search = store.search(try Query(parsing: "title")) { Samples.time(0) }
        _ = try await store.index(upTo: 1)
        // It is older than what is indexed so far.
        _ = try await store.commit(Samples.commit([Samples.entry(1, item: "1")]))
        _ = try await store.index(upTo: 1)
        #expect(try await search.counts(in: .all).total == 6)
        _ = try await store.commit(Samples.commit(updated: [Samples.entry(1, item: "1", title: "Other")]))
        while try await !store.index(upTo: 500) {}
        #expect(try await search.counts(in: .all).total == 5)
    }

    @Test("Counting search results stops at the limit and says so")
    func capped() async throws {
        let store = try TrackDatabase()
        let entries = (1...SearchReader.maximumCount + 1).map { Samples.entry($0, item: "\($0)") }
        _ = try await store.commit(Samples.commit(entries))
        while try await !store.index(upTo: 500) {}
        let counts = try await store.search(try Query(parsing: "title")) { Samples.time(0) }.counts(in: .all)
        let limit = SearchReader.maximumCount
        #expect(counts == TrackCounts(total: limit, unread: limit, isCapped: true))
        let all = try await store.search(try Query(parsing: "\"text of 77\"")) { Samples.time(0) }.counts(in: .all)
        #expect(all == TrackCounts(total: 1, unread: 1))
    }

    @Test("A search of the store finds, counts and ranks the tickets that a gap withholds, one of the Track does not")
    func withheld() async throws {
        let store = try TrackDatabase()
        let entries = (1...9).map { Samples.entry($0, item: "\($0)") }
        _ = try await store.commit(
            TrackCommit(
                inserted: entries, active: ["feed:a"],
                visibleRanges: TimeframeSet([Samples.frame(9, 5)])))
        while try await !store.index(upTo: 500) {}
        let query = try Query(parsing: "title")
        let track = store.search(query) { Samples.time(0) }
        let all = store.search(query, .store) { Samples.time(0) }
        let shown = try await store.window(WindowRequest(anchor: .top, above: 0, below: 20)).rows
            .count { if case .ticket = $0 { true } else { false } }
        #expect((1..<9).contains(shown))
        #expect(try await track.counts(in: .all).total == shown)
        #expect(try await all.counts(in: .all).total == 9)
        #expect(try await track.best(20, in: .all).count == shown)
        #expect(try await all.best(20, in: .all).count == 9)
        let window = try await all.window(WindowRequest(anchor: .top, above: 0, below: 20, reach: .store))
        #expect(window.rows.count == 9)
    }
}

/// Makes random tickets of few words, and queries for them.
private struct Library {
    private static let words = ["lap", "laps", "Tyre", "tyres", "café", "Über", "pit", "box", "racing", "race"]
    private var nextItem = 0

    mutating func commit(_ random: inout SeededGenerator, model: NaiveTrack) -> TrackCommit {
        let known = model.stored.values.map(\.ticket.key).sorted()
        var inserted: [TrackCommit.Entry] = []
        for _ in 0..<random.number(0...25) {
            nextItem += 1
            inserted.append(
                Library.entry(
                    Samples.key(
                        random.number(0...30), random.pick(Samples.suppliers), item: "\(nextItem)",
                        native: Int64(random.number(0...1))), &random))
        }
        // No ticket is in a commit twice.
        let again = known.shuffled(using: &random).prefix(random.number(0...4))
            .map { Samples.key(random.number(0...30), $0.id.supplier, item: $0.id.item, native: $0.nativeOrder) }
        return TrackCommit(
            inserted: inserted + again.map { Library.entry($0, &random) },
            deleted: (0..<random.number(0...3)).compactMap { _ in known.randomElement(using: &random)?.id },
            active: Set(Samples.suppliers.filter { _ in random.chance(85) }),
            visibleRanges: TimeframeSet([random.chance(70) ? .always : Samples.frame(25, 5)]))
    }

    private static func entry(_ key: OrderKey, _ random: inout SeededGenerator) -> TrackCommit.Entry {
        let title = sentence(&random)
        let text = sentence(&random)
        let body = TicketBody(
            title: title, text: random.chance(50) ? .plain(text) : .html("<p>\(text)<br>end</p>", base: nil),
            author: random.chance(50) ? nil : Author(id: "a", name: random.pick(words)),
            link: "https://example.org/\(random.pick(words))", language: random.pick(["en", "de", nil]),
            tags: random.chance(50) ? [] : [random.pick(words)])
        return TrackCommit.Entry(
            ticket: Ticket(key: key, shownTime: key.time, body: body), fingerprint: Samples.fingerprint(title + text))
    }

    private static func sentence(_ random: inout SeededGenerator) -> String {
        (0..<random.number(0...5)).map { _ in random.pick(words) }.joined(separator: " ")
    }

    static func query(_ random: inout SeededGenerator) -> String {
        let parts = (0...random.number(0...2)).map { _ in part(&random) }
        return parts.joined(separator: random.pick([" ", " OR "]))
    }

    private static func part(_ random: inout SeededGenerator) -> String {
        let word = random.pick(words)
        return switch random.number(1...10) {
        case 1...3: word
        case 4: "\(word.prefix(2))*"
        case 5: "\"\(word) \(random.pick(words))\""
        case 6: "title:\(word)"
        case 7: "author:\(word)"
        case 8: "-\(word)"
        case 9: "is:unread"
        default: "tag:\(word)"
        }
    }

    static func view(_ random: inout SeededGenerator) -> TrackView {
        TrackView(
            suppliers: random.chance(80) ? nil : Set(Samples.suppliers.prefix(2)),
            topics: random.chance(80) ? nil : TopicSelection(["f1"]), filter: random.pick(FilterState.allCases),
            unreadOnly: random.chance(20), starredOnly: random.chance(10))
    }
}
