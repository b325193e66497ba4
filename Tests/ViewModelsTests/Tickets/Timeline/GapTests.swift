import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Joined, dismissed and quiet gaps")
struct GapTests {
    private static let base = Fixture.now.advanced(by: .seconds(-86_400))

    /// A gap of these suppliers, in seconds after the base.
    private func gap(
        _ start: Int, _ end: Int?, of suppliers: [SupplierID] = ["feed:a"], kind: Gap.Kind = .partial
    ) throws -> Gap {
        let older = end.map { Self.base.advanced(by: .seconds($0)) } ?? .beginningOfTime
        return Gap(
            timeframe: try #require(Timeframe(from: Self.base.advanced(by: .seconds(start)), downTo: older)),
            kind: kind,
            missing: suppliers.map { .init(supplier: $0, cause: .notAsked) })
    }

    private func joined(_ rows: [TrackRow], anchor: Int = 0) -> (window: TrackWindow, gaps: JoinedGaps) {
        JoinedGaps.joining(
            TrackWindow(rows: rows, anchorIndex: anchor, reachesTop: true, reachesBottom: true, version: .empty))
    }

    @Test("Gaps that several sources leave within a minute of each other share a row with the long one")
    func joining() throws {
        let parts = [
            try gap(600, 595), try gap(595, 590, of: ["feed:a", "feed:b"]), try gap(590, nil, of: ["feed:b"]),
        ]
        let (window, gaps) = joined(parts.map(TrackRow.gap))
        let row = try gap(600, nil, of: ["feed:a", "feed:b"])
        #expect(window.rows == [.gap(row)])
        #expect(gaps.parts(of: row) == parts)
        #expect(gaps.place(.gap(row.id), leaving: .older) == .gap(parts[2].id))
        #expect(gaps.place(.gap(row.id), leaving: .newer) == .gap(parts[0].id))
    }

    @Test("Long gaps, gaps apart from each other and gaps with a ticket between them keep rows of their own")
    func apart() throws {
        let long = [try gap(900, 700), try gap(700, 600, of: ["feed:b"])].map(TrackRow.gap)
        #expect(joined(long).window.rows == long)
        let apart = [try gap(900, 895), try gap(890, 885)].map(TrackRow.gap)
        #expect(joined(apart).window.rows == apart)
        let between = [TrackRow.gap(try gap(900, 895)), .ticket(entry(of: 1)), .gap(try gap(895, 890))]
        #expect(joined(between).window.rows == between)
    }

    @Test("The anchor stays at its row, or goes to the row that takes it in", arguments: 0...5)
    func anchor(at index: Int) throws {
        let rows: [TrackRow] = [
            .ticket(entry(of: 3)), .gap(try gap(90, 85)), .gap(try gap(85, 80)), .gap(try gap(80, 20)),
            .ticket(entry(of: 0)),
        ]
        let (window, _) = joined(rows, anchor: index)
        #expect(window.rows.count == 3)
        #expect(window.anchorIndex == [0, 1, 1, 1, 2, 3][index])
    }

    private func entry(of number: Int) -> TrackEntry {
        TrackEntry(ticket: ticket(number), marks: Marks())
    }

    @Test("Enter fills each gap of a row, and the next gap lies below all of them")
    func filling() async throws {
        let fixture = Fixture()
        let parts = [try gap(3605, 3600), try gap(3600, 2400, of: ["feed:a", "feed:b"])]
        let below = try gap(1200, 600)
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

    @Test("Quiet sources are announced with what happened to them")
    func announcement() {
        func failed(_ id: SupplierID, _ name: String, _ error: SupplierError) -> SupplierStatus {
            SupplierStatus(
                id: id, name: name, kind: "feed", condition: .failed(error, at: Fixture.now), lastSuccess: nil,
                covered: TimeframeSet(), floor: nil)
        }
        let gone = SupplierError(.gone, Message("gone", ["host": "a.example"]))
        let missing = SupplierError(.refused, Message("notFound", ["host": "b.example"]))
        let statuses = [
            failed("feed:a", "Dying Feed", gone), failed("feed:b", "Lost", missing), failed("feed:c", "Away", missing),
        ]
        let fixture = Fixture()
        let builder = RowBuilder(texts: fixture.session.texts)
        let context = RowBuilder.Context(now: Fixture.now, suppliers: statuses.named(by: SourceNaming()))
        #expect(
            builder.announcement(ofLongFailing: ["feed:a"], in: context)
                == "Dying Feed has removed this address permanently (410). Gaps of such sources are listed in Sources (:sources) only."
        )
        #expect(
            builder.announcement(ofLongFailing: ["feed:a", "feed:b", "feed:c"], in: context)
                == "Dying Feed has removed this address permanently (410). Several attempts have failed: Lost, Away. "
                + "Gaps of such sources are listed in Sources (:sources) only.")
    }

    @Test("A source that its server has removed is listed once among the messages, by its announcement")
    func removedSource() async {
        func status(_ condition: SupplierState.Condition) -> SupplierStatus {
            SupplierStatus(
                id: "feed:a", name: "Dying Feed", kind: "feed", condition: condition, lastSuccess: nil,
                covered: TimeframeSet(), floor: nil)
        }
        let gone = SupplierError(.gone, Message("gone", ["host": "a.example"]))
        let fixture = Fixture()
        fixture.track.setSuppliers([status(.healthy)])
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        fixture.track.setSuppliers([status(.failed(gone, at: Fixture.now))])
        fixture.track.emit(.supplierFailed("feed:a", gone, fill: nil))
        await fixture.commit(tickets(0..<4))
        #expect(fixture.session.messages.history.count { $0.text.contains("(410)") } == 1)
    }

    @Test("A dismissed gap disappears, is listed with the sources, and comes back there; undo dismisses it again")
    func dismissed() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "feed:a", address: "a.example", name: "Kerb"))
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(3600, 2400)])
        await fixture.start()
        func gaps() -> Int { fixture.content?.rows.count { $0.gap != nil } ?? 0 }
        await fixture.send(.seek(.gap, .older))
        #expect(gaps() == 1)
        await fixture.send(.dismissGap)
        #expect(gaps() == 0)
        let model = SourceManagerViewModel(sources: fixture.sources, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let detail = model.state.rows?.first?.detail
        #expect(detail?.contains("dismissed gaps are not shown") == true, "\(detail ?? "nothing")")
        model.send(.showGaps)
        await fixture.session.activity.idle()
        #expect(gaps() == 1)
        #expect(model.state.rows?.first?.detail?.contains("dismissed") != true)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(gaps() == 0)
        await fixture.send(.showDismissedGaps)
        #expect(gaps() == 1)
    }

    @Test("Undo brings back the gap that was dismissed last, names whose it was, and takes back no mark before that")
    func dismissalUndone() async throws {
        let fixture = Fixture()
        fixture.track.setSuppliers([status("feed:a", "Kerb", .healthy), status("feed:b", "Paddock", .healthy)])
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(3600, 2400, of: ["feed:a", "feed:b"])])
        await fixture.start()
        func gaps() -> Int { fixture.content?.rows.count { $0.gap != nil } ?? 0 }
        var toast: String? { fixture.session.messages.toast?.text }
        await fixture.send(.ticket(.toggleStar), .seek(.gap, .older), .dismissGap)
        #expect(gaps() == 0)
        #expect(toast?.hasPrefix("This gap of Kerb, Paddock is no longer shown.") == true)
        await fixture.send(.undo)
        #expect(gaps() == 1)
        #expect(fixture.timeline.state.current?.gap != nil, "the cursor is on the gap again")
        #expect(toast == "Undone: this gap of Kerb, Paddock is shown again")
        #expect(fixture.track.marks(of: ticket(69).id).isStarred)
        await fixture.send(.dismissGapsOfSource)
        #expect(gaps() == 0)
        #expect(toast?.hasPrefix("Gaps of Kerb, Paddock are no longer shown.") == true)
        await fixture.send(.showDismissedGaps, .undo)
        #expect(gaps() == 0)
        await fixture.send(.undo)
        #expect(gaps() == 1)
        await fixture.send(.undo)
        #expect(!fixture.track.marks(of: ticket(69).id).isStarred)
        #expect(toast?.hasPrefix("Undone: star of ") == true, "\(toast ?? "nothing")")
    }

    private func status(
        _ id: SupplierID, _ name: String, _ condition: SupplierState.Condition
    ) -> SupplierStatus {
        SupplierStatus(
            id: id, name: name, kind: "feed", condition: condition,
            lastSuccess: condition == .healthy ? Fixture.now : nil, covered: TimeframeSet(), floor: nil)
    }

    @Test(
        "A source that never loaded has one gap at the top, which fills it alone, and the gaps of others do not name it"
    )
    func unloaded() async throws {
        let fixture = Fixture()
        let limited = SupplierState.Condition.failed(
            SupplierError(.rateLimited, Message("rateLimited", ["host": .text("b.example")])), at: Fixture.now)
        fixture.track.setSuppliers([status("feed:a", "Kerb", .healthy), status("feed:b", "Paddock", limited)])
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        func commit(_ numbers: Range<Int>, from top: Int) async throws {
            await fixture.commit(
                tickets(numbers),
                gaps: [
                    try gap(top, 3300, of: ["feed:b"]), try gap(3300, 3000, of: ["feed:a", "feed:b"]),
                    try gap(3000, nil, of: ["feed:b"]),
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
        func commit(_ numbers: Range<Int>, _ condition: SupplierState.Condition) async throws {
            fixture.track.setSuppliers([status("feed:a", "Kerb", .healthy), status("feed:b", "Slow", condition)])
            await fixture.commit(tickets(numbers), gaps: [try gap(3600, nil, of: ["feed:b"])], visibleRanges: whole)
        }
        fixture.track.setSuppliers([status("feed:a", "Kerb", .healthy)])
        fixture.track.commit(tickets(0..<40), visibleRanges: whole)
        await fixture.start()
        let cursor = fixture.cursor
        fixture.track.emit(
            .progress(FillID(7), FillProgress(answeredCount: 2, requestedCount: 2, latest: "feed:b", outcome: .slow)))
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
        fixture.track.commit(tickets(0..<60), gaps: [try gap(3630, 1200), try gap(1200, 600, of: ["feed:b"])])
        await fixture.start()
        await fixture.send(.top)
        #expect(fixture.timeline.state.current?.gap != nil)
        await fixture.commit(tickets(0..<62), gaps: [try gap(3730, 1200), try gap(1200, 600, of: ["feed:b"])])
        #expect(fixture.cursor == "60 at 0", "the first row below the place of the former gap")
    }

    @Test("The result of filling a gap in a view names only failures of the view's sources")
    func problemsOfOthers() async throws {
        let topic = Topic(name: "Racing", query: try Query(parsing: "source:\"feed:a\""))
        let fixture = Fixture(library: Library(topics: [topic]))
        fixture.track.setSuppliers([status("feed:a", "Kerb", .healthy), status("feed:b", "Paddock", .healthy)])
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(3600, 2400, kind: .full)])
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
                        id: $0, name: $0.rawValue, kind: "feed", condition: .healthy, lastSuccess: Fixture.now,
                        covered: TimeframeSet(), floor: nil)
                })
        fixture.track.commit(
            tickets(0..<40), gaps: [try gap(4200, 3600, of: ["feed:b"])],
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

    @Test("A source without a name of the user's has the name that its first answer brings, at once")
    func ownName() async throws {
        let fixture = Fixture()
        var status = SupplierStatus(
            id: "feed:a", name: "a.example/feed", kind: "feed", condition: .healthy, lastSuccess: Fixture.now,
            covered: TimeframeSet(), floor: nil)
        fixture.track.setSuppliers([status])
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        func name() -> String? { fixture.content?.rows.first?.ticket?.source }
        #expect(name() == "a.example/feed")
        status.sourceName = "Kerb Notes"
        fixture.track.setSuppliers([status])
        await fixture.commit(tickets(0..<5))
        #expect(name() == "Kerb Notes")
    }

    @Test("While no source can be reached one word says so, and it ends with the first that can")
    func offline() async throws {
        let fixture = Fixture()
        func status(_ id: SupplierID, _ code: String?) -> SupplierStatus {
            let error = code.map { SupplierError(.unreachable, Message($0, ["host": .text("a.example")])) }
            return SupplierStatus(
                id: id, name: id.rawValue, kind: "feed",
                condition: error.map { .failed($0, at: Fixture.now) } ?? .healthy, lastSuccess: nil,
                covered: TimeframeSet(), floor: nil)
        }
        let offline = fixture.session.localizer(.offline)
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        fixture.track.setSuppliers([status("feed:a", "hostNotFound"), status("feed:b", "connectTimedOut")])
        fixture.track.commit(tickets(0..<40), gaps: [try gap(7200, 3000)], visibleRanges: whole)
        await fixture.start()
        #expect(fixture.timeline.state.footer.completeness == offline)
        fixture.track.setSuppliers([status("feed:a", nil), status("feed:b", "connectTimedOut")])
        await fixture.commit(tickets(40..<41), gaps: [try gap(7200, 3000)], visibleRanges: whole)
        #expect(fixture.timeline.state.footer.completeness != offline)
        fixture.track.setSuppliers([status("feed:a", "tlsFailed"), status("feed:b", "connectTimedOut")])
        await fixture.commit(tickets(41..<42), gaps: [try gap(7200, 3000)], visibleRanges: whole)
        #expect(fixture.timeline.state.footer.completeness != offline, "a server without TLS is no missing connection")
    }

    @Test("A paused source has no gap in the timeline, and nothing is out of date because of it")
    func paused() async throws {
        let fixture = Fixture()
        var status = SupplierStatus(
            id: "feed:a", name: "Kerb", kind: "feed", condition: .healthy, lastSuccess: Fixture.now,
            covered: TimeframeSet(), floor: nil)
        status.isPaused = true
        fixture.track.setSuppliers([status])
        fixture.track.commit(
            tickets(0..<40), gaps: [try gap(7200, 3000)],
            visibleRanges: TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))]))
        await fixture.start()
        #expect(fixture.content?.rows.contains { $0.gap != nil } == false)
        #expect(fixture.timeline.state.footer.completeness == fixture.session.localizer(.complete))
    }

    @Test("A source that has failed for long is announced once, and again only after it has worked")
    func longFailing() {
        func snapshot(_ condition: SupplierState.Condition) -> TrackSnapshot {
            var status = SupplierStatus(
                id: "feed:a", name: "Kerb", kind: "feed", condition: condition, lastSuccess: nil,
                covered: TimeframeSet(), floor: nil)
            status.failures = 5
            status.failingSince = Fixture.now.advanced(by: .seconds(-86_400))
            return TrackSnapshot(
                version: .empty, gaps: [], visibleRanges: TimeframeSet(), suppliers: [status])
        }
        let failed = snapshot(.failed(SupplierError(.refused, "It answered 503."), at: Fixture.now))
        var sources = LongFailingSources()
        #expect(sources.update(with: failed, at: Fixture.now) == ["feed:a"])
        var restored = LongFailingSources(announced: sources.announced)
        #expect(restored.update(with: failed, at: Fixture.now).isEmpty)
        #expect(restored.update(with: snapshot(.healthy), at: Fixture.now).isEmpty)
        #expect(restored.update(with: failed, at: Fixture.now) == ["feed:a"])
    }
}
