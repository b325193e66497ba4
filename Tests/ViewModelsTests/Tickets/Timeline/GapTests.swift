import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Gaps of sources in the timeline")
struct GapTests {
    @Test(
        "A source that never loaded has one gap at the top, which fills it alone, and the gaps of others do not name it"
    )
    func unloaded() async throws {
        let fixture = Fixture()
        let limited = RequestHistory.Condition.failed(
            SupplierError(.rateLimited, Message("rateLimited", ["host": .text("b.example")])), at: Fixture.now)
        fixture.track.setSuppliers([
            sourceStatus("feed:a", "Kerb", .healthy), sourceStatus("feed:b", "Paddock", limited),
        ])
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        func commit(_ numbers: Range<Int>, from top: Int) async throws {
            await fixture.commit(
                tickets(numbers),
                gaps: [
                    try partialGap(top, 3300, of: ["feed:b"]), try partialGap(3300, 3000, of: ["feed:a", "feed:b"]),
                    try partialGap(3000, nil, of: ["feed:b"]),
                ], visibleRanges: whole)
        }
        await fixture.start()
        try await commit(0..<60, from: 3600)
        func gaps() -> [String] { fixture.content?.rows.compactMap { $0.gap?.size } ?? [] }
        #expect(gaps().first == "Paddock: nothing loaded yet")
        #expect(gaps().count == 2 && gaps().last?.hasPrefix("Kerb not loaded ") == true, "\(gaps())")
        await fixture.send(.top)
        let cursor = fixture.cursor
        try await commit(0..<65, from: 3900)
        #expect(fixture.cursor == cursor, "the row at the top stays")
        await fixture.send(.open)
        guard case .fill(_, GapID(.always), .newer, .pool) = fixture.track.calls.last else {
            Issue.record("\(fixture.track.calls)")
            return
        }
        let filling = fixture.content?.rows.compactMap(\.gap)
            .map { if case .filling = $0.activity { true } else { false } }
        #expect(filling == [true, false])
        await fixture.send(.dismissGap)
        #expect(gaps().count == 1)
        try await commit(0..<70, from: 4200)
        #expect(gaps().count == 1, "a dismissed gap does not come back with the next refresh")
    }

    @Test("A source that is only being asked has no gap row, and has one when its request has failed")
    func awaited() async throws {
        let fixture = Fixture()
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        func commit(_ numbers: Range<Int>, _ condition: RequestHistory.Condition) async throws {
            fixture.track.setSuppliers([
                sourceStatus("feed:a", "Kerb", .healthy), sourceStatus("feed:b", "Slow", condition),
            ])
            await fixture.commit(
                tickets(numbers), gaps: [try partialGap(3600, nil, of: ["feed:b"])], visibleRanges: whole)
        }
        fixture.track.setSuppliers([sourceStatus("feed:a", "Kerb", .healthy)])
        fixture.track.commit(tickets(0..<40), visibleRanges: whole)
        await fixture.start()
        let cursor = fixture.cursor
        fixture.track.emit(
            .progress(
                FillID(7), FillProgress(answeredCount: 2, requestedCount: 2, latest: .init(.slow, of: "feed:b"))))
        try await commit(0..<40, .slow)
        #expect(fixture.content?.rows.contains { $0.gap != nil } == false)
        #expect(fixture.cursor == cursor)
        let error = SupplierError(.timedOut, Message("timedOut", ["host": .text("b.example")]))
        try await commit(0..<40, .failed(error, at: Fixture.now))
        #expect(fixture.content?.rows.first?.gap != nil)
        #expect(fixture.cursor.hasPrefix("39 "))
    }

    @Test("A gap that begins higher after a refresh leaves the cursor where it was")
    func higherGap() async throws {
        let fixture = Fixture()
        fixture.track.commit(
            tickets(0..<60), gaps: [try partialGap(3630, 1200), try partialGap(1200, 600, of: ["feed:b"])])
        await fixture.start()
        await fixture.send(.top)
        #expect(fixture.timeline.state.current?.gap != nil)
        await fixture.commit(
            tickets(0..<62), gaps: [try partialGap(3730, 1200), try partialGap(1200, 600, of: ["feed:b"])])
        #expect(fixture.cursor == "60 at 0", "the first row below the place of the former gap")
    }

    @Test("The result of filling a gap in a view names only failures of the view's sources")
    func problemsOfOthers() async throws {
        let topic = Topic(name: "Racing", query: try Query(parsing: "source:\"feed:a\""))
        let fixture = Fixture(library: Library(topics: [topic]))
        fixture.track.setSuppliers([
            sourceStatus("feed:a", "Kerb", .healthy), sourceStatus("feed:b", "Paddock", .healthy),
        ])
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(60, 40)])
        try await fixture.labels?.labelTickets()
        await fixture.start()
        await fixture.send(.toggleTopic(1), .seek(.gap, .older), .open)
        guard case .fill(let fill, let gap, _, _) = fixture.track.calls.last else {
            Issue.record("\(fixture.track.calls)")
            return
        }
        let cause = GapCause.failed(Message("timedOut", ["host": .text("b.example")]))
        fixture.track.emit(.fill(fill, gap: gap, .done(FillOutcome(failures: ["feed:b": cause]))))
        await fixture.changed { fixture.session.messages.toast?.text.hasPrefix("No more") == true }
        #expect(fixture.session.messages.toast?.text.contains("Failed") == false)
    }

    @Test("A topic shows at once only gaps of sources that can contribute to it, and no empty lines where others were")
    func topicGaps() async throws {
        let topic = Topic(name: "Racing", query: try Query(parsing: "source:\"feed:a\""))
        let fixture = Fixture(library: Library(topics: [topic]))
        fixture.track.setSuppliers(
            ["feed:a", "feed:b"]
                .map {
                    SupplierStatus(
                        id: $0, name: $0.rawValue, kind: "feed",
                        requests: RequestHistory(.healthy, lastSuccess: Fixture.now))
                })
        fixture.track.commit(
            tickets(0..<40), gaps: [try partialGap(4200, 3600, of: ["feed:b"])],
            visibleRanges: TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))]))
        try await fixture.labels?.labelTickets()
        await fixture.start()
        func gaps() -> Int { fixture.content?.rows.count { $0.gap != nil } ?? -1 }
        #expect(gaps() == 1)
        await fixture.send(.toggleTopic(1))
        #expect(gaps() == 0)
        await fixture.send(.showTopics([]))
        #expect(gaps() == 1)
    }

    @Test("A paused source has no gap in the timeline, and nothing is out of date because of it")
    func paused() async throws {
        let fixture = Fixture()
        var status = SupplierStatus(
            id: "feed:a", name: "Kerb", kind: "feed", requests: RequestHistory(.healthy, lastSuccess: Fixture.now))
        status.isPaused = true
        fixture.track.setSuppliers([status])
        fixture.track.commit(
            tickets(0..<40), gaps: [try partialGap(7200, 3000)],
            visibleRanges: TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))]))
        await fixture.start()
        #expect(fixture.content?.rows.contains { $0.gap != nil } == false)
        #expect(fixture.timeline.state.footer.completeness == fixture.session.localizer(.complete))
    }
}
