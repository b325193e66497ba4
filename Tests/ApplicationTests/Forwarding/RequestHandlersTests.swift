import Coordinators
import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import ScenarioServer
import Storage
import Suppliers
import TestSupport
import Testing

@testable import Application

@Suite("Requests of commands to the Fiber on the screen")
struct RequestHandlersTests {
    private let home: TemporaryDirectory
    private let source: SourceDescription

    init() throws {
        home = try TemporaryDirectory()
        let line = #"{"title":"A line","id":"1","time":"2026-11-20T10:00:00Z"}"#
        source = try SourceCatalog.standard.source(at: "file:\(home.write(line + "\n", to: "lines.jsonl"))")
    }

    @Test("A fill asks a source that a command has added a moment ago")
    func fillAfterAdd() async throws {
        let result = try await AppContext.running(in: home) { context in
            // Written past the running engine, as another process does.
            _ = try context.sources.file.update { $0.put(source) }
            return try await context.handlers().fill(FillRequest())
        }
        let summary = Message("fillSummary", ["inserted": .number(1), "updated": .number(0), "deleted": .number(0)])
        #expect(result?.lines == [.plain(summary)])
    }

    @Test("A paused source that is named is asked and stays paused")
    func pausedSource() async throws {
        try await AppContext.running(in: home) { context in
            var paused = source
            paused.isPaused = true
            _ = try context.sources.file.update { [paused] in $0.put(paused) }
            let requests = context.handlers()
            let result = try await requests.refresh(RefreshRequest(sources: [paused.id.rawValue]))
            let summary = Message(
                "fillSummary", ["inserted": .number(1), "updated": .number(0), "deleted": .number(0)])
            #expect(result?.summary == summary)
            #expect(await context.sources.controlUnit.unpausedSuppliers.isEmpty)
        }
    }

    @Test("A refresh right after another one asks the feeds again", .timeLimit(.minutes(30)))
    func refreshAfterRefresh() async throws {
        try await ScenarioServer.running([:]) { server in
            let feed = try SourceCatalog.standard.source(at: server.url("/0"))
            try await AppContext.running(in: home) { context in
                _ = try context.sources.file.update { $0.put(feed) }
                let requests = context.handlers()
                var items = ""
                for hour in 10...12 {
                    let time = "Fri, 20 Nov 2020 \(hour):00:00 GMT"
                    items = "<item><guid>\(hour)</guid><pubDate>\(time)</pubDate></item>\(items)"
                    server.script("/0", .text("<rss version='2.0'><channel>\(items)</channel></rss>"))
                    let result = try await requests.refresh(RefreshRequest())
                    #expect(result?.inserted == 1, "\(hour)")
                }
            }
        }
    }

    @Test("A restart that names an unknown source restarts none", .timeLimit(.minutes(30)))
    func restartOfUnknown() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Scenario(status: 500))
            let failing = try SourceCatalog.standard.source(at: server.url("/0"))
            try await AppContext.running(in: home) { context in
                _ = try context.sources.file.update { $0.put(failing) }
                let requests = context.handlers()
                _ = try await requests.refresh(RefreshRequest())
                let before = await context.engine.snapshot.suppliers
                await #expect(throws: (any Error).self) {
                    _ = try await requests.refresh(RefreshRequest(restart: true, sources: ["nobody"]))
                }
                #expect(await context.engine.snapshot.suppliers == before)
            }
        }
    }

    @Test("A source that is resumed during a refresh of paused ones stays resumed", .timeLimit(.minutes(30)))
    func resumedMeanwhile() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", .held(by: "answer", then: Feeds.scenario(0, items: 1)))
            var paused = try SourceCatalog.standard.source(at: server.url("/0"))
            paused.isPaused = true
            try await AppContext.running(in: home) { [paused] context in
                _ = try context.sources.file.update { $0.put(paused) }
                let requests = context.handlers()
                async let refreshed = requests.refresh(RefreshRequest(sources: [paused.id.rawValue]))
                await server.waitForRequests(1)
                _ = try await context.sources.change(paused.id) { $0.isPaused = false }
                server.open("answer")
                _ = try await refreshed
                #expect(await context.sources.controlUnit.unpausedSuppliers.map(\.id) == [paused.id])
            }
        }
    }

    @Test("A Fiber without the lease leaves every request to another one")
    func withoutLease() async throws {
        try await AppContext.running(in: home) { context in
            context.lease.release()
            let requests = context.handlers()
            let refreshed = try await requests.refresh(RefreshRequest())
            #expect(refreshed == nil)
            let filled = try await requests.fill(FillRequest())
            #expect(filled == nil)
            let acted = try await requests.act(OutboxRequest())
            #expect(acted == nil)
            let cleaned = try await requests.clean(CleanRequest())
            #expect(cleaned == nil)
        }
    }

    @Test("A screen that cannot be opened fails the command with the reason that the screen shows")
    func refusedScreen() async throws {
        try await AppContext.running(in: home) { context in
            let refused = RouteOutcome.refused(Message("composeNoAccount", [:]))
            for (outcome, key) in [(refused, "composeNoAccount"), (.busy, "runningFiberBusy")] {
                let requests = context.handlers(show: { _ in outcome })
                let failure = await #expect(throws: CommandFailure.self) {
                    _ = try await requests.open(OpenRequest(place: OpenRequest.Place(rawValue: "compose")))
                }
                #expect(failure?.status == .failed && failure?.message.key == key, "\(outcome)")
            }
        }
    }

    @Test("A request for a screen that this Fiber does not have is one of another version")
    func unknownScreen() async throws {
        try await AppContext.running(in: home) { context in
            let requests = RequestHandlers(
                context: context, screens: [ScreenName(rawValue: "accounts")], encodeFigures: { _ in "" },
                show: { _ in .opened })
            for (name, isKnown) in [("timeline", true), ("accounts", true), ("later", false)] {
                let request = OpenRequest(place: OpenRequest.Place(rawValue: name))
                #expect(requests.understands(.open(request)) == isKnown, "\(name)")
            }
        }
    }
}
