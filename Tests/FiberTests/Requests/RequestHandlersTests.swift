import EngineConcepts
import FiberConfiguration
import Localization
import Storage
import Suppliers
import TestSupport
import Testing

@testable import fiber

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
            return try await RequestHandlers(context: context, localizer: .english) { _ in true }.fill(FillRequest())
        }
        let summary = Message("fillSummary", ["inserted": .number(1), "updated": .number(0), "deleted": .number(0)])
        #expect(result?.lines == [summary])
    }

    @Test("A Fiber without the lease leaves every request to another one")
    func withoutLease() async throws {
        try await AppContext.running(in: home) { context in
            context.lease.release()
            let requests = RequestHandlers(context: context, localizer: .english) { _ in true }
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
}
