import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@Suite("The turns of requests")
struct RequestTurnsTests {
    /// The number of requests that the engine starts at once.
    private static let limit = 96

    /// The requests of several suppliers.
    private struct Requests {
        var started: Set<SupplierID> = []
        var runningCount = 0
        var highest = 0
        /// True if suppliers answer; otherwise they wait until they do.
        var isOpen: Bool
    }

    /// A supplier without items that counts its requests.
    private struct CountingSupplier: Supplier {
        let id: SupplierID
        let requests: WaitableState<Requests>
        /// Its slot is taken while the supplier's requests cannot be sent; `nil` if they always can.
        var sending: AsyncSlots?

        var name: String { id.rawValue }
        var kind: SupplierKind { "counting" }
        var traits: SupplierTraits { SupplierTraits() }
        var presenter: any Presenter { PlainPresenter() }

        func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
            if let sending {
                let isSent = await RequestWait.during {
                    requests.withLock { _ = $0.started.insert(id) }
                    return await sending.acquire()
                }
                guard isSent else { throw SupplierError(.cancelled, "The request was cancelled.") }
                sending.release()
            }
            requests.withLock { requests in
                requests.started.insert(id)
                requests.runningCount += 1
                requests.highest = max(requests.highest, requests.runningCount)
            }
            await requests.wait { $0.isOpen }
            for _ in 0..<3 { await Task.yield() }
            requests.withLock { $0.runningCount -= 1 }
            return FetchAnswer(items: [], claims: [], end: .trueEnd)
        }
    }

    private func add(_ numbers: Range<Int>, to bench: Bench, _ requests: WaitableState<Requests>) {
        for number in numbers {
            let supplier = CountingSupplier(id: SupplierID("counting:\(number)"), requests: requests)
            bench.controlUnit.add(supplier, for: supplier.id.rawValue)
        }
    }

    /// Refreshes, and cancels the refresh when as many requests have begun as can at once.
    private func cancelRefresh(of bench: Bench, _ requests: WaitableState<Requests>) async {
        _ = await bench.ended {
            let fill = bench.engine.refresh()
            Task {
                await requests.wait { $0.started.count == Self.limit }
                bench.engine.cancel(fill)
            }
            return fill
        }
    }

    @Test("Of many suppliers that answer, all are asked, but few at once")
    func limit() async {
        let bench = Bench()
        let requests = WaitableState(Requests(isOpen: true))
        add(0..<500, to: bench, requests)
        await bench.refresh()
        #expect(requests.withLock(\.started.count) == 500)
        #expect(requests.withLock(\.highest) <= Self.limit)
    }

    @Test("Suppliers that do not answer hold up the others only for a moment")
    func pause() async {
        let bench = Bench()
        let requests = WaitableState(Requests(isOpen: false))
        add(0..<Self.limit + 40, to: bench, requests)
        async let refresh = bench.refresh()
        await requests.wait { $0.started.count == Self.limit }
        await bench.time.waitForSleep(of: .milliseconds(50))
        bench.time.advance(by: .milliseconds(50))
        await requests.wait { $0.started.count == Self.limit + 40 }
        requests.withLock { $0.isOpen = true }
        _ = await refresh
        #expect(requests.withLock(\.runningCount) == 0)
    }

    @Test("After a cancelled refresh, the suppliers that waited for their turn are asked again")
    func cancellation() async {
        let bench = Bench()
        let requests = WaitableState(Requests(isOpen: false))
        add(0..<Self.limit + 40, to: bench, requests)
        await cancelRefresh(of: bench, requests)
        requests.withLock { $0.isOpen = true }
        await bench.refresh()
        await requests.wait { $0.started.count == Self.limit + 40 }
    }

    @Test("A supplier whose request could not be sent is asked before the others the next time")
    func unsent() async {
        let bench = Bench()
        let requests = WaitableState(Requests(isOpen: true))
        add(0..<Self.limit, to: bench, requests)
        // The others come before it by their names.
        let last = SupplierID("counting:\(Self.limit)")
        let sending = AsyncSlots(perGroup: 1)
        #expect(await sending.acquire())
        bench.controlUnit.add(CountingSupplier(id: last, requests: requests, sending: sending), for: last.rawValue)
        let events = bench.engine.events()
        bench.engine.refresh()
        await requests.wait { $0.started.count == Self.limit + 1 }
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount >= Self.limit { break }
        }
        for _ in 0..<10 {
            await bench.time.waitForSleepers(1)
            bench.time.advance(by: .seconds(30))
        }
        await bench.engine.waitUntilIdle()
        sending.release()
        requests.withLock { ($0.started, $0.isOpen) = ([], false) }
        async let refresh = bench.refresh()
        await requests.wait { $0.started.count == Self.limit }
        #expect(requests.withLock { $0.started.contains(last) })
        requests.withLock { $0.isOpen = true }
        _ = await refresh
    }

    @Test("Suppliers that ignore the cancellation of their requests do not hold up others")
    func ignoredCancellation() async {
        let bench = Bench()
        let requests = WaitableState(Requests(isOpen: false))
        add(0..<Self.limit, to: bench, requests)
        await cancelRefresh(of: bench, requests)
        add(Self.limit..<Self.limit + 40, to: bench, requests)
        async let refresh = bench.refresh()
        // The clock stands still, so no pause lets them begin.
        await requests.wait { $0.started.count == Self.limit + 40 }
        requests.withLock { $0.isOpen = true }
        _ = await refresh
    }
}
