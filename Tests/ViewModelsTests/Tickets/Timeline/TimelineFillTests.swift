import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("Refreshing and filling gaps in the timeline")
struct TimelineFillTests {
    @Test("Enter on a gap fills it and puts the cursor on the first new row, on the gap's line")
    func fillFromAbove() async throws {
        let fixture = Fixture()
        let gap = try gap(60, 40)
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [gap])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        let line = fixture.content?.line
        #expect(fixture.timeline.state.current?.gap?.id == gap.id)
        await fixture.send(.open)
        let id = try #require(fixture.track.lastFill)
        #expect(fixture.track.calls.last == .fill(id, gap.id, .newer, .pool))
        fixture.track.emit(.fill(id, gap: gap.id, .filling))
        fixture.track.emit(.progress(id, FillProgress(answeredCount: 1, requestedCount: 3)))
        await fixture.changed {
            fixture.timeline.state.current?.gap?.activity
                == .filling("loading", FillProgress(answeredCount: 1, requestedCount: 3))
        }
        await fixture.commit(tickets(50..<70) + tickets(0..<40), gaps: [try ViewModelsTests.gap(50, 40)])
        #expect(fixture.cursor == "59 at \(line ?? -1)")
    }

    @Test("Enter on a gap that could not be filled requests it again, and says why that brought nothing")
    func askedAgain() async throws {
        let fixture = Fixture()
        let gap = try gap(60, 40, missing: [.init(supplier: "feed:a", cause: .agedOut())])
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [gap])
        await fixture.start()
        await fixture.send(.seek(.gap, .older), .open)
        await fixture.changed {
            if case .filling = fixture.timeline.state.current?.gap?.activity { true } else { false }
        }
        let id = try #require(fixture.track.lastFill)
        #expect(fixture.track.calls.last == .retryFill(id, gap.id, .newer, .pool))
        fixture.track.emit(.fill(id, gap: gap.id, .done(FillOutcome())))
        let words = "Not available: dropped out of the feed before Fiber read it."
        await fixture.changed { fixture.session.messages.toast?.text == words }
    }

    @Test("A refresh within a second of another one says when that was, as feeds are not asked again")
    func refreshedAlready() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        for (pause, words) in [(0, "Nothing new"), (800, "Refreshed at "), (1500, "Nothing new")] {
            fixture.time.advance(by: .milliseconds(pause))
            await fixture.send(.refresh)
            let id = try #require(fixture.track.lastFill)
            fixture.track.emit(.fill(id, gap: nil, .filling))
            fixture.track.emit(.fill(id, gap: nil, .done(FillOutcome())))
            await fixture.changed { fixture.session.messages.toast?.text.hasPrefix(words) == true }
        }
    }

    @Test("A fill that cannot load what is not available says why, and one that can says what it loaded")
    func notAvailable() async throws {
        let fixture = Fixture()
        let gap = try gap(60, 40, missing: [.init(supplier: "feed:a", cause: .agedOut())])
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [gap])
        await fixture.start()
        for (outcome, words) in [
            (FillOutcome(), "Not available: dropped out of the feed before Fiber read it."),
            (FillOutcome(inserted: 2), "2 items loaded"),
        ] {
            await fixture.send(.seek(.gap, .older), .open)
            let id = try #require(fixture.track.lastFill)
            #expect(fixture.track.calls.last == .retryFill(id, gap.id, .newer, .pool))
            fixture.track.emit(.fill(id, gap: gap.id, .done(outcome)))
            await fixture.changed { fixture.session.messages.toast?.text == words }
        }
    }

    @Test("The outcome of a fill that was running when the user asked for it is shown")
    func runningFill() async throws {
        let fixture = Fixture()
        let gap = try gap(60, 40)
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [gap])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        fixture.track.emit(.fill(FillID(900), gap: gap.id, .filling))
        await fixture.changed {
            if case .filling = fixture.timeline.state.current?.gap?.activity { true } else { false }
        }
        await fixture.send(.open)
        #expect(fixture.track.calls.isEmpty)
        fixture.track.emit(.fill(FillID(900), gap: gap.id, .done(FillOutcome(inserted: 2))))
        await fixture.changed { fixture.session.messages.toast?.text == "2 items loaded" }
    }

    @Test("Filling from below puts the cursor on the lowest new row")
    func fillFromBelow() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(60, 40)])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        let line = fixture.content?.line
        await fixture.send(.fill(.older, .pool))
        await fixture.commit(tickets(60..<70) + tickets(0..<50), gaps: [try gap(60, 50)])
        #expect(fixture.cursor == "40 at \(line ?? -1)")
    }

    @Test("A fill without new tickets leaves the cursor in place")
    func fillOfNothing() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(60, 40)])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        let line = fixture.content?.line
        await fixture.commit(tickets(60..<70) + tickets(0..<40))
        #expect(fixture.cursor == "39 at \(line ?? -1)")
    }

    @Test("A fill reports the number of tickets that became visible, including those already stored")
    func revealed() async throws {
        let fixture = Fixture()
        let end = try gap(3, 0)
        fixture.track.commit(tickets(3..<10), gaps: [end])
        await fixture.start()
        for (outcome, words) in [
            (FillOutcome(inserted: 1, revealed: 2), "3 items loaded"),
            (FillOutcome(revealed: 2), "2 items loaded"), (FillOutcome(), "No more items found"),
        ] {
            await fixture.send(.seek(.gap, .older), .fill(.newer, .pool))
            let id = try #require(fixture.track.lastFill)
            fixture.track.emit(.fill(id, gap: end.id, .done(outcome)))
            await fixture.changed { fixture.session.messages.toast?.text == words }
        }
    }

    @Test("The fills of a row with several gaps end with one outcome")
    func joinedRow() async throws {
        let fixture = Fixture()
        let gaps = [try gap(60, 40), try gap(40, 39, missing: [.init(supplier: "feed:b", cause: .notAsked)])]
        fixture.track.commit(tickets(60..<70) + tickets(0..<39), gaps: gaps)
        await fixture.start()
        await fixture.send(.seek(.gap, .older), .open)
        let fills = fixture.track.calls.compactMap { call -> (id: FillID, gap: GapID)? in
            if case .fill(let id, let gap, _, _) = call { (id, gap) } else { nil }
        }
        #expect(fills.map(\.gap) == gaps.map(\.id))
        for (fill, outcome) in zip(fills, [FillOutcome(inserted: 3), FillOutcome()]) {
            fixture.track.emit(.fill(fill.id, gap: fill.gap, .done(outcome)))
        }
        await fixture.changed { !fixture.timeline.canCancelLoading }
        #expect(fixture.session.messages.history.map(\.text) == ["3 items loaded"])
    }

    @Test("The outcome of a fill names only failed sources that were missing in the gap")
    func failuresOfOthers() async throws {
        let fixture = Fixture()
        let end = try gap(3, 0)
        fixture.track.commit(tickets(3..<10), gaps: [end])
        await fixture.start()
        await fixture.send(.seek(.gap, .older), .fill(.newer, .pool))
        let id = try #require(fixture.track.lastFill)
        let failures: [SupplierID: GapCause] = ["feed:elsewhere": .failed("It is down.")]
        fixture.track.emit(.fill(id, gap: end.id, .done(FillOutcome(inserted: 1, failures: failures))))
        await fixture.changed { fixture.session.messages.toast?.text == "1 item loaded" }
    }

    @Test(
        "A fill that brought nothing says that its source failed, or that it still loads, and names each failure once")
    func nothingLoaded() async throws {
        let fixture = Fixture()
        let end = try gap(3, 0)
        fixture.track.setSuppliers([sourceStatus("feed:a", "Kerb Notes", .healthy)])
        fixture.track.commit(tickets(3..<10), gaps: [end])
        await fixture.start()
        for (cause, words) in [
            (GapCause.slow, "Nothing loaded yet. Still loading: Kerb Notes"),
            (.failed("It is down."), "Nothing loaded. Kerb Notes: It is down."),
        ] {
            await fixture.send(.seek(.gap, .older), .fill(.newer, .pool))
            let id = try #require(fixture.track.lastFill)
            if cause != .slow {
                fixture.track.emit(.supplierFailed("feed:a", SupplierError(.refused, "It is down."), fill: id))
            }
            fixture.track.emit(.fill(id, gap: end.id, .done(FillOutcome(failures: ["feed:a": cause]))))
            await fixture.changed { fixture.session.messages.toast?.text == words }
        }
        #expect(fixture.session.messages.history.count { $0.text.contains("It is down.") } == 1)
    }

    @Test(
        "More than five failures of one cause in a refresh are one message, and five are a message each",
        arguments: [5, 6])
    func manyFailures(count: Int) async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.refresh)
        let id = try #require(fixture.track.lastFill)
        fixture.track.emit(.fill(id, gap: nil, .filling))
        let slow = (0..<count).map { Message.noAnswer(from: .text("Feed \($0)"), within: .seconds(30)) }
        var failures: [SupplierID: GapCause] = [:]
        for (index, error) in slow.enumerated() {
            let supplier = SupplierID("feed:\(index)")
            failures[supplier] = .failed(error)
            fixture.track.emit(.supplierFailed(supplier, SupplierError(.timedOut, error), fill: id))
        }
        fixture.track.emit(.fill(id, gap: nil, .done(FillOutcome(inserted: 3, failures: failures))))
        await fixture.changed { fixture.session.messages.toast?.text.hasPrefix("3 new items") == true }
        let logged = fixture.session.messages.history.map(\.text).filter { $0.contains("no answer") }
        #expect(logged.count == (count > 5 ? 1 : count), "\(logged)")
        if count > 5 {
            let text = "6 sources failed: each timed out: no answer within 30 seconds. Sources (:sources) lists them."
            #expect(logged == [text])
        }
    }

    @Test("A refresh shows its progress and reports the new tickets and the failed sources")
    func refreshing() async throws {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:b", name: "Paddock Daily", kind: "feed", requests: RequestHistory(.notAsked))
        ])
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.refresh)
        let id = try #require(fixture.track.lastFill)
        #expect(fixture.track.calls.last == .refresh(id))
        fixture.track.emit(.fill(id, gap: nil, .filling))
        fixture.track.emit(.progress(id, FillProgress(answeredCount: 14, requestedCount: 32)))
        await fixture.changed {
            fixture.timeline.state.header.refresh == FillProgress(answeredCount: 14, requestedCount: 32)
        }
        fixture.track.emit(
            .fill(id, gap: nil, .done(FillOutcome(inserted: 3, failures: ["feed:b": .failed("It is down.")]))))
        await fixture.changed { fixture.timeline.state.header.refresh == nil }
        #expect(fixture.session.messages.toast?.text == "3 new items. Paddock Daily: It is down.")
    }

    @Test("The progress of a refresh only changes the bar, and asks for no frame at once")
    func refreshProgress() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.refresh)
        let id = try #require(fixture.track.lastFill)
        #expect(fixture.track.calls.last == .refresh(id))
        fixture.track.emit(.fill(id, gap: nil, .filling))
        await fixture.changed { fixture.timeline.state.header.refresh != nil }
        var (changes, steps) = (0, 0)
        fixture.timeline.onChange = { changes += 1 }
        fixture.timeline.onProgress = { steps += 1 }
        var expected = fixture.timeline.state
        for answered in 1...3 {
            fixture.track.emit(.progress(id, FillProgress(answeredCount: answered, requestedCount: 3)))
            expected.header.refresh = FillProgress(answeredCount: answered, requestedCount: 3)
            await fixture.changed { fixture.timeline.state.header.refresh == expected.header.refresh }
        }
        #expect(fixture.timeline.state == expected)
        #expect(changes == 0 && steps == 3)
    }

    @Test("The gap of an empty timeline says that a refresh waits for sources, and how many have answered")
    func refreshOfEmptyTimeline() async throws {
        let fixture = Fixture()
        let suppliers: [SupplierID] = ["feed:a", "feed:b", "feed:c"]
        fixture.track.commit(
            [],
            gaps: [
                Gap(timeframe: .always, kind: .full, missing: suppliers.map { .init(supplier: $0, cause: .notAsked) })
            ])
        await fixture.start()
        func activity() -> GapRow.Activity? { fixture.timeline.state.current?.gap?.activity }
        #expect(activity() == .idle(offer: "fill"))
        fixture.track.emit(.fill(FillID(900), gap: nil, .filling))
        for answered in 1...2 {
            let progress = FillProgress(answeredCount: answered, requestedCount: 3)
            fixture.track.emit(.progress(FillID(900), progress))
            await fixture.changed { activity() == .filling("waiting for sources", progress) }
        }
        fixture.track.emit(.fill(FillID(900), gap: nil, .done(FillOutcome())))
        await fixture.changed { activity() == .idle(offer: "fill") }
    }

    @Test("Esc goes back one step: first it cancels the fill, then it leaves the restricted view")
    func cancelling() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.toggleOnlySource, .refresh, .cancel)
        guard case .cancel = fixture.track.calls.last else {
            Issue.record("not cancelled: \(fixture.track.calls)")
            return
        }
        #expect(fixture.timeline.state.header.isLimited)
        fixture.track.emit(.fill(FillID(3), gap: nil, .cancelled))
        if case .cancel(let id) = fixture.track.calls.last { fixture.track.emit(.fill(id, gap: nil, .cancelled)) }
        await fixture.changed { fixture.timeline.state.header.refresh == nil }
        await fixture.send(.cancel)
        #expect(!fixture.timeline.state.header.isLimited)
    }
}
