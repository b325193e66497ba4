import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("Changes of the library that come together with others", .timeLimit(.minutes(30)))
struct LabelIndexerTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    @Test("Notes that change while a library is adopted never bring back the library of before")
    func notes() async throws {
        try await AppContext.running(in: home) { context in
            let indexer = context.labels.indexer
            for number in 0..<20 {
                let list = CommentaryList(name: "drivers", address: "\(home.path)/\(number).toml")
                let library = Library().with(list)
                async let change: Void = indexer.change(to: library)
                async let notes: Void = indexer.notesChanged()
                _ = try await (change, notes)
                #expect(await indexer.library == library)
                #expect(await context.notes.listRecords.map(\.list) == [list])
            }
        }
    }

    /// Returns the library of a text.
    private func library(_ text: String) throws -> Library {
        try LibraryFile(path: home.write(text, to: "library.toml")).read()
    }

    @Test("Labels that another process has replaced are made again if only the warnings of the library change")
    func warnings() async throws {
        let path = "\(home.path)/fiber.sqlite"
        let (store, other) = (try TrackDatabase(path: path), try TrackDatabase(path: path))
        let time = ManualTimeSource()
        let item = SourceItem(id: "1", orderTime: Timestamp(seconds: 1000), body: TicketBody(title: "A line"))
        _ = try await store.commit(
            TrackCommit(
                inserted: [TrackCommit.Entry(item, of: "feed:a", fingerprint: 1, seen: time.now())],
                active: ["feed:a"], visibleRanges: TimeframeSet()))
        let topic = "[[topic]]\nname = \"Lines\"\nquery = \"line\"\n"
        let indexer = LabelIndexer(store: store, time: time) { true }
        try await indexer.change(to: library(topic))
        let progress = indexer.progress()
        let work = Task { await indexer.keepUp(behind: FakeTrack()) { Issue.record($0) } }
        await time.waitForSleepers(1)
        time.advance(by: .seconds(1))
        /// Waits until the store has the labels of the indexer.
        func finish() async throws {
            for await _ in progress {
                let isComplete = try await store.labelProgress().isComplete
                if isComplete, try await store.hasLabelsOfClassifier() { break }
            }
        }
        try await finish()
        let others = LabelIndexer(store: other, time: time) { false }
        try await others.change(to: library(topic + "[[topic]]\nname = \"Others\"\nquery = \"other\"\n"))
        try await indexer.change(to: library(topic + "unknown = 1\n"))
        try await finish()
        work.cancel()
        await work.value
        try await other.close()
        try await store.close()
    }
}

extension Library {
    /// Returns the library with a list of notes.
    fileprivate func with(_ list: CommentaryList) -> Library {
        var library = self
        library.put(list)
        return library
    }
}
