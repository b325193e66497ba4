import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing

@testable import ViewModels

@Suite("The list of sources")
struct SourceManagerViewModelTests {
    @Test("Every source shows its health in words, and failing ones are counted")
    func health() async throws {
        let fixture = Fixture()
        let week = try #require(Timeframe(from: Fixture.now, downTo: Fixture.now.advanced(by: .seconds(-3 * 86_400))))
        let statuses = [
            sourceStatus("feed:a", .healthy, covered: TimeframeSet([week])),
            sourceStatus("feed:b", .failed(SupplierError(.refused, "It answered 503."), at: Fixture.now)),
            sourceStatus("feed:c", .slow), sourceStatus("feed:d", .notAsked),
        ]
        try await fixture.list(statuses)
        let model = await fixture.openSources()
        let rows = try #require(model.state.rows)
        #expect(rows.map(\.last) == ["3 min ago", "failed", "still loading", "never"])
        #expect(rows[1].detail == "It answered 503.")
        #expect(rows[0].detail == "not loaded before Tue 17 Nov, 11:54")
        #expect(rows[0].coverage.prefix(48).allSatisfy { $0 == .missing })
        #expect(rows[0].coverage.suffix(36).allSatisfy { $0 == .covered })
        #expect(model.state.summary == "4, of which 1 needs attention")
    }

    @Test("The coverage of a source that is loaded since before the week has no hole")
    func loadedWeek() async throws {
        let fixture = Fixture()
        func since(_ days: Int) throws -> TimeframeSet {
            let start = Fixture.now.advanced(by: .seconds(-days * 86_400))
            return TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: start))])
        }
        try await fixture.list([
            sourceStatus("feed:a", .healthy, covered: try since(8)),
            sourceStatus("feed:b", .healthy, covered: try since(6)),
        ])
        let model = await fixture.openSources()
        let rows = try #require(model.state.rows)
        #expect(rows[0].coverage.allSatisfy { $0 == .covered })
        #expect(rows[1].coverage.first == .missing && rows[1].coverage.last == .covered)
    }

    @Test("A source that is paused because it crashed the program says why, and needs attention")
    func crashed() async throws {
        let fixture = Fixture()
        var status = sourceStatus("feed:a", .notAsked)
        (status.isPaused, status.hasCrashed) = (true, true)
        try await fixture.list([status])
        try await fixture.sources.put(SourceDescription(id: "feed:a", address: "feed:a", isPaused: true))
        let model = await fixture.openSources()
        let row = try #require(model.state.rows?.first)
        #expect(row.last == "paused" && row.health == .failed)
        #expect(row.detail == "Fiber crashed twice while reading it: :pause resumes it")
        #expect(model.state.summary == "1, of which 1 needs attention")
    }

    @Test("While the file of the list has errors, the sources that run stay listed, and the error is said once")
    func brokenFile() async throws {
        let fixture = Fixture()
        let messages = fixture.session.messages
        try await fixture.list([sourceStatus("feed:a", .healthy)])
        await fixture.sources.fail(with: .blank("/home/ann/library.toml"))
        let model = await fixture.openSources()
        #expect(model.state.rows?.map(\.id) == ["feed:a"])
        #expect(model.state.summary == "library.toml has errors (:messages)")
        #expect(messages.toast?.text.contains("library.toml") == true)
        messages.setFaultyFile("library.toml", foundBy: ObjectIdentifier(Fixture.self))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 1 && messages.history.count == 1)
        await fixture.sources.fail(with: nil)
        messages.setFaultyFile(nil, foundBy: ObjectIdentifier(Fixture.self))
        await fixture.session.activity.idle()
        #expect(model.state.summary == "1" && model.state.error == nil)
    }

    @Test("A source whose last document is incomplete needs attention like a failing one")
    func incomplete() async throws {
        let fixture = Fixture()
        var status = sourceStatus("feed:a", .healthy)
        status.interruption = .init(
            SupplierError(.malformed, Message("feedRestBreaksOff", ["source": "a.example"])), at: Fixture.now)
        try await fixture.list([status])
        let model = await fixture.openSources()
        let row = try #require(model.state.rows?.first)
        #expect(row.last == "failed" && row.detail?.hasPrefix("Sent an incomplete document.") == true)
        #expect(model.state.summary == "1, of which 1 needs attention")
    }

    @Test("Failing sources say what happened and what is next, without their host")
    func wordings() async throws {
        let fixture = Fixture()
        fixture.session.settings.choose(.number(30), of: "timeline.refresh-minutes")
        func failed(_ id: SupplierID, _ error: SupplierError, ago: Int64 = 0, until: Timestamp? = nil) -> SupplierStatus
        {
            var status = sourceStatus(id, .failed(error, at: Fixture.now.advanced(by: .seconds(-ago))))
            status.backoffs = [FetchBudget(retryAt: until).requestedBackoff].compactMap(\.self)
            return status
        }
        let later = Fixture.now.advanced(by: .seconds(1800))
        let statuses = [
            failed(
                "feed:a", SupplierError(.refused, Message("serverError", ["host": "a.example", "status": 500])),
                ago: 600),
            failed(
                "feed:b",
                SupplierError(.rateLimited, Message("tooManyRequests", ["host": "b.example"]), retryAt: later),
                until: later),
            failed(
                "feed:c", SupplierError(.notAuthorised, Message("loginRequired", ["host": "c.example", "status": 401]))),
            failed("feed:d", SupplierError(.gone, Message("gone", ["host": "d.example"]))),
            failed(
                "feed:e",
                SupplierError(.rateLimited, Message("unavailable", ["host": "e.example"]), retryAt: later),
                until: later),
        ]
        try await fixture.list(statuses)
        let model = await fixture.openSources()
        let rows = try #require(model.state.rows)
        #expect(
            rows.map(\.detail) == [
                "Has a server error (500); next attempt at 12:14", "Rate limited (429) until 12:24",
                "Requires a login (401); :login logs in", "Has removed this address permanently (410).",
                "Is temporarily unavailable (503); next attempt at 12:24",
            ])
        #expect(rows.map(\.next) == ["in 20 min", "in 30 min", "in 30 min", nil, "in 30 min"])
        #expect(rows.map(\.needsLogin) == [false, false, true, false, false] && !model.needsLogin)
        model.send(.move(2))
        #expect(model.needsLogin)
    }

    @Test("Messages call a source by its own name if the user gave none, and namesakes by their host too")
    func ownNames() async throws {
        let fixture = Fixture()
        for (id, host) in [("feed:a", "a.example"), ("feed:b", "b.example"), ("feed:c", "b.example")] {
            try await fixture.sources.put(
                SourceDescription(id: SupplierID(id), address: "https://\(host)/\(id.suffix(1))"))
        }
        var statuses = ["feed:a", "feed:b", "feed:c"].map { sourceStatus(SupplierID($0), .healthy) }
        for index in statuses.indices { statuses[index].sourceName = index == 0 ? "Live Feed" : "Blog" }
        fixture.track.setSuppliers(statuses)
        let model = await fixture.openSources()
        #expect(
            model.state.rows?.map(\.name) == [
                "Live Feed", "Blog (b.example/b)", "Blog (b.example/c)",
            ])
        func said(_ action: SourceManagerViewModel.Action) async -> String? {
            model.send(action)
            await fixture.session.activity.idle()
            return fixture.session.messages.toast?.text
        }
        #expect(await said(.togglePause)?.contains("Live Feed") == true)
        #expect(await said(.undo)?.contains("Live Feed") == true)
        model.send(.askForTopics)
        #expect(await said(.submit("F1"))?.contains("Live Feed") == true)
        model.send(.askForName)
        #expect(await said(.submit("Mine"))?.contains("Mine") == true)
        model.send(.askForName)
        #expect(await said(.submit(""))?.contains("Live Feed") == true, "its own name again")
    }

    @Test("A filter shows the sources with its words, and the cursor stays on the one found when it is lifted")
    func filter() async throws {
        let fixture = Fixture()
        let topics: KeyValuePairs<String, [String]> = ["a": [], "b": ["Racing"], "c": ["Cooking"]]
        for (id, topics) in topics {
            try await fixture.sources.put(
                SourceDescription(
                    id: SupplierID(id), address: "https://\(id).example", name: "Site \(id)", topics: topics))
        }
        let model = await fixture.openSources()
        model.send(.search("cook"))
        #expect(model.state.rows?.map(\.id.rawValue) == ["c"] && model.state.cursor == 0)
        #expect(model.state.summary == "3")
        model.send(.togglePause)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.isPaused) == [false, false, true])
        model.send(.search(""))
        #expect(model.state.rows?.count == 3 && model.state.cursor == 2)
        model.send(.search("nothing of the kind"))
        #expect(model.state.rows == [])
        model.stop()
        #expect(model.state.rows?.count == 3 && model.state.search.isEmpty)
    }

    @Test("Unread counts follow the tickets that rules hide, although nothing is committed")
    func countsOfLabelledTickets() async throws {
        let fixture = Fixture(library: Library())
        try await fixture.list([sourceStatus("feed:a", .healthy)])
        fixture.track.commit([ticket(1, title: "rumour"), ticket(2), ticket(3)])
        await fixture.start()
        let model = await fixture.openSources()
        #expect(model.state.rows?.map(\.unread) == [3])
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        fixture.services.track.labels.change(.ruleAdded, undone: .ruleAddedUndone, of: rule.name) { $0.put(rule) }
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.unread) == [2])
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.unread) == [3])
    }

    @Test("A removed source is not listed while the engine still loads it, and the cursor stays in its place")
    func removingWhileLoading() async throws {
        let fixture = Fixture()
        let all: [SupplierID] = ["feed:a", "feed:b", "feed:c", "feed:d"]
        try await fixture.list(all.map { sourceStatus($0, .healthy) })
        let model = await fixture.openSources()
        #expect(model.state.rows?.map(\.id) == all)
        model.send(.move(1))
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == ["feed:a", "feed:c", "feed:d"])
        #expect(model.state.cursor == 1)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == all && model.state.cursor == 1)
    }

    @Test("One source is refreshed, and all; a paused one is not")
    func refreshing() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "feed:a", address: "a", name: "A"))
        try await fixture.sources.put(SourceDescription(id: "feed:b", address: "b", name: "B", isPaused: true))
        fixture.track.setSuppliers([sourceStatus("feed:a", .healthy)])
        let model = await fixture.openSources()
        model.send(.refresh)
        guard case .refreshOnly(_, ["feed:a"])? = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
        let count = fixture.track.calls.count
        model.send(.move(1))
        model.send(.refresh)
        #expect(fixture.track.calls.count == count)
        model.send(.refreshAll)
        guard case .refresh? = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
    }

    @Test(
        "The result of a refresh started in the list is reported",
        arguments: [
            (FillState.done(FillOutcome(inserted: 3)), "3 new items"), (.done(FillOutcome()), "Nothing new"),
            (
                .done(FillOutcome(failures: ["feed:a": .failed("Name of feed:a does not answer")])),
                "Nothing new. Name of feed:a does not answer"
            ),
            (.failed(EngineFailure(Message("The disk is full."))), "Could not load: The disk is full."),
        ])
    func outcome(state: FillState, words: String) async throws {
        let fixture = Fixture()
        fixture.track.setSuppliers([sourceStatus("feed:a", .healthy)])
        let model = await fixture.openSources()
        model.send(.refreshAll)
        guard case .refresh(let fill)? = fixture.track.calls.last else {
            Issue.record("nothing was asked")
            return
        }
        fixture.track.emit(.fill(fill, gap: nil, state))
        while fixture.session.messages.history.last?.text != words { await Task.yield() }
        fixture.track.emit(.fill(FillID(99), gap: nil, state))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.history.count { $0.text == words } == 1)
    }
}
