import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("Failures of older pages")
struct FailedPageTests {
    /// Records requests.
    private final class Notes: Sendable {
        private let origins = Mutex<[FetchRequest.Origin]>([])

        func record(_ request: FetchRequest) { origins.withLock { $0.append(request.origin) } }

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
        let limits = FillLimits(minimumTickets: 5, maximumTickets: 10)
        return isSingle ? Bench(limits: limits, processor: SingleSupplierTrackProcessor()) : Bench(limits: limits)
    }

    @Test("A gap shows the failure of its page until that page is requested again", arguments: [false, true])
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
        #expect(await bench.engine.snapshot.suppliers.map(\.requests.condition) == [.healthy])
        #expect(await bench.gaps.map(\.missing) == [failed])

        supplier.answers { request in stream.answer(request) }
        await bench.fill(try #require(await bench.gaps.first))
        #expect(await bench.gaps.map(\.missing) == [[.init(supplier: "stream", cause: .notAsked)]])
        await bench.fillEverything()
        #expect(try await bench.items().count == 30)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("A truncated page of one source does not block the others")
    func brokenOff() async throws {
        let bench = bench(false)
        let broken = TenToAPage(20, newest: bench.now.advanced(by: .seconds(-1)))
        let whole = TenToAPage(10, newest: bench.now.advanced(by: .seconds(-3600)))
        bench.controlUnit.add(
            AnsweringSupplier("broken") { request in
                var answer = broken.answer(request)
                answer.interruption = SupplierError(.malformed, "It breaks off.")
                return answer
            }, for: "broken")
        bench.controlUnit.add(AnsweringSupplier("whole") { whole.answer($0) }, for: "whole")
        await bench.refresh()
        #expect(try await bench.items().count == 20)
        #expect(await bench.gaps.map(\.kind) == [.partial])
    }

    @Test(
        "An older page that fails or is cut short is a failure of the fill, but does not keep refreshes from asking",
        arguments: [false, true], [false, true])
    func failure(isSingle: Bool, isCutShort: Bool) async throws {
        let bench = bench(isSingle)
        let stream = TenToAPage(30, newest: bench.now.advanced(by: .seconds(-1)))
        bench.controlUnit.add(
            AnsweringSupplier("stream") { request throws(SupplierError) in
                guard request.origin != .newest else { return stream.answer(request) }
                guard isCutShort else { throw SupplierError(.refused, "500.") }
                var answer = FetchAnswer(end: .more)
                if case .token(let token, _) = request.origin { answer.next = token }
                answer.interruption = SupplierError(.malformed, "500.")
                return answer
            }, for: "stream")
        await bench.refresh()
        for _ in 0..<6 {
            let gap = try #require(await bench.gaps.first)
            let outcome = try await bench.fill(gap).outcome()
            #expect(outcome.failures == ["stream": .failed("500.")])
            let status = try #require(await bench.engine.snapshot.suppliers.first)
            #expect(status.lastError != nil && status.requests.failures == 0 && status.routineBackoff == nil)
            #expect(status.backoff(at: bench.time.now()) == nil)
        }
        bench.time.advance(by: .seconds(100))
        await bench.refresh()
        #expect(await bench.engine.snapshot.suppliers.map(\.requests.condition) == [.healthy])
    }

    @Test("A page between two gaps keeps each gap's cause")
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

    @Test("If all sources fail, the tickets of each are shown, with gaps for the sources above")
    func everybodyFails() async throws {
        let bench = bench(false)
        let sources = [
            ("near", TenToAPage(40, newest: bench.now.advanced(by: .seconds(-1)))),
            ("far", TenToAPage(40, newest: bench.now.advanced(by: .seconds(-300)))),
        ]
        for (name, source) in sources {
            let supplier = AnsweringSupplier(SupplierID(name)) { request throws(SupplierError) in
                try Self.broken(request)
                return source.answer(request)
            }
            bench.controlUnit.add(supplier, for: name)
        }
        bench.controlUnit.add(
            AnsweringSupplier("dead") { _ throws(SupplierError) in throw SupplierError(.unreachable, "Dead.") },
            for: "dead")
        await bench.refresh()
        if let gap = await bench.gaps.last { await bench.fill(gap) }
        // The last item of a page is in a second that may have more items.
        #expect(try await bench.items(of: "near") == sources[0].1.items.prefix(10).map(\.id))
        #expect(try await bench.items(of: "far") == sources[1].1.items.prefix(9).map(\.id))
        let gaps = await bench.gaps
        #expect(gaps.last?.kind == .full && gaps.last?.missing.map(\.supplier) == ["dead", "far", "near"])
        #expect(gaps.dropLast().allSatisfy { $0.kind == .partial && !$0.missing.map(\.supplier).contains("far") })
    }

    @Test("A source that ends above a gap continues there instead of at its newest page")
    func readOnFromAbove() async throws {
        let bench = bench(false)
        let near = TenToAPage(40, newest: bench.now.advanced(by: .seconds(-1)))
        let far = TenToAPage(40, newest: bench.now.advanced(by: .seconds(-1200)))
        let notes = Notes()
        let broken = AnsweringSupplier("near") { request throws(SupplierError) in
            notes.record(request)
            try Self.broken(request)
            return near.answer(request)
        }
        bench.controlUnit.add(broken, for: "near")
        bench.controlUnit.add(AnsweringSupplier("far") { far.answer($0) }, for: "far")
        await bench.refresh()
        _ = notes.taken
        // The lower gap; the near source's gap begins above it.
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
