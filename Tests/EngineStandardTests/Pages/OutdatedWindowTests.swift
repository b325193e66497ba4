import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Windows that are out of date")
struct OutdatedWindowTests {
    /// A source with numbered items, beside another one whose items show the time that it lacks.
    private struct Feed {
        let bench = Bench()
        private let supplier: AnsweringSupplier
        private let start: Timestamp

        init(_ traits: SupplierTraits) {
            supplier = AnsweringSupplier("feed", traits: traits) { _ in FetchAnswer() }
            start = bench.now
            let other = ScriptedSource()
            other.add(3, newest: start, every: .seconds(60))
            bench.controlUnit.add(supplier, for: "feed")
            bench.add("other", other, traits: .feed)
        }

        /// The number of requests.
        var requests: Int { supplier.requests }

        /// The timeframes of the gaps.
        var gaps: [Timeframe] {
            get async { await bench.gaps.map(\.timeframe) }
        }

        /// The stored memory.
        var memory: String? {
            get async throws { try await bench.store.record().supplierStates["feed"]?.memory }
        }

        /// The time since which the source has answered with an older version than before, or `nil` if it does not.
        var outdatedSince: Timestamp? {
            get async { await bench.engine.snapshot.suppliers.first { $0.id == "feed" }?.outdatedSince }
        }

        /// Returns the date of an item.
        func date(of number: Int) -> Timestamp { start.advanced(by: .seconds(number * 1001)) }

        /// Makes the source answer with these items, the newest first, as all that appeared since the oldest of them.
        ///
        /// - Parameters:
        ///   - top: The bound below which the answer is complete, or `nil` for that of the request.
        ///   - memory: The memory that comes with it.
        ///   - change: Changes the answer further.
        func answer(
            _ items: ClosedRange<Int>, below top: Timestamp? = nil, memory: String,
            _ change: @escaping @Sendable (inout FetchAnswer) -> Void = { _ in }
        ) {
            let page = items.reversed()
                .map { SourceItem(id: "\($0)", orderTime: date(of: $0), body: TicketBody()) }
            let bottom = date(of: items.lowerBound).secondAbove
            supplier.answers { request in
                let start = top ?? (request.origin == .newest ? request.now : request.edge)
                let claim = Timeframe(from: start, downTo: bottom)
                var answer = FetchAnswer(
                    items: page, claims: claim.map { [Claim($0)] } ?? [], end: .retentionLimit, memory: memory)
                change(&answer)
                return answer
            }
        }

        /// Makes the source answer with so many items of the second of the request, and limit requests for the next page.
        func answerWithYoungItems(_ count: Int) {
            supplier.answers { request throws(SupplierError) in
                guard request.origin == .newest else { throw SupplierError(.rateLimited, "429.") }
                let items = (0..<count)
                    .map { SourceItem(id: "young-\($0)", orderTime: request.now.flooredToSecond, body: TicketBody()) }
                return FetchAnswer(items: items, next: Token("next"), end: .more)
            }
        }

        /// Refreshes after a pause. Returns the gaps.
        func refresh(after pause: Duration) async -> [Timeframe] {
            bench.time.advance(by: pause)
            await bench.refresh()
            return await gaps
        }

        /// Refreshes what is due after a pause. Returns the number of requests.
        func refreshDue(after pause: Duration) async -> Int {
            bench.time.advance(by: pause)
            _ = await bench.ended { bench.engine.refresh(.routine) }
            return requests
        }
    }

    @Test("A window of an earlier reading that is served again closes no gap, neither at the top nor below")
    func servedAgain() async throws {
        let feed = Feed(.feed)
        feed.answer(1...5, memory: "first")
        #expect(await feed.refresh(after: .seconds(6000)) == [])
        feed.answer(20...24, memory: "second")
        let gaps = await feed.refresh(after: .seconds(20_000))
        #expect(gaps.count == 1)
        let lastRead = feed.bench.now
        feed.answer(1...5, memory: "first")
        let withTop = await feed.refresh(after: .seconds(1000))
        #expect(withTop == [Timeframe(from: feed.bench.now, downTo: lastRead)].compactMap(\.self) + gaps)
        #expect(try await feed.memory == "second", "the validator of an old window is worth nothing")
        feed.answer(20...24, memory: "second")
        #expect(await feed.refresh(after: .seconds(1000)) == gaps)
    }

    @Test("A document that is read from its old end is not out of date, and claims nothing up to the present")
    func readFromOldEnd() async throws {
        let feed = Feed(SupplierTraits(shape: .window))
        feed.answer(1...10, memory: "whole")
        #expect(await feed.refresh(after: .seconds(20_000)) == [])
        let lastRead = feed.bench.now
        feed.answer(1...3, below: feed.date(of: 3), memory: "begun") { $0.end = .more }
        let gaps = await feed.refresh(after: .seconds(1000))
        #expect(gaps == [Timeframe(from: feed.bench.now, downTo: lastRead)].compactMap(\.self))
        #expect(try await feed.memory == "begun", "the next reading goes on from there")
    }

    @Test("A source that answered with an old window is due when that answer says so, and asked before by the user")
    func dueAfterOldWindow() async throws {
        let feed = Feed(.feed)
        feed.answer(1...5, memory: "first")
        _ = await feed.refresh(after: .seconds(6000))
        feed.answer(20...24, memory: "second")
        _ = await feed.refresh(after: .seconds(20_000))
        let due = feed.bench.now.advanced(by: .seconds(4600))
        feed.answer(1...5, memory: "first") { $0.budget.freshUntil = due }
        let gaps = await feed.refresh(after: .seconds(1000))
        #expect(gaps.count == 2)
        #expect(feed.requests == 3)
        #expect(await feed.refreshDue(after: .seconds(1000)) == 3)
        #expect(await feed.gaps.dropFirst() == gaps.dropFirst(), "what was not read stays missing")
        #expect(await feed.gaps.first?.end == gaps.first?.end, "what was not read stays missing")
        _ = await feed.refresh(after: .seconds(1000))
        #expect(feed.requests == 4, "the user asks in any case")
        #expect(await feed.refreshDue(after: .seconds(1600)) == 5)
    }

    @Test("A source says since when it answers with an old window, until it answers with the newest one")
    func outdatedSince() async throws {
        let feed = Feed(.feed)
        feed.answer(1...10, memory: "first")
        _ = await feed.refresh(after: .seconds(20_000))
        #expect(await feed.outdatedSince == nil)
        feed.answer(1...4, memory: "second")
        _ = await feed.refresh(after: .seconds(4000))
        let since = feed.bench.now
        #expect(await feed.outdatedSince == since)
        _ = await feed.refresh(after: .seconds(4000))
        #expect(await feed.outdatedSince == since)
        feed.answer(1...10, memory: "first")
        _ = await feed.refresh(after: .seconds(4000))
        #expect(await feed.outdatedSince == nil)
        feed.answer(1...4, memory: "second")
        for _ in 1...7 { _ = await feed.refresh(after: .seconds(86_400)) }
        #expect(await feed.outdatedSince == feed.bench.now.advanced(by: .seconds(-6 * 86_400)))
        _ = await feed.refresh(after: .seconds(86_400))
        #expect(await feed.outdatedSince == nil, "the source has nothing newer")
    }

    @Test("An old window that has come for a week is the current one: the source has deleted its newest items")
    func repeated() async throws {
        let feed = Feed(.feed)
        feed.answer(1...10, memory: "first")
        #expect(await feed.refresh(after: .seconds(20_000)) == [])
        let lastRead = feed.bench.now
        feed.answer(1...4, memory: "second")
        for _ in 1...7 {
            let gaps = await feed.refresh(after: .seconds(86_400))
            #expect(gaps == [Timeframe(from: feed.bench.now, downTo: lastRead)].compactMap(\.self))
            #expect(try await feed.memory == "first")
        }
        for _ in 1...2 {
            #expect(await feed.refresh(after: .seconds(86_400)) == [])
            #expect(try await feed.memory == "second")
        }
        #expect(try await feed.bench.items(of: "feed").count == 10)
    }

    @Test("Two old windows of more than a week, and one that comes again after a right one, are out of date")
    func notRepeated() async throws {
        let feed = Feed(.feed)
        feed.answer(1...10, memory: "first")
        #expect(await feed.refresh(after: .seconds(20_000)) == [])
        feed.answer(1...4, memory: "second")
        for _ in 1...2 { #expect(await feed.refresh(after: .seconds(700_000)).count == 1) }
        feed.answer(1...10, memory: "first")
        #expect(await feed.refresh(after: .seconds(86_400)) == [])
        feed.answer(1...4, memory: "second")
        for _ in 1...2 { #expect(await feed.refresh(after: .seconds(700_000)).count == 1) }
        feed.answer(1...3, memory: "third")
        #expect(await feed.refresh(after: .seconds(700_000)).count == 1, "it is another old one")
    }

    @Test("A window that meets nothing known after an old one that counted as current leaves a gap for both")
    func repeatedByMistake() async throws {
        let feed = Feed(.feed)
        feed.answer(1...10, memory: "first")
        #expect(await feed.refresh(after: .seconds(20_000)) == [])
        feed.answer(1...4, memory: "second")
        for _ in 1...7 { _ = await feed.refresh(after: .seconds(86_400)) }
        #expect(await feed.refresh(after: .seconds(86_400)) == [])
        feed.answer(780...784, memory: "third")
        let gaps = await feed.refresh(after: .seconds(86_400))
        #expect(gaps.count == 1)
        #expect(gaps.first?.contains(feed.date(of: 100)) ?? false, "an item of that time may have been lost")
        #expect(gaps.first?.contains(feed.date(of: 9)) == false)
    }

    @Test("An old window that counts as the current one closes no gap below items that were shown without a claim")
    func repeatedAboveUnclaimed() async throws {
        let feed = Feed(SupplierTraits(shape: .window))
        feed.answer(1...4, memory: "first")
        #expect(await feed.refresh(after: .seconds(20_000)) == [])
        feed.answerWithYoungItems(5)
        let unread = feed.bench.now.advanced(by: .seconds(500))
        let isUnread = await feed.refresh(after: .seconds(1000)).map { $0.contains(unread) }
        #expect(isUnread == [true])
        let after = feed.bench.now.advanced(by: .seconds(500))
        feed.answer(1...4, memory: "second")
        for _ in 1...7 { _ = await feed.refresh(after: .seconds(86_400)) }
        let gaps = await feed.refresh(after: .seconds(86_400))
        #expect(gaps.map { $0.contains(unread) } == [true])
        #expect(gaps.map { $0.contains(after) } == [false])
    }

    @Test("An old window that a fill gets fills nothing, and what the older pages have shown is remembered")
    func oldWindowInFill() async throws {
        let feed = Feed(SupplierTraits(shape: .window))
        feed.answer(1...5, memory: "first")
        #expect(await feed.refresh(after: .seconds(6000)) == [])
        feed.answer(20...24, memory: "second") { answer in
            answer.end = .more
            answer.interruption = SupplierError(.malformed, "It is incomplete.")
        }
        let gaps = await feed.refresh(after: .seconds(20_000))
        #expect(gaps.count == 1)
        feed.answer(1...5, memory: "numbered") { $0.beginsAtTop = true }
        await feed.bench.fill(try #require(await feed.bench.gaps.first), .all)
        #expect(await feed.gaps == gaps)
        #expect(try await feed.memory == "numbered")
    }
}
