import EngineConcepts
import EngineTestSupport
import Queries
import Testing

@testable import FiberConfiguration
@testable import ViewModels

@Suite("Ignored entries in the library's file")
struct LibraryWarningTests {
    /// A library whose file is changed by another program.
    private actor WrittenLabels: LabelManaging {
        private var current: Library
        private let stream: AsyncStream<LabelProgress>
        private let continuation: AsyncStream<LabelProgress>.Continuation

        init(_ library: Library) {
            current = library
            (stream, continuation) = AsyncStream<LabelProgress>.makeStream()
        }

        func library() async throws -> Library { current }

        func update(
            _ change: @escaping @Sendable (inout Library) -> Void
        ) async throws -> (before: Library, after: Library) {
            let before = current
            change(&current)
            return (before, current)
        }

        nonisolated func progress() -> AsyncStream<LabelProgress> { stream }

        /// Changes the file and lets the store re-evaluate tickets.
        func write(_ library: Library, _ progress: LabelProgress = .nothing) {
            current = library
            continuation.yield(progress)
        }
    }

    private func library(wrongLine: String = "") throws -> Library {
        let text = "[[topic]]\nname = \"Good\"\nquery = \"text\"\n\(wrongLine)"
        return try LibraryReader(TOMLFile(path: "library.toml", text: text), kinds: nil).library
    }

    @Test("An error saved in the file is reported even if nothing else changed")
    func wrongQuery() async throws {
        let right = try library()
        let wrong = try library(wrongLine: "[[rule]]\nname = \"bad\"\nquery = \"/(/\"\n")
        let warning = try #require(wrong.warnings.first)
        let written = WrittenLabels(right)
        let fixture = Fixture(labels: written)
        let messages = fixture.session.messages
        await fixture.services.track.labels.start()
        #expect(messages.history.isEmpty)
        await withCheckedContinuation { told in
            var waiting: CheckedContinuation<Void, Never>? = told
            messages.changes.observe(for: fixture) { _ in
                guard messages.toast != nil else { return }
                waiting?.resume()
                waiting = nil
            }
            Task { await written.write(wrong) }
        }
        #expect(messages.toast?.text == warning.message.english)
        #expect(messages.history.count == 1)
        fixture.services.track.labels.stop()
    }

    @Test("The bottom bar names a file with errors until they are fixed")
    func namedFile() async throws {
        let written = WrittenLabels(try library(wrongLine: "[[rule]]\nname = \"bad\"\nquery = \"/(/\"\n"))
        let fixture = Fixture(labels: written)
        await fixture.start()
        let text = "library.toml has errors (:messages)"
        await fixture.changed { fixture.timeline.state.footer.completeness == text }
        #expect(fixture.timeline.state.footer.isBehind)
        fixture.session.messages.show("Done.")
        fixture.session.messages.dismiss()
        #expect(fixture.timeline.state.footer.completeness == text)
        await written.write(try library())
        await fixture.changed { fixture.timeline.state.footer.completeness != text }
        fixture.timeline.stop()
    }

    @Test("The view follows a topic that another program renames, also while tickets are labelled")
    func renamedElsewhere() async throws {
        let query = try Query(parsing: "text")
        let topics = [Topic(name: "Good", query: query), Topic(name: "Other", query: try Query(parsing: "other"))]
        let written = WrittenLabels(Library(topics: topics))
        let fixture = Fixture(labels: written)
        await fixture.start()
        await fixture.send(.showTopics([topics[0].id, topics[1].id]), .toggleOrder)
        let order = fixture.timeline.currentOrder
        let renamed = Library(topics: [Topic(name: "Better", query: query), topics[1]])
        await written.write(renamed, LabelProgress(done: 1, total: 2, isComplete: false))
        await fixture.changed { fixture.timeline.currentView.topics?.labels == ["topic:Better", "topic:Other"] }
        #expect(fixture.timeline.currentOrder == order)
        await written.write(Library(topics: [topics[1]]))
        await fixture.changed { fixture.timeline.currentView.topics?.labels == ["topic:Other"] }
        fixture.timeline.stop()
    }

    @Test("Of several errors one is shown with their number, and all are in the history")
    func severalMistakes() async throws {
        let wrong = try library(
            wrongLine: "[[rule]]\nname = \"bad\"\nquery = \"/(/\"\n[[topic]]\nname = \"worse\"\nquery = \"lang:\"\n")
        let fixture = Fixture(labels: WrittenLabels(wrong))
        await fixture.services.track.labels.start()
        let messages = fixture.session.messages
        let beginning = "2 sources, topics or rules are disabled (:messages lists them): library.toml:"
        #expect(messages.toast?.text.hasPrefix(beginning) == true)
        for warning in wrong.warnings {
            #expect(messages.history.contains { $0.text.hasSuffix(warning.message.english) }, "\(warning)")
        }
        #expect(wrong.wrongRules.map(\.name) == ["bad"] && wrong.wrongTopics.map(\.name) == ["worse"])
        fixture.services.track.labels.stop()
    }
}
