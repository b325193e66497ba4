import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Implausible answers of sources")
struct ImplausibleAnswerTests {
    @Test("A claim for the future covers nothing of it")
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

    @Test("\"not modified\" for an older page completes nothing above it")
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
        "A page below an edge in the future counts up to the edge after the clock was set back",
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
        let floor = try await bench.store.record().supplierStates["stream"]?.ranges.floor?.time ?? .beginningOfTime
        #expect(try floor < #require(first.items.last?.orderTime), "it has more below")
    }

    @Test("A newest page reported as expired counts as a failure", arguments: [false, true])
    func expiredNewestPage(isSingle: Bool) async throws {
        let bench = Bench(processor: isSingle ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        bench.controlUnit.add(
            AnsweringSupplier("stream") { _ throws(SupplierError) in throw SupplierError(.tokenExpired, "Expired.") },
            for: "stream")
        let outcome = try await bench.refresh().outcome()
        #expect(outcome.failures == ["stream": .failed("Expired.")])
        #expect(await bench.gaps.first?.missing == [.init(supplier: "stream", cause: .failed("Expired."))])
    }

    @Test("A rate limit longer than a day is cut to a day and shown as such")
    func rateLimitOfAYear() async throws {
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
        "A failed supplier is asked as if by the user even in a routine refresh",
        arguments: [false, true])
    func failedAndRoutine(isSingle: Bool) async throws {
        let bench = Bench(processor: isSingle ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        // Like a feed that is not due.
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

    @Test("A supplier that has delivered everything and asks for a pause is not in trouble")
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

    @Test("A permanently gone source is reported once, not at every refresh")
    func goneOnce() async throws {
        let bench = Bench()
        let supplier = AnsweringSupplier("stream") { _ throws(SupplierError) in throw SupplierError(.gone, "Gone.") }
        bench.controlUnit.add(supplier, for: "stream")
        let events = bench.engine.events()
        await bench.refresh()
        bench.time.advance(by: .seconds(60))
        let last = bench.engine.refresh()
        var failures = 0
        for await event in events {
            if case .supplierFailed = event { failures += 1 }
            if case .fill(last, _, let state) = event, state.isFinal { break }
        }
        #expect(failures == 1 && supplier.requests == 1)
    }

    @Test("Ranges given up because of a loop or a depth limit are requested again after a restart")
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
            await bench.engine.restartSuppliers(nil)
            #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.notAsked])
            await bench.fillEverything()
            #expect(try await bench.items().count == 200)
        }
    }

    @Test("Empty pages that form a loop are given up after three rounds and reported as out of reach")
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
        "A fill that reaches its time limit shows what arrived and marks the others as slow",
        arguments: [false, true])
    func timeIsUp(isAlone: Bool) async throws {
        let bench = Bench(
            limits: FillLimits(slowAfter: .seconds(90), requestTimeout: .seconds(120), fillTimeout: .seconds(60)),
            processor: isAlone ? SingleSupplierTrackProcessor() : MergingTrackProcessor())
        let silent = ScriptedSource()
        silent.behavior.isSilent = true
        bench.add("mute", silent, traits: .feed)
        if !isAlone {
            let feed = ScriptedSource()
            feed.add(10, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
            bench.add("feed", feed, traits: .feed)
        }
        let (events, progress) = (bench.engine.events(), bench.engine.events())
        let fill = bench.engine.refresh()
        if !isAlone {
            for await event in progress {
                if case .progress(fill, let progress) = event, progress.answeredCount == 1 { break }
            }
        }
        await silent.waitForRequests(1)
        await bench.time.waitForSleepers(2)
        bench.time.advance(by: .seconds(60))
        for await event in events {
            guard case .fill(fill, _, let state) = event, state.isFinal else { continue }
            #expect(state == .done(FillOutcome(inserted: isAlone ? 0 : 10, failures: ["mute": .slow])))
            break
        }
        #expect(try await bench.items().count == (isAlone ? 0 : 10))
        #expect(await bench.gaps.first?.missing == [.init(supplier: "mute", cause: .slow)])
    }
}
