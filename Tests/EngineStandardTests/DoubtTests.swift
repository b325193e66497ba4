import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("What a source says is believed as far as it can be true")
struct DoubtTests {
    @Test("A claim of time that has not come covers nothing of it")
    func claimOfTheFuture() async throws {
        let bench = Bench()
        let first = TenToAPage(5, newest: bench.now.advanced(by: .seconds(-10)))
        let supplier = AnsweringSupplier("stream") { request in
            var answer = first.answer(request)
            answer.claims = [Claim(.always)]
            return answer
        }
        bench.controlUnit.add(supplier, for: "stream")
        await bench.refresh()
        bench.time.advance(by: .seconds(10_000))
        var stream = TenToAPage(100, newest: bench.now.advanced(by: .seconds(-1)))
        stream.items += first.items
        let later = stream
        supplier.answers { request in later.answer(request) }
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items().count == 105)
    }

    @Test("\"Nothing has changed\", said of an older page, completes nothing above it")
    func unchangedOlderPage() async throws {
        let bench = Bench()
        let first = TenToAPage(100, newest: bench.now.advanced(by: .seconds(-100)))
        let supplier = AnsweringSupplier("stream") { request in
            var answer = first.answer(request)
            answer.memory = "as it was"
            return answer
        }
        bench.controlUnit.add(supplier, for: "stream")
        await bench.refresh()
        bench.time.advance(by: .seconds(10_000))
        supplier.answers { _ in FetchAnswer(isUnchanged: true) }
        await bench.fill(try #require(await bench.gaps.last))
        var stream = TenToAPage(150, newest: bench.now.advanced(by: .seconds(-1)))
        stream.items += first.items
        let later = stream
        supplier.answers { request in later.answer(request) }
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items().count == 250)
    }

    @Test(
        "A page below an edge that lies ahead of a clock that was set back is believed up to there",
        arguments: [false, true])
    func clockSetBack(isSingle: Bool) async throws {
        let bench = Bench(processor: isSingle ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        let first = TenToAPage(5, newest: bench.now.advanced(by: .seconds(-10)))
        let supplier = AnsweringSupplier("stream") { request in first.answer(request) }
        bench.controlUnit.add(supplier, for: "stream")
        await bench.refresh()
        bench.time.advance(by: .seconds(10_000))
        var stream = TenToAPage(100, newest: bench.now.advanced(by: .seconds(-1)))
        stream.items += first.items
        let later = stream
        supplier.answers { request in later.answer(request) }
        await bench.refresh()
        bench.time.set(bench.now.advanced(by: .seconds(-9_000)))
        await bench.fillEverything()
        #expect(try await bench.items().count == 105)
        #expect(await bench.gaps.isEmpty)
        let floor = try await bench.store.record().ledgers["stream"]?.floor?.time ?? .beginningOfTime
        #expect(try floor < #require(first.items.last?.orderTime), "it has more below")
    }

    @Test("The newest page cannot have expired: who says so has failed", arguments: [false, true])
    func expiredNewestPage(isSingle: Bool) async throws {
        let bench = Bench(processor: isSingle ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        bench.controlUnit.add(
            AnsweringSupplier("stream") { _ throws(SupplierError) in throw SupplierError(.tokenExpired, "Expired.") },
            for: "stream")
        guard case .done(let outcome) = await bench.refresh() else {
            Issue.record("the refresh fails as a whole")
            return
        }
        #expect(outcome.troubles == ["stream": .failed("Expired.")])
        #expect(await bench.gaps.first?.missing == [.init(supplier: "stream", cause: .failed("Expired."))])
    }

    @Test("Patience is told as long as it is kept: a day, whatever the source asks for")
    func patienceOfAYear() async throws {
        let bench = Bench()
        let supplier = AnsweringSupplier("stream") { request throws(SupplierError) in
            throw SupplierError(.rateLimited, "Later.", retryAt: request.now.advanced(by: .seconds(86_400 * 365)))
        }
        bench.controlUnit.add(supplier, for: "stream")
        let day = bench.now.advanced(by: .seconds(86_400))
        await bench.refresh()
        #expect(await bench.gaps.first?.missing.first?.cause == .rateLimited(until: day))
        bench.time.set(day)
        await bench.refresh()
        #expect(supplier.requests == 2)
    }

    @Test(
        "Who has failed is asked in earnest, by routine too: it has not said yet how things are",
        arguments: [false, true])
    func failedAndRoutine(isSingle: Bool) async throws {
        let bench = Bench(processor: isSingle ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        // As a feed does that is not due.
        let supplier = AnsweringSupplier("feed", traits: .feed) { request throws(SupplierError) in
            if request.occasion == .routine { return FetchAnswer(isUnchanged: true) }
            throw SupplierError(.refused, "404.")
        }
        bench.controlUnit.add(supplier, for: "feed")
        await bench.refresh()
        bench.time.advance(by: .seconds(5_000))
        _ = await bench.ended { bench.engine.refresh(.routine) }
        #expect(supplier.requests == 2)
        #expect(await bench.gaps.first?.missing == [.init(supplier: "feed", cause: .failed("404."))])
    }

    @Test("Who has said everything and asks for peace is in no trouble")
    func completeAndResting() async throws {
        let bench = Bench()
        let stream = TenToAPage(5, newest: bench.now.advanced(by: .seconds(-10)))
        bench.controlUnit.add(
            AnsweringSupplier("stream") { request in
                var answer = stream.answer(request)
                answer.budget.retryAt = request.now.advanced(by: .seconds(30))
                return answer
            }, for: "stream")
        #expect(await bench.refresh() == .done(FillOutcome(inserted: 5)))
    }

    @Test("A source that is gone is told of once, and not each time that it is not asked")
    func goneOnce() async throws {
        let bench = Bench()
        let supplier = AnsweringSupplier("stream") { _ throws(SupplierError) in throw SupplierError(.gone, "Gone.") }
        bench.controlUnit.add(supplier, for: "stream")
        let events = bench.engine.events()
        await bench.refresh()
        bench.time.advance(by: .seconds(60))
        let last = bench.engine.refresh()
        var troubles = 0
        for await event in events {
            if case .trouble = event { troubles += 1 }
            if case .fill(last, _, let state) = event, state.isFinal { break }
        }
        #expect(troubles == 1 && supplier.requests == 1)
    }

    @Test("Pages that went in a circle, or ended at a depth, are asked for again once the suppliers are restarted")
    func restartForgetsWhereItDidNotGoOn() async throws {
        for isCircle in [true, false] {
            let bench = Bench()
            let stream = TenToAPage(200, newest: bench.now.advanced(by: .seconds(-1)))
            let supplier = AnsweringSupplier("stream") { request in stream.answer(request) }
            bench.controlUnit.add(supplier, for: "stream")
            await bench.refresh()
            supplier.answers { request in
                var answer = stream.answer(request)
                if isCircle {
                    answer = stream.answer(FetchRequest(origin: .newest, now: request.now))
                } else {
                    answer.next = nil
                    answer.end = .depthLimit
                }
                return answer
            }
            await bench.fillEverything()
            #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.outOfReach])
            supplier.answers { request in stream.answer(request) }
            await bench.engine.restartSuppliers()
            #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.notAsked])
            await bench.fillEverything()
            #expect(try await bench.items().count == 200)
        }
    }

    @Test("Empty pages that lead in a circle of several are left after three rounds, and said to lead nowhere")
    func circleOfEmptyPages() async throws {
        let bench = Bench()
        let stream = TenToAPage(200, newest: bench.now.advanced(by: .seconds(-1)))
        let supplier = AnsweringSupplier("stream") { request in
            guard case .token(let token, _) = request.origin else { return stream.answer(request) }
            let next = ["a": "b", "b": "c"][token.rawValue] ?? "a"
            return FetchAnswer(items: [], next: Token(next))
        }
        bench.controlUnit.add(supplier, for: "stream")
        await bench.refresh()
        await bench.fillEverything()
        #expect(await bench.gaps.allSatisfy { !$0.canBeFilled })
        #expect(supplier.requests <= 10)
    }

    @Test(
        "When a fill's time is up, those that have answered are shown, and the others are slow",
        arguments: [false, true])
    func timeIsUp(isAlone: Bool) async throws {
        let bench = Bench(
            limits: PoolLimits(slowAfter: .seconds(90), requestEnd: .seconds(120), fillEnd: .seconds(60)),
            processor: isAlone ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        let mute = ScriptedSource()
        mute.manner.isMute = true
        bench.add("mute", mute, traits: .feed)
        if !isAlone {
            let feed = ScriptedSource()
            feed.add(10, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
            bench.add("feed", feed, traits: .feed)
        }
        let (events, progress) = (bench.engine.events(), bench.engine.events())
        let fill = bench.engine.refresh()
        if !isAlone {
            for await event in progress {
                if case .progress(fill, let progress) = event, progress.answered == 1 { break }
            }
        }
        await mute.waitForRequests(1)
        await bench.time.waitForSleepers(2)
        bench.time.advance(by: .seconds(60))
        for await event in events {
            guard case .fill(fill, _, let state) = event, state.isFinal else { continue }
            #expect(state == .done(FillOutcome(inserted: isAlone ? 0 : 10, troubles: ["mute": .slow])))
            break
        }
        #expect(try await bench.items().count == (isAlone ? 0 : 10))
        #expect(await bench.gaps.first?.missing == [.init(supplier: "mute", cause: .slow)])
    }
}
