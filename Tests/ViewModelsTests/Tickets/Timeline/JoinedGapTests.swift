import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("Joined gaps")
struct JoinedGapTests {
    private func joined(_ rows: [TrackRow], anchor: Int = 0) -> (window: TrackWindow, gaps: JoinedGaps) {
        JoinedGaps.joining(
            TrackWindow(rows: rows, anchorIndex: anchor, reachesTop: true, reachesBottom: true, version: .empty))
    }

    @Test("Gaps that several sources leave within a minute of each other share a row with the long one")
    func joining() throws {
        let parts = [
            try partialGap(600, 595), try partialGap(595, 590, of: ["feed:a", "feed:b"]),
            try partialGap(590, nil, of: ["feed:b"]),
        ]
        let (window, gaps) = joined(parts.map(TrackRow.gap))
        let row = try partialGap(600, nil, of: ["feed:a", "feed:b"])
        #expect(window.rows == [.gap(row)])
        #expect(gaps.parts(of: row) == parts)
        #expect(gaps.place(.gap(row.id), leaving: .older) == .gap(parts[2].id))
        #expect(gaps.place(.gap(row.id), leaving: .newer) == .gap(parts[0].id))
    }

    @Test("Long gaps, gaps apart from each other and gaps with a ticket between them keep rows of their own")
    func apart() throws {
        let long = [try partialGap(900, 700), try partialGap(700, 600, of: ["feed:b"])].map(TrackRow.gap)
        #expect(joined(long).window.rows == long)
        let apart = [try partialGap(900, 895), try partialGap(890, 885)].map(TrackRow.gap)
        #expect(joined(apart).window.rows == apart)
        let between = [TrackRow.gap(try partialGap(900, 895)), .ticket(entry(of: 1)), .gap(try partialGap(895, 890))]
        #expect(joined(between).window.rows == between)
    }

    @Test("The anchor stays at its row, or goes to the row that takes it in", arguments: 0...5)
    func anchor(at index: Int) throws {
        let rows: [TrackRow] = [
            .ticket(entry(of: 3)), .gap(try partialGap(90, 85)), .gap(try partialGap(85, 80)),
            .gap(try partialGap(80, 20)),
            .ticket(entry(of: 0)),
        ]
        let (window, _) = joined(rows, anchor: index)
        #expect(window.rows.count == 3)
        #expect(window.anchorIndex == [0, 1, 1, 1, 2, 3][index])
    }

    private func entry(of number: Int) -> TrackEntry { TrackEntry(ticket: ticket(number), marks: Marks()) }

    @Test("Enter fills each gap of a row, and the next gap lies below all of them")
    func filling() async throws {
        let fixture = Fixture()
        let parts = [try partialGap(3605, 3600), try partialGap(3600, 2400, of: ["feed:a", "feed:b"])]
        let below = try partialGap(1200, 600)
        fixture.track.commit(tickets(61..<70) + tickets(0..<40), gaps: parts + [below])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        #expect(fixture.timeline.state.current?.gap?.parts == parts)
        await fixture.send(.open)
        let filled = fixture.track.calls.compactMap { call -> GapID? in
            if case .fill(_, let gap, .newer, .pool) = call { gap } else { nil }
        }
        #expect(filled == parts.map(\.id))
        await fixture.send(.seek(.gap, .older))
        #expect(fixture.timeline.state.current?.gap?.id == below.id)
        await fixture.send(.seek(.gap, .newer))
        #expect(fixture.timeline.state.current?.gap?.parts == parts)
    }
}
