import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("Where an older page fails")
struct FailedPageTests {
    /// Keeps what it was asked for.
    private final class Notes: Sendable {
        private let origins = Mutex<[FetchRequest.Origin]>([])

        func note(_ request: FetchRequest) { origins.withLock { $0.append(request.origin) } }

        var taken: [FetchRequest.Origin] {
            origins.withLock { noted in
                defer { noted = [] }
                return noted
            }
        }
    }

    private static func broken(_ request: FetchRequest) throws(SupplierError) {
        if request.origin != .newest { throw SupplierError(.refused, "500.") }
    }

    private func bench(_ isSingle: Bool) -> Bench {
        let limits = PoolLimits(minimum: 5, maximum: 10)
        return isSingle ? Bench(limits: limits, processor: SingleSupplierTrackProcessor()) : Bench(limits: limits)
    }

    @Test("the gap says so until that page is asked for again, though newer ones come", arguments: [false, true])
    func causeStays(isSingle: Bool) async throws {
        let bench = bench(isSingle)
        let stream = TenToAPage(30, newest: bench.now.advanced(by: .seconds(-1)))
        let supplier = AnsweringSupplier("stream") { request throws(SupplierError) in
            try Self.broken(request)
            return stream.answer(request)
        }
        bench.controlUnit.add(supplier, for: "stream")
        await bench.refresh()
        await bench.fill(try #require(await bench.gaps.first))
        let failed = [Gap.Missing(supplier: "stream", cause: .failed("500."))]
        #expect(await bench.gaps.map(\.missing) == [failed])
        bench.time.advance(by: .seconds(100))
        await bench.refresh()
        #expect(await bench.engine.snapshot.suppliers.map(\.condition) == [.well])
        #expect(await bench.gaps.map(\.missing) == [failed])

        supplier.answers { request in stream.answer(request) }
        await bench.fill(try #require(await bench.gaps.first))
        #expect(await bench.gaps.map(\.missing) == [[.init(supplier: "stream", cause: .notAsked)]])
        await bench.fillEverything()
        #expect(try await bench.items().count == 30)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("what comes between two gaps leaves either its own cause")
    func twoGaps() async throws {
        let bench = bench(false)
        var stream = TenToAPage(30, newest: bench.now.advanced(by: .seconds(-1)))
        let first = stream
        let supplier = AnsweringSupplier("stream") { request throws(SupplierError) in
            try Self.broken(request)
            return first.answer(request)
        }
        bench.controlUnit.add(supplier, for: "stream")
        await bench.refresh()
        await bench.fill(try #require(await bench.gaps.first))
        bench.time.advance(by: .seconds(10_000))
        stream.items = TenToAPage(30, newest: bench.now.advanced(by: .seconds(-1))).items + stream.items
        let later = stream
        supplier.answers { request in later.answer(request) }
        await bench.refresh()
        #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.notAsked, .failed("500.")])
        await bench.fillEverything()
        #expect(await bench.gaps.isEmpty)
        #expect(try await bench.items() == later.items.map(\.id))
    }

    @Test("a source that ends above a gap is read on from there, and not from its newest page once more")
    func readOnFromAbove() async throws {
        let bench = bench(false)
        let near = TenToAPage(40, newest: bench.now.advanced(by: .seconds(-1)))
        let far = TenToAPage(40, newest: bench.now.advanced(by: .seconds(-1200)))
        let notes = Notes()
        let broken = AnsweringSupplier("near") { request throws(SupplierError) in
            notes.note(request)
            try Self.broken(request)
            return near.answer(request)
        }
        bench.controlUnit.add(broken, for: "near")
        bench.controlUnit.add(AnsweringSupplier("far") { far.answer($0) }, for: "far")
        await bench.refresh()
        _ = notes.taken
        // The one below: what is missing of the near one begins above it.
        let gap = try #require(await bench.gaps.last)
        #expect(gap.missing.map(\.supplier).sorted() == ["far", "near"])
        await bench.fill(gap)
        #expect(notes.taken.contains(.newest) == false)
        let causes = await bench.gaps.flatMap(\.missing).filter { $0.supplier == "near" }.map(\.cause)
        #expect(Set(causes) == [.failed("500.")])

        broken.answers { request in near.answer(request) }
        await bench.fillEverything()
        #expect(await bench.gaps.isEmpty)
        #expect(try await bench.items().count == 80)
    }
}
