import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("The timeline's view-model")
struct TimelineViewModelTests {
    @Test("The first window starts at the top and has only a few screens")
    func firstWindow() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        await fixture.start()
        #expect(fixture.cursor == "999 at 0")
        let rows = try #require(fixture.content?.rows)
        #expect(rows.count >= 17)
        #expect(rows.count <= 50)
        #expect(fixture.timeline.state.header.total == 1000)
        #expect(fixture.timeline.state.header.unread == 1000)
    }

    @Test("An empty timeline says what to do")
    func empty() async {
        let fixture = Fixture()
        await fixture.start()
        guard case .notice(let title, let hints) = fixture.timeline.state.body else {
            Issue.record("not empty: \(fixture.timeline.state.body)")
            return
        }
        #expect(title == "Nothing here yet.")
        #expect(hints == [":refresh refreshes, :add adds a page or feed by its address."])
    }

    @Test(
        "An empty timeline whose sources cannot be changed says so instead of advising to add one, and so does the list"
    )
    func emptyAndFixed() async {
        let fixture = Fixture(fixedReason: Message("standardInputFixed", [:]))
        await fixture.start()
        let reason = "What comes on standard input cannot be changed. `fiber` alone opens your own timeline."
        #expect(fixture.timeline.state.body == .notice(title: "Nothing here yet.", hints: [reason]))
        SourceManagerViewModel(sources: fixture.sources, track: fixture.services.track).send(.askForAddress)
        #expect(fixture.session.messages.toast?.text == reason)
    }

    @Test("An empty timeline reports running requests")
    func asking() async {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))
        ])
        await fixture.start()
        await fixture.send(.refresh)
        #expect(fixture.timeline.state.body == .words("Refreshing 1 source…"))
    }

    @Test("A store that cannot be read is reported, and r retries")
    func failure() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<5))
        fixture.track.fail(with: SupplierError(.refused, "The disk is gone."))
        await fixture.start()
        guard case .failure(_, let hints) = fixture.timeline.state.body else {
            Issue.record("no failure: \(fixture.timeline.state.body)")
            return
        }
        #expect(hints.first == "The disk is gone.")
        fixture.track.fail(with: nil)
        await fixture.send(.refresh)
        #expect(fixture.cursor == "4 at 0")
    }

    @Test("Enter opens a ticket and o its link, and anything but a web address is refused")
    func opening() async {
        let fixture = Fixture()
        fixture.track.commit([
            ticket(2, link: "https://example.org/a"), ticket(1, link: "file:///etc/passwd"), ticket(0),
        ])
        await fixture.start()
        await fixture.send(.open, .ticket(.openInBrowser), .ticket(.show(.links)))
        #expect(fixture.outputs == [.open(ticket(2).id), .show(.links, ticket(2).id)])
        await fixture.send(.move(1), .ticket(.openInBrowser), .move(1), .ticket(.openInBrowser))
        #expect(await fixture.browser.urls == ["https://example.org/a"])
        #expect(
            fixture.session.messages.history.map(\.text).suffix(2) == [
                "Not opened: file:///etc/passwd is not a web address.", "This item has no link.",
            ])
    }

    @Test("Ages and the clock in the bar are updated every minute")
    func clock() async {
        let fixture = Fixture()
        fixture.track.commit([ticket(1439)])
        await fixture.start()
        #expect(fixture.timeline.state.current?.ticket?.time.text == "1m")
        #expect(fixture.timeline.state.footer.clock == "Fri 20 Nov 11:54")
        await fixture.time.waitForSleepers(1)
        fixture.time.advance(by: .seconds(60))
        await fixture.changed { fixture.timeline.state.footer.clock == "Fri 20 Nov 11:55" }
        #expect(fixture.timeline.state.current?.ticket?.time.text == "2m")
        await fixture.send(.toggleTimes)
        #expect(fixture.timeline.state.current?.ticket?.time.text == "11:53")
    }

    @Test("A row says that its item was edited if that was more than an hour after its date")
    func edited() async {
        let fixture = Fixture()
        let edits: [Int64?] = [nil, 120, 7200]
        fixture.track.commit(
            edits.enumerated()
                .map { index, seconds in
                    let time = Fixture.now.advanced(by: .seconds(-36_000 - 60 * index))
                    return Ticket(
                        SourceItem(
                            id: "edit \(index)", orderTime: time,
                            editTime: seconds.map { time.advanced(by: .seconds($0)) },
                            body: TicketBody(title: "Lap \(index)")),
                        of: "feed:a", seen: Fixture.now)
                })
        await fixture.start()
        #expect(fixture.content?.rows.compactMap(\.ticket).map(\.editedBadge) == [nil, nil, "edited"])
    }

    @Test("The bottom bar shows how far the timeline is complete, and the missing sources at the top")
    func completeness() async throws {
        let fixture = Fixture()
        let visibleRanges = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: ticket(0).key.time))])
        fixture.track.commit(tickets(0..<10), gaps: [try gap(5, 3)], visibleRanges: visibleRanges)
        await fixture.start()
        #expect(fixture.timeline.state.footer.completeness == "complete since Thu 11:59")
        let top = Gap(
            timeframe: try #require(Timeframe(from: Fixture.now, downTo: ticket(3).key.time)), kind: .partial,
            missing: [.init(supplier: "feed:b", cause: .slow)])
        await fixture.commit(tickets(0..<10), gaps: [top], visibleRanges: visibleRanges)
        #expect(fixture.timeline.state.footer.isBehind)
        #expect(fixture.timeline.state.footer.completeness == "not up to date: feed:b (:sources)")
        #expect(
            fixture.timeline.state.footer.briefCompleteness == ["1 source behind (:sources)", "1 source behind"])
        let both = Gap(
            timeframe: top.timeframe, kind: .partial,
            missing: ["feed:b", "feed:c"].map { .init(supplier: $0, cause: .slow) })
        await fixture.commit(tickets(0..<10), gaps: [both], visibleRanges: visibleRanges)
        #expect(fixture.timeline.state.footer.completeness == "not up to date: 2 sources (:sources)")
    }

    @Test("Slow sources are counted and named beside failed ones")
    func slowBesideFailed() async throws {
        let fixture = Fixture()
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        let error = SupplierError(.unreachable, Message("connectTimedOut", ["host": .text("a.example")]))
        let failed = RequestHistory.Condition.failed(error, at: Fixture.now)
        fixture.track.setSuppliers([sourceStatus("feed:d", "Good", .healthy)])
        fixture.track.commit(tickets(0..<10), visibleRanges: whole)
        await fixture.start()
        fixture.track.emit(
            .progress(
                FillID(7), FillProgress(answeredCount: 4, requestedCount: 4, latest: .init(.slow, of: "feed:b"))))
        fixture.track.setSuppliers([
            sourceStatus("feed:a", "Gone", failed), sourceStatus("feed:b", "Slow", .slow),
            sourceStatus("feed:c", "Busy", failed), sourceStatus("feed:d", "Good", .healthy),
        ])
        let gap = Gap(
            timeframe: try #require(Timeframe(from: Fixture.now, downTo: ticket(3).key.time)), kind: .partial,
            missing: [
                .init(supplier: "feed:a", cause: .failed(error.message)), .init(supplier: "feed:b", cause: .slow),
                .init(supplier: "feed:c", cause: .failed(error.message)),
            ])
        await fixture.commit(tickets(0..<10), gaps: [gap], visibleRanges: whole)
        #expect(fixture.timeline.state.footer.completeness == "not up to date: 3 sources (:sources)")
        let missing = fixture.content?.rows.compactMap(\.gap).flatMap { $0.gap.missing.map(\.supplier) }
        #expect(missing == ["feed:a", "feed:b", "feed:c"])
    }

    @Test("The bottom bar says that a source is paused after crashes, in every view that has it")
    func crashed() async throws {
        let fixture = Fixture()
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        var bad = sourceStatus("feed:b", "Bad", .notAsked)
        (bad.isPaused, bad.hasCrashed) = (true, true)
        fixture.track.setSuppliers([sourceStatus("feed:a", "Good", .healthy), bad])
        fixture.track.commit(tickets(0..<10), visibleRanges: whole)
        await fixture.start()
        let words = "paused after crashes: Bad (:sources)"
        #expect(fixture.timeline.state.footer.completeness == words && fixture.timeline.state.footer.isBehind)
        await fixture.send(.showAlone("feed:b", topic: nil))
        #expect(fixture.timeline.state.footer.completeness == words)
        await fixture.send(.showAlone("feed:a", topic: nil))
        #expect(fixture.timeline.state.footer.completeness == fixture.session.localizer(.complete))
    }

    @Test("A timeline whose sources all fail is not up to date, though no gap is at its top")
    func failing() async throws {
        let fixture = Fixture()
        func status(_ id: SupplierID, isFailing: Bool, isPaused: Bool = false) -> SupplierStatus {
            let error = SupplierError(.unreachable, Message("connectTimedOut", ["host": .text("a.example")]))
            var status = SupplierStatus(
                id: id, name: id.rawValue, kind: "feed",
                requests: RequestHistory(
                    isFailing ? .failed(error, at: Fixture.now) : .healthy, lastSuccess: Fixture.now))
            status.isPaused = isPaused
            return status
        }
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        let paused = status("feed:c", isFailing: false, isPaused: true)
        fixture.track.setSuppliers([status("feed:a", isFailing: true), paused])
        fixture.track.commit(tickets(0..<10), visibleRanges: whole)
        await fixture.start()
        #expect(fixture.timeline.state.footer.completeness == "not up to date: feed:a (:sources)")
        fixture.track.setSuppliers([status("feed:a", isFailing: true), status("feed:b", isFailing: false), paused])
        await fixture.commit(tickets(10..<11), visibleRanges: whole)
        #expect(fixture.timeline.state.footer.completeness == fixture.session.localizer(.complete))
    }
}
