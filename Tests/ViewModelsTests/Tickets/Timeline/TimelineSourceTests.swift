import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Names and states of sources in the timeline")
struct TimelineSourceTests {
    @Test("A source without a name of the user's has the name that its first answer brings, at once")
    func ownName() async throws {
        let fixture = Fixture()
        var status = SupplierStatus(
            id: "feed:a", name: "a.example/feed", kind: "feed",
            requests: RequestHistory(.healthy, lastSuccess: Fixture.now))
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

    @Test("A view of one source ends when that source is removed, but not when another one is")
    func removed() async {
        let fixture = Fixture()
        let statuses = ["a", "b", "c"].map { sourceStatus(SupplierID("feed:\($0)"), $0.uppercased(), .healthy) }
        func others(_ name: String) -> [Ticket] { (10..<12).map { ticket($0, of: SupplierID("feed:\(name)")) } }
        fixture.track.setSuppliers(statuses)
        fixture.track.commit(tickets(0..<5) + others("b") + others("c"))
        await fixture.start()
        await fixture.send(.showAlone("feed:b", topic: nil))
        #expect(fixture.timeline.state.header.view == "only B" && fixture.items == ["11", "10"])
        fixture.track.setSuppliers(Array(statuses.prefix(2)))
        await fixture.commit(tickets(0..<5) + others("b"))
        #expect(fixture.timeline.state.header.view == "only B" && fixture.items == ["11", "10"])
        fixture.track.setSuppliers(Array(statuses.prefix(1)))
        await fixture.commit(tickets(0..<5))
        #expect(fixture.timeline.state.header.view == "All" && fixture.items == ["4", "3", "2", "1", "0"])
    }

    @Test("The timeline is not said to be complete while a refresh runs")
    func completeness() async throws {
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        for gaps in [[], [try partialGap(1200, 600)]] {
            let fixture = Fixture()
            func words() -> String { fixture.timeline.state.footer.completeness }
            fixture.track.setSuppliers([
                SupplierStatus(
                    id: "feed:a", name: "Kerb", kind: "feed",
                    requests: RequestHistory(.healthy, lastSuccess: Fixture.now))
            ])
            fixture.track.commit(tickets(0..<40), gaps: gaps, visibleRanges: whole)
            await fixture.start()
            let complete = words()
            #expect(complete.hasPrefix("complete"))
            await fixture.send(.refresh)
            let id = try #require(fixture.track.lastFill)
            fixture.track.emit(.fill(id, gap: nil, .filling))
            fixture.track.emit(.progress(id, FillProgress(answeredCount: 346, requestedCount: 1000)))
            await fixture.changed { fixture.timeline.state.header.refresh?.answeredCount == 346 }
            #expect(words().isEmpty)
            fixture.track.emit(.fill(id, gap: nil, .done(FillOutcome())))
            await fixture.changed { fixture.timeline.state.header.refresh == nil }
            #expect(words() == complete)
        }
    }

    @Test("The bottom bar, the screen of sources and the messages count failed sources alike")
    func failed() async throws {
        let fixture = Fixture()
        func error(_ host: String) -> SupplierError {
            SupplierError(.timedOut, .noAnswer(from: .text(host), within: .seconds(30)))
        }
        let ids = (0..<6).map { SupplierID("feed:\($0)") }
        var statuses = ids.map { sourceStatus($0, .failed(error($0.rawValue), at: Fixture.now)) }
        // One that is in a backoff and whose gap is hidden, and one whose document is incomplete.
        statuses.append(sourceStatus("feed:gone", .failed(SupplierError(.gone, "Gone."), at: Fixture.now)))
        var broken = sourceStatus("feed:broken", .healthy)
        broken.interruption = .init(SupplierError(.malformed, "It breaks off."), at: Fixture.now)
        statuses += [broken, sourceStatus("feed:well", .healthy)]
        let top = Gap(
            timeframe: try #require(Timeframe(from: Fixture.now, downTo: ticket(3).key.time)), kind: .partial,
            missing: ids.map { .init(supplier: $0, cause: .failed(error($0.rawValue).message)) })
        fixture.track.setSuppliers(statuses)
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        fixture.track.commit(tickets(0..<10), gaps: [top], visibleRanges: whole)
        await fixture.start()
        #expect(fixture.timeline.state.footer.completeness == "not up to date: 8 sources (:sources)")
        await fixture.send(.refresh)
        let id = try #require(fixture.track.lastFill)
        fixture.track.emit(.fill(id, gap: nil, .filling))
        for supplier in ids { fixture.track.emit(.supplierFailed(supplier, error(supplier.rawValue), fill: id)) }
        fixture.track.emit(.fill(id, gap: nil, .done(FillOutcome(inserted: 3))))
        await fixture.changed { fixture.session.messages.toast?.text.hasPrefix("3 new items") == true }
        let logged = fixture.session.messages.history.map(\.text)
        #expect(logged.contains { $0.hasPrefix("8 sources failed, 6 of them: each timed out") }, "\(logged)")
        try await fixture.list(statuses)
        #expect(await fixture.openSources().state.summary == "9, of which 8 need attention")
    }

    @Test("While no source can be reached one word says so, and it ends with the first that can")
    func offline() async throws {
        let fixture = Fixture()
        func status(_ id: SupplierID, _ code: String?) -> SupplierStatus {
            let error = code.map { SupplierError(.unreachable, Message($0, ["host": .text("a.example")])) }
            return SupplierStatus(
                id: id, name: id.rawValue, kind: "feed",
                requests: RequestHistory(error.map { .failed($0, at: Fixture.now) } ?? .healthy))
        }
        let offline = fixture.session.localizer(.offline)
        let whole = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: .beginningOfTime))])
        fixture.track.setSuppliers([status("feed:a", "hostNotFound"), status("feed:b", "connectTimedOut")])
        fixture.track.commit(tickets(0..<40), gaps: [try partialGap(7200, 3000)], visibleRanges: whole)
        await fixture.start()
        #expect(fixture.timeline.state.footer.completeness == offline)
        fixture.track.setSuppliers([status("feed:a", nil), status("feed:b", "connectTimedOut")])
        await fixture.commit(tickets(40..<41), gaps: [try partialGap(7200, 3000)], visibleRanges: whole)
        #expect(fixture.timeline.state.footer.completeness != offline)
        fixture.track.setSuppliers([status("feed:a", "tlsFailed"), status("feed:b", "connectTimedOut")])
        await fixture.commit(tickets(41..<42), gaps: [try partialGap(7200, 3000)], visibleRanges: whole)
        #expect(fixture.timeline.state.footer.completeness != offline, "a server without TLS is no missing connection")
    }
}
