import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The developer section")
struct DeveloperViewModelTests {
    private struct Broken: Error, CustomStringConvertible {
        let description = "The disk is full."
    }

    private func model(
        _ fixture: Fixture, _ diagnostics: FakeDiagnostics? = .example(at: Fixture.now)
    ) -> DeveloperViewModel {
        DeveloperViewModel(diagnostics: diagnostics, engine: fixture.track, session: fixture.session)
    }

    private func started(_ fixture: Fixture) async -> DeveloperViewModel {
        fixture.track.setStatistics(.example(since: Fixture.now.advanced(by: .seconds(-3600))))
        let model = model(fixture)
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    @Test("The log lists events with their durations, newest first")
    func log() async {
        let model = await started(Fixture())
        #expect(
            model.state.rows.map { $0.cells[2] } == [
                "engine", "engine.refresh", "network.request", "engine", "program.launch",
            ])
        #expect(model.state.rows[2].cells[3] == "host=paddock.example status=503 took=212 ms")
        #expect(model.state.rows[2].tone == .warning)
        #expect(model.state.rows[3].cells[3] == "fill begins fill=1")
        #expect(model.state.summary == "")
    }

    @Test("Raising the level hides lower entries step by step, and finally shows all again")
    func level() async {
        let model = await started(Fixture())
        var counts: [Int] = []
        for _ in JournalLevel.allCases {
            model.send(.raiseLevel)
            counts.append(model.state.rows.count)
        }
        #expect(counts == [4, 2, 1, 5])
    }

    @Test("The log can be filtered by several words, and the number of matches is shown")
    func search() async {
        let model = await started(Fixture())
        model.send(.search("ENGINE full"))
        #expect(model.state.rows.map { $0.cells[3] } == ["The engine failed while writing: disk full"])
        #expect(model.state.summary == "1 of 5 lines")
        model.send(.search("nothing like it"))
        #expect(model.state.rows.isEmpty && model.state.emptyText == "No entry contains “nothing like it”.")
        model.send(.search(""))
        #expect(model.state.rows.count == 5)
    }

    @Test("Requests are listed with their total first, then the slowest sources, with failures marked")
    func requests() async {
        let fixture = Fixture()
        let model = await started(fixture)
        model.send(.show(.requests))
        #expect(model.state.rows.map { $0.cells[0] } == ["All", "feed:paddock", "feed:kerb"])
        #expect(
            model.state.rows[1].cells == [
                "feed:paddock", "20", "2", "60", "200", "240 ms", "240 ms", "480 ms", "960 ms",
            ])
        #expect(model.state.rows.map(\.tone) == [.heading, .warning, .plain])
    }

    @Test("The phases of requests are listed below the total, without those that were not measured")
    func phases() async {
        let fixture = Fixture()
        let timings = RequestTimings(
            last: .milliseconds(3), p50: .milliseconds(2), p90: .milliseconds(4), p99: .milliseconds(5))
        let spans = [NetworkPhase.firstByte, .connect]
            .map { SpanStatistics(name: $0.rawValue, count: 7, timings: timings, worst: .milliseconds(9)) }
        let model = DeveloperViewModel(
            diagnostics: FakeDiagnostics(spans: spans), engine: fixture.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        model.send(.show(.requests))
        #expect(model.state.rows.dropFirst().prefix(2).map { $0.cells[0] } == ["connecting", "first byte"])
        #expect(
            model.state.rows[1].cells == ["connecting", "7", "", "", "", "3.0 ms", "2.0 ms", "4.0 ms", "5.0 ms"])
        model.stop()
    }

    @Test("Turning pages is cyclic, and every row has a cell for each column")
    func pages() async {
        let model = await started(Fixture())
        var seen: [DeveloperState.Page] = []
        for _ in DeveloperState.Page.allCases {
            #expect(!model.state.rows.isEmpty)
            #expect(model.state.rows.allSatisfy { $0.cells.count == model.state.columns.count })
            seen.append(model.state.page)
            model.send(.turn(1))
        }
        #expect(seen == DeveloperState.Page.allCases)
        #expect(model.state.page == .log)
        model.send(.turn(-1))
        #expect(model.state.page == .spans)
    }

    @Test("The statistics of the network are in the language of the screens")
    func network() async {
        let model = await started(Fixture(localizer: .spanish))
        model.send(.show(.statistics))
        #expect(model.state.rows.contains { $0.cells == ["conexiones", "3 made"] })
    }

    @Test("The developer section follows the engine's events only while it is open")
    func follows() async {
        let fixture = Fixture()
        let model = await started(fixture)
        model.send(.show(.statistics))
        var statistics = EngineStatistics.example(since: Fixture.now)
        statistics.tickets = TrackCounts(total: 99, unread: 1)
        fixture.track.setStatistics(statistics)
        await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
            model.onChange = {
                model.onChange = nil
                waiter.resume()
            }
            fixture.track.commit(tickets(0..<1))
        }
        #expect(model.state.rows.contains { $0.cells == ["items", "99"] })
        model.stop()
    }

    @Test("The path of a problem report or the reason for its failure is shown")
    func report() async {
        func report(_ diagnostics: FakeDiagnostics?) async -> Notice? {
            let fixture = Fixture(diagnostics: diagnostics)
            fixture.services.reportProblem()
            await fixture.session.activity.idle()
            return fixture.session.messages.toast
        }
        #expect(
            await report(.example(at: Fixture.now))?.text
                == "Report written to /reports/one.txt. Check it before you share it.")
        let failure = await report(FakeDiagnostics(failure: Broken()))
        #expect(failure?.kind == .failure)
        #expect(failure?.text.contains("The disk is full.") == true)
        #expect(await report(nil)?.text == "There is nothing to report here.")
    }

    @Test("Performance figures appear in the bar only if turned on, and the choice is stored")
    func performance() async throws {
        let fixture = Fixture(diagnostics: FakeDiagnostics.example(at: Fixture.now))
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        #expect(fixture.timeline.state.footer.performance == nil)
        fixture.session.settings.togglePerformance()
        #expect(fixture.timeline.state.footer.performance == "48 MB  3 items")
        await fixture.session.preferences.flush()
        #expect(fixture.track.settings["developer.vitals"] == "true")
    }

    @Test("The performance figures include the smallest number of requests that a source has left")
    func requestsLeft() async throws {
        let fixture = Fixture(diagnostics: FakeDiagnostics.example(at: Fixture.now))
        fixture.track.setSuppliers(
            [nil, 247, 300].enumerated()
                .map { index, left in
                    SupplierStatus(
                        id: SupplierID("mastodon:\(index)"), name: "Home", kind: "mastodon",
                        requests: RequestHistory(.healthy, budget: FetchBudget(requestsLeft: left)))
                })
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        fixture.session.settings.togglePerformance()
        #expect(fixture.timeline.state.footer.performance == "48 MB  3 items  247 requests left")
    }

    @Test(
        "A start is recognised as the first, a repeated one, or the first of a new version",
        arguments: [(nil, Launch.first), ("1.2.0", .cold), ("1.1.0", .afterUpgrade(from: "1.1.0"))])
    func launches(last: String?, launch: Launch) {
        #expect(Launch(version: "1.2.0", last: last) == launch)
    }
}
