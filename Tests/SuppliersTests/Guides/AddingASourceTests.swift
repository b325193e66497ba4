import EngineConcepts
import EngineStandard
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@Suite("The guide to adding a source", .timeLimit(.minutes(30)))
struct AddingASourceTests {
    private let now = Timestamp(seconds: 1_795_262_400)
    /// Fiber's kinds of source with the guide's line.
    private let catalog = SourceCatalog(
        SourceCatalog.standard.descriptors + [
            ClockDescriptor()
        ])

    private func withRegistry<Answer>(_ body: (SupplierRegistry) async throws -> Answer) async throws -> Answer {
        try await withServer([:]) { _, transport in
            try await body(SupplierRegistry(dependencies(transport), catalog: catalog))
        }
    }

    @Test("The guide's source is found by its address, and an address without a day is refused")
    func address() async throws {
        try await withRegistry { registry in
            guard case .source(let source, _, _) = try await registry.probe(" CLOCK:2026-11-01 ", now: now) else {
                Issue.record("a clock is no choice")
                return
            }
            #expect(source.name == "Clock since 2026-11-01")
            #expect(source.id.rawValue.hasPrefix("clock:clock-2026-11-01-"))
            let error = await #expect(throws: SupplierError.self) { try await registry.probe("clock:noon", now: now) }
            #expect(error?.message.english == "“clock:noon” names no day. Write it as clock:2026-11-01.")
            let other = await #expect(throws: SupplierError.self) { try await registry.probe("x:y", now: now) }
            #expect(other?.message.key == "addressUnknown")
        }
        #expect(catalog.localAccess(of: "clock:2026-11-01") == nil)
        #expect(SourceKinds(catalog.kinds).named("Clock")?.glyph.unicode == "◷")
    }

    @Test("The guide's source is read through an engine down to its first item")
    func engine() async throws {
        try await withRegistry { registry in
            let supplier = try registry.supplier(for: SourceDescription(id: "clock:x", address: "clock:2026-11-18"))
            let (time, store) = (ManualTimeSource(now), MemoryTrackStore())
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            engine.refresh()
            await engine.waitUntilIdle()
            while let gap = await engine.snapshot.gaps.first {
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.waitUntilIdle()
            }
            let tickets = try await store.window(WindowRequest(anchor: .top, above: 0, below: 1000)).rows
                .compactMap { if case .ticket(let entry) = $0 { entry.ticket } else { nil } }
            let start = try #require(Timestamp(rfc3339: "2026-11-18T00:00:00Z"))
            let hours = (now.since(start).components.seconds - 1) / 3600
            #expect(tickets.map(\.id.item) == (0...hours).reversed().map { String($0) })
            #expect(tickets.last?.body.text == .plain("It is 0:00 UTC."))
        }
    }

    @Test("The guide's source keeps the supplier contract")
    func conformance() async throws {
        try await withRegistry { registry in
            let violations = await ConformanceSuite.observe(now: now) {
                try registry.supplier(for: SourceDescription(id: "clock:x", address: "clock:2026-11-01"))
            }
            #expect(violations == [])
        }
    }

    @Test("The guide shows the files of its source as they are")
    func verbatim() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let guide = folder.appending(path: "../../../docs/guides/adding-a-source.md")
        let shown = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```").first ?? "" }
        let files = try ["ClockSupplier.swift", "ClockDescriptor.swift"]
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        #expect(shown == files)
    }
}
