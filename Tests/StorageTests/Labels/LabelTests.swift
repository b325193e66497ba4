import EngineConcepts
import EngineTestSupport
import GRDB
import Testing

@testable import Storage

@Suite("Labels in a store")
struct LabelTests {
    private static let labels: [LabelID] = ["f1", "hide a", "muffle"]

    private func commit(_ seconds: ClosedRange<Int>) -> TrackCommit {
        Samples.commit(seconds.map { Samples.entry($0, item: "\($0)", title: "Title \($0)") })
    }

    /// Compares the store's labels with the classifier's.
    private func check(_ store: TrackDatabase, _ classifier: BitClassifier) async throws {
        let rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: 10_000)).rows
        for case .ticket(let entry) in rows {
            let classification = classifier.classify(
                TicketFacts(entry.ticket, marks: entry.marks, isLate: entry.isLate))
            #expect(entry.labels == classification.labels && entry.hiddenBy == classification.hiddenBy)
        }
        #expect(try await store.integrityReport().failures == [])
    }

    private func finish(_ store: TrackDatabase) async throws {
        while try await !store.classify(upTo: 50).isComplete {}
    }

    @Test("Opening a store from before labels adds them")
    func upgrade() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try await makeFormerStore(at: path, upTo: "2 outbox") { db in
                try db.execute(
                    sql: """
                        INSERT INTO supplier VALUES ('feed:a', 1, NULL, 1);
                        UPDATE track SET version = 1, extent = '[]';
                        INSERT INTO tally VALUES ('feed:a', 300, 300, 0, 0);
                        """)
                for number in 1...300 {
                    try db.execute(
                        sql: """
                            INSERT INTO place (id, supplier, item, age, native, fingerprint, late, shown)
                            VALUES (?, 'feed:a', ?, ?, 0, 0, 0, 1);
                            INSERT INTO content (id, shown_time, time_assumed, title, text_kind) VALUES (?, 0, 0, ?, 0)
                            """,
                        arguments: [number, "\(number)", ~(number * 1000), number, "Title \(number)"])
                }
            }
            let store = try TrackDatabase(path: path)
            #expect(try await store.counts(in: TrackView(filter: .on)) == TrackCounts(total: 300, unread: 300))
            let classifier = BitClassifier(Self.labels)
            try await store.adopt(classifier)
            #expect(try await store.labelProgress() == LabelProgress(done: 0, total: 300, isComplete: false))
            try await finish(store)
            try await check(store, classifier)
            #expect(try await store.counts(in: TrackView(topics: TopicSelection(["f1"]))).total > 50)
            try await store.close()
        }
    }

    @Test("A topic of one source has what the Track withholds of it, and the counts of topics agree with their views")
    func topicOfOneSource() async throws {
        let store = try TrackDatabase()
        try await store.adopt(BitClassifier(["f1", "hide a"]))
        let entries = (1...200).map { Samples.entry($0, $0 % 2 == 0 ? "feed:a" : "hn:top", item: "\($0)") }
        let extents: [[Timeframe]] = [[Samples.frame(201, 150), Samples.frame(100, 50)], [.always]]
        for ranges in extents {
            _ = try await store.commit(
                TrackCommit(
                    inserted: entries, active: ["feed:a", "hn:top"], visibleRanges: TimeframeSet(ranges)))
            var view = TrackView(suppliers: ["feed:a"], filter: .on)
            let whole = try await store.counts(in: view)
            #expect(whole.total + whole.hidden == 100 && whole.hidden > 0)
            let counted = try await store.labelCounts(in: view)["f1"]
            view.topics = TopicSelection(["f1"])
            #expect(try await store.counts(in: view) == counted)
            let rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: 500, view: view)).rows
            let found = rows.compactMap(\.entry)
            #expect(found.count == counted?.total && found.allSatisfy { $0.labels.contains("f1") })
            #expect(found.contains { Samples.frame(150, 100).contains($0.ticket.key.time) })
            #expect(found.contains { $0.ticket.key.time < Samples.time(50) })
        }
    }

    @Test("Labelling resumes after a restart")
    func restart() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let first = try TrackDatabase(path: path)
            _ = try await first.commit(commit(1...200))
            let classifier = BitClassifier(Self.labels)
            try await first.adopt(classifier)
            #expect(try await first.classify(upTo: 80).done == 80)
            try await first.close()
            let second = try TrackDatabase(path: path)
            try await second.adopt(classifier)
            #expect(try await second.labelProgress() == LabelProgress(done: 80, total: 200, isComplete: false))
            // The newest come first.
            #expect(try await second.entry(Samples.key(1, item: "1").id)?.labels == [])
            try await finish(second)
            try await check(second, classifier)
            try await second.adopt(classifier)
            #expect(try await second.labelProgress().isComplete)
            try await second.close()
        }
    }

    @Test("Background work ends if another process has adopted other labels, and goes on once they are adopted again")
    func otherProcess() async throws {
        try await withStore { store, path in
            let classifier = BitClassifier(Self.labels)
            _ = try await store.commit(commit(1...200))
            try await store.adopt(classifier)
            let other = try TrackDatabase(path: path)
            try await other.adopt(BitClassifier(Self.labels + ["f2"]))
            try await other.close()
            #expect(try await !store.hasLabelsOfClassifier())
            #expect(try await !store.runBackgroundWork())
            try await store.adopt(classifier)
            #expect(try await store.runBackgroundWork())
            #expect(try await store.labelProgress().isComplete)
            try await check(store, classifier)
            try await store.close()
        }
    }

    @Test("A classifier whose adoption ends after that of a later one is not used")
    func lateAdoption() {
        let registry = LabelRegistry()
        registry.adopt(BitClassifier(["f1"]), as: 2)
        registry.adopt(BitClassifier(["muffle"]), as: 1)
        #expect(registry.classifier?.labels == BitClassifier(["f1"]).labels)
    }

    @Test("Removing a rule reclassifies only its members")
    func removal() async throws {
        let store = try TrackDatabase()
        let all = BitClassifier(Self.labels)
        try await store.adopt(all)
        _ = try await store.commit(commit(1...200))
        #expect(try await store.labelProgress().isComplete)
        let hidden = try await store.counts(in: TrackView(filter: .on)).hidden
        #expect(hidden > 30)
        let rest = BitClassifier(["f1", "muffle"])
        try await store.adopt(rest)
        #expect(try await store.labelCounts(in: .all)["hide a"] == nil)
        let progress = try await store.labelProgress()
        #expect(progress == LabelProgress(done: 0, total: 0, isComplete: false))
        try await finish(store)
        try await check(store, rest)
        #expect(try await store.counts(in: TrackView(filter: .on)) == TrackCounts(total: 200, unread: 200))
    }

    @Test("Tickets changed without a classifier wait for one")
    func follower() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let leader = try TrackDatabase(path: path)
            let follower = try TrackDatabase(path: path)
            let classifier = BitClassifier(["unread", "hide a"])
            try await leader.adopt(classifier)
            _ = try await leader.commit(commit(1...100))
            let marked = try await follower.markRead(downFrom: nil, in: TrackView(topics: TopicSelection(["unread"])))
            #expect(marked.count > 20)
            _ = try await follower.commit(commit(101...120))
            #expect(try await leader.labelProgress().isComplete == false)
            try await finish(leader)
            try await check(leader, classifier)
            try await check(follower, classifier)
            #expect(try await follower.counts(in: TrackView(topics: TopicSelection(["unread"]))).total < 20)
            try await leader.close()
            try await follower.close()
        }
    }

    @Test("A ticket that changes during labelling gets labels for its new content")
    func changesMeanwhile() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(commit(1...200))
        let classifier = BitClassifier(["f1", "hide a", "unread"])
        try await store.adopt(classifier)
        let batch = try await store.reading { try LabelBatch(upTo: 200, at: classifier.now(), by: $0) }
        let decisions = await classifier.classify(batch.waiting.map(\.facts))
        #expect(decisions == batch.waiting.map { classifier.classify($0.facts) })
        let ids = (1...200).map { Samples.key($0, item: "\($0)").id }
        _ = try await store.mark(Array(ids[..<80]), MarkChange(read: true))
        let updated = (60...140).map { Samples.entry($0, item: "\($0)", title: "Another title \($0)") }
        _ = try await store.commit(Samples.commit(updated: updated, deleted: Array(ids[150...])))
        try await store.labelling { labels in
            try batch.write(decisions, by: labels)
        }
        #expect(try await store.labelProgress().done == 200)
        try await finish(store)
        try await check(store, classifier)
    }

    @Test("Reclassifying without a difference writes only the progress")
    func nothingNew() async throws {
        let store = try TrackDatabase()
        try await store.adopt(BitClassifier(["f1", "hide a"]))
        _ = try await store.commit(commit(1...600))
        try await store.adopt(BitClassifier(["f1", "hide a"], salt: 1))
        try await finish(store)
        try await store.writing { try LabelAdoption.restart(in: $0) }
        let before = try await store.writing { $0.totalChangesCount }
        while try await !store.classify(upTo: 300).isComplete {}
        #expect(try await store.writing { $0.totalChangesCount } == before + 3, "three moves of the cursor")
    }

    @Test("Tickets keep a topic that is renamed, and are not labelled again")
    func renaming() async throws {
        struct Titled: TicketClassifier {
            let name: LabelID
            var labels: [Label] { [Label(name, definition: "title"), Label("other", definition: "other")] }
            var readsMarks: Bool { false }
            func now() -> Timestamp { .beginningOfTime }
            func classify(_ facts: TicketFacts) -> Classification { Classification(labels: [name]) }
        }
        let store = try TrackDatabase()
        try await store.adopt(Titled(name: "old"))
        _ = try await store.commit(commit(1...20))
        for name in ["new", "old"] as [LabelID] {
            try await store.adopt(Titled(name: name))
            #expect(try await store.labelProgress().isComplete)
            #expect(try await store.labelCounts(in: .all)[name]?.total == 20)
            #expect(try await store.entry(Samples.key(1, item: "1").id)?.labels == [name])
        }
        _ = try await store.commit(commit(21...30))
        #expect(try await store.counts(in: TrackView(topics: TopicSelection(["old"]))).total == 30)
    }

    @Test("Warming the caches works on small stores and changes nothing")
    func warming() async throws {
        let store = try TrackDatabase()
        try await store.warm(["f1"])
        try await store.adopt(BitClassifier(Self.labels))
        _ = try await store.commit(commit(1...100))
        while try await !store.index(upTo: 500) {}
        let before = try await store.writing { $0.totalChangesCount }
        try await store.warm(["f1", "no such topic"])
        #expect(try await store.writing { $0.totalChangesCount } == before)
    }

    @Test("The check of a store counts what is shown and what the filter hides as the timeline does")
    func reportCounts() async throws {
        let store = try TrackDatabase()
        try await store.adopt(BitClassifier(["hide a"]))
        _ = try await store.commit(commit(1...50))
        let counts = try await store.counts(in: TrackView(filter: .on))
        let report = try await store.integrityReport()
        #expect(report.tickets == 50 && counts.hidden > 0)
        #expect(report.shown == counts.total && report.hidden == counts.hidden)
    }

    @Test("No rule hides a ticket that the user has unhidden")
    func unhidden() async throws {
        let store = try TrackDatabase()
        let classifier = BitClassifier(["hide a"])
        try await store.adopt(classifier)
        _ = try await store.commit(commit(1...50))
        let view = TrackView(filter: .hiddenOnly)
        let before = try await store.counts(in: view)
        let hidden = try await store.find(.unread, from: .gap(GapID(.always)), towards: .older, in: view)
        guard case .ticket(let key) = hidden else {
            Issue.record("nothing is hidden")
            return
        }
        let previous = try await store.mark([key.id], MarkChange(unhidden: true))
        #expect(try await store.entry(key.id)?.hiddenBy == nil)
        #expect(try await store.entry(key.id)?.labels == ["hide a"])
        #expect(try await store.counts(in: view).total == before.total - 1)
        try await store.restore(previous)
        #expect(try await store.counts(in: view) == before)
        #expect(try await store.integrityReport().failures == [])
    }
}
