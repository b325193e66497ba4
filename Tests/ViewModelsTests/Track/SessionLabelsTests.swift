import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TestSupport
import Testing

@testable import ViewModels

@Suite("Topics and rules of a session")
struct SessionLabelsTests {
    /// A library whose first reading is answered late.
    private actor LateLabels: LabelManaging {
        /// True once the first reading has begun.
        nonisolated let isRead = WaitableState(false)
        nonisolated let isReleased = WaitableState(false)
        private var current = Library()
        private let stream: AsyncStream<LabelProgress>
        private let continuation: AsyncStream<LabelProgress>.Continuation

        init() { (stream, continuation) = AsyncStream<LabelProgress>.makeStream() }

        func library() async throws -> Library {
            let library = current
            let isFirst = isRead.withLock { isRead in
                defer { isRead = true }
                return !isRead
            }
            if isFirst { await isReleased.wait { $0 } }
            return library
        }

        func update(
            _ change: @escaping @Sendable (inout Library) -> Void
        ) async throws -> (before: Library, after: Library) {
            let before = current
            change(&current)
            continuation.yield(.nothing)
            return (before, current)
        }

        nonisolated func progress() -> AsyncStream<LabelProgress> { stream }
    }

    @Test("A library that was read before a change never replaces the changed one")
    func lateReading() async throws {
        let manager = LateLabels()
        let fixture = Fixture(labels: manager)
        let labels = fixture.services.track.labels
        async let start: Void = labels.start()
        await manager.isRead.wait { $0 }
        _ = try await manager.update { $0.put(Topic(name: "Tech", query: Query.source("feed:a"))) }
        for _ in 0..<50 { await Task.yield() }
        manager.isReleased.withLock { $0 = true }
        await start
        while labels.topics.isEmpty { await Task.yield() }
        #expect(labels.topics.map(\.name) == ["Tech"])
        labels.stop()
    }
}
