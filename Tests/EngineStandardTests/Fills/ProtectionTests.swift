import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Timeouts and failures of suppliers")
struct ProtectionTests {
    @Test("A fill commits without a silent supplier, whose answer is committed when it arrives")
    func slow() async throws {
        let bench = Bench()
        let sources = addFeeds(7, to: bench)
        let silent = sources[3]
        silent.behavior.isSilent = true
        let fill = bench.engine.events()
        bench.engine.refresh()
        for source in sources { await source.waitForRequests(1) }
        await waitUntilAnswered(6, in: fill)
        let snapshot = await snapshotWhenSlow(bench)
        #expect(snapshot.gaps.map(\.missing) == [[.init(supplier: "feed:3", cause: .slow)]])
        #expect(try await bench.items().count == 60)
        silent.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(try await bench.items().count == 70)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("A request that takes too long is ended, and its gap says so")
    func timeout() async throws {
        let bench = Bench()
        let sources = addFeeds(2, to: bench)
        sources[0].behavior.isSilent = true
        let events = bench.engine.events()
        bench.engine.refresh()
        await waitUntilAnswered(1, in: events)
        _ = await snapshotWhenSlow(bench)
        await bench.time.waitForSleepers(1)
        bench.time.advance(by: .seconds(25))
        await bench.engine.waitUntilIdle()
        let gap = try #require(await bench.gaps.first)
        let late = Message.noAnswer(from: "feed:0", within: .seconds(30))
        #expect(gap.missing == [.init(supplier: "feed:0", cause: .failed(late))])
    }

    @Test("A request that waits on this side has its whole time once it is sent")
    func waiting() async throws {
        let bench = Bench()
        let source = try await refreshWhileFirstWaits(bench)
        for _ in 0..<3 {
            await bench.time.waitForSleepers(1)
            bench.time.advance(by: .seconds(30))
        }
        source.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(try await bench.items().count == 20)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("A request that could not be sent for long is given up and is no failure of its source")
    func unsent() async throws {
        let bench = Bench()
        let source = try await refreshWhileFirstWaits(bench)
        for _ in 0..<10 {
            await bench.time.waitForSleepers(1)
            bench.time.advance(by: .seconds(30))
        }
        await bench.engine.waitUntilIdle()
        let status = try #require(await bench.engine.snapshot.suppliers.first { $0.id == "feed:0" })
        #expect(status.requests.failures == 0)
        #expect(await !bench.gaps.isEmpty)
        source.answerAll()
        await bench.refresh()
        #expect(try await bench.items().count == 20)
    }

    /// Refreshes two sources, of which the first one waits on this side, until it is slow. Returns that one.
    private func refreshWhileFirstWaits(_ bench: Bench) async throws -> ScriptedSource {
        let sources = addFeeds(2, to: bench)
        sources[0].behavior.isSilent = true
        sources[0].behavior.waitsBeforeSending = true
        let events = bench.engine.events()
        bench.engine.refresh()
        await waitUntilAnswered(1, in: events)
        let snapshot = await snapshotWhenSlow(bench)
        #expect(snapshot.gaps.map(\.missing) == [[.init(supplier: "feed:0", cause: .slow)]])
        return sources[0]
    }

    @Test("A request that is cancelled on this side is no failure of its source")
    func cancelledRequest() async throws {
        let bench = Bench()
        let sources = addFeeds(2, to: bench)
        sources[1].behavior.failure = SupplierError(.cancelled, "The request was cancelled.")
        await bench.refresh()
        let status = try #require(await bench.engine.snapshot.suppliers.first { $0.id == "feed:1" })
        #expect(status.requests.condition == .notAsked && status.requests.failures == 0)
        #expect(try await bench.items().count == 10)
        sources[1].behavior.failure = nil
        await bench.refresh()
        #expect(try await bench.items().count == 20)
    }

    @Test("A failing supplier leaves a gap with its cause, which the next refresh fills")
    func failure() async throws {
        let bench = Bench()
        let sources = addFeeds(3, to: bench)
        sources[1].behavior.failure = SupplierError(.refused, "feed:1 answered 500.")
        let outcome = try await bench.refresh().outcome()
        #expect(outcome.failures == ["feed:1": .failed("feed:1 answered 500.")])
        #expect(try await bench.items().count == 20)
        let gap = try #require(await bench.gaps.first)
        #expect(gap.kind == .partial)
        #expect(gap.missing == [.init(supplier: "feed:1", cause: .failed("feed:1 answered 500."))])
        sources[1].behavior.failure = nil
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(await bench.gaps.isEmpty)
        #expect(try await bench.items().count == 30)
    }

    @Test("If all suppliers fail, nothing is shown and the gap stays")
    func offline() async throws {
        let bench = Bench()
        for source in addFeeds(3, to: bench) {
            source.behavior.failure = SupplierError(.unreachable, "No network.")
        }
        await bench.refresh()
        let snapshot = await bench.engine.snapshot
        #expect(snapshot.visibleRanges.isEmpty)
        #expect(snapshot.gaps.map(\.timeframe) == [.always])
        #expect(snapshot.gaps.first?.missing.map(\.cause) == Array(repeating: .failed("No network."), count: 3))
    }

    @Test("A source's rate limit is obeyed and shown with its end")
    func rateLimit() async throws {
        let bench = Bench()
        let sources = addFeeds(1, to: bench)
        let until = bench.now.advanced(by: .seconds(300))
        sources[0].behavior.failure = SupplierError(.rateLimited, "Too many requests.", retryAt: until)
        await bench.refresh()
        sources[0].behavior.failure = nil
        await bench.refresh()
        #expect(sources[0].requests.count == 1)
        #expect(await bench.gaps.first?.missing.first?.cause == .rateLimited(until: until))
        bench.time.set(until)
        await bench.refresh()
        #expect(sources[0].requests.count == 2)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("A supplier whose setup fails is left out, and is still cleaned up")
    func setup() async throws {
        let bench = Bench()
        addFeeds(1, to: bench)
        let locked = bench.add("locked", ScriptedSource(), traits: .feed)
        locked.failSetup(SupplierError(.notAuthorised, "Sign in first."))
        await bench.refresh()
        #expect(await bench.gaps.first?.missing == [.init(supplier: "locked", cause: .notAuthorised("Sign in first."))])
        #expect(locked.log == ["setup", "cleanup"])
        #expect(locked.source.requests.isEmpty)
    }

    @Test("A setup that hangs times out, and the other suppliers are asked")
    func hangingSetUp() async throws {
        let bench = Bench()
        let sources = addFeeds(1, to: bench)
        let controlUnit = ModularControlUnit(setUpTimeout: .seconds(5), time: bench.time)
        let hanging = ScriptedSupplier("hanging", ScriptedSource(), traits: .feed, time: bench.time)
        hanging.hangSetup()
        controlUnit.add(hanging, for: "hanging")
        controlUnit.add(ScriptedSupplier("feed:0", sources[0], traits: .feed, time: bench.time), for: "feed:0")
        let engine = StandardEngine(controlUnit: controlUnit, store: bench.store, time: bench.time)
        engine.refresh()
        // The setup itself, its timeout, and the timeout of all setups.
        await bench.time.waitForSleepers(3)
        bench.time.advance(by: .seconds(5))
        await engine.waitUntilIdle()
        #expect(try await bench.items().count == 10)
        #expect(await engine.snapshot.gaps.first?.missing.map(\.supplier) == ["hanging"])
        #expect(hanging.log == ["setup", "cleanup"])
    }

    @Test("One silent supplier among two hundred delays the others by half a second instead of five")
    func oneMute() async throws {
        let bench = Bench()
        let sources = addFeeds(200, to: bench)
        sources[77].behavior.isSilent = true
        let events = bench.engine.events()
        let ends = bench.engine.events()
        bench.engine.refresh()
        await waitUntilAnswered(199, in: events)
        await bench.time.waitForSleepers(2)
        bench.time.advance(by: .milliseconds(500))
        for await event in ends {
            if case .fill(_, _, .done) = event { break }
        }
        #expect(try await bench.items().count == 1990)
        #expect(await bench.gaps.map(\.missing) == [[.init(supplier: "feed:77", cause: .slow)]])
        sources[77].answerAll()
        await bench.engine.waitUntilIdle()
        #expect(await bench.gaps.isEmpty)
    }

    @Test("On a slow network no supplier counts as slow before five seconds")
    func slowForAll() async throws {
        let bench = Bench()
        let sources = addFeeds(10, to: bench)
        for (index, source) in sources.enumerated() {
            source.behavior.delay = .milliseconds(index < 8 ? 1200 : 4500)
        }
        bench.engine.refresh()
        // Ten sources that answer later, the timeout of the fill, and the timer for slow requests.
        await bench.time.waitForSleepers(12)
        bench.time.advance(by: .milliseconds(1200))
        await bench.time.waitForSleepers(4)
        bench.time.advance(by: .milliseconds(3300))
        await bench.engine.waitUntilIdle()
        #expect(try await bench.items().count == 100)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("A cancelled fill leaves the Track unchanged, and the next one works")
    func cancellation() async throws {
        let bench = Bench()
        let sources = addFeeds(2, to: bench)
        sources[0].behavior.isSilent = true
        let events = bench.engine.events()
        let fill = bench.engine.refresh()
        await waitUntilAnswered(1, in: events)
        let states = bench.engine.events()
        bench.engine.cancel(fill)
        var seen: [FillState] = []
        for await event in states {
            if case .fill(fill, _, let state) = event { seen.append(state) }
            if seen.last?.isFinal == true { break }
        }
        #expect(seen == [.cancelling, .cancelled])
        #expect(try await bench.items().isEmpty)
        sources[0].answerAll()
        await bench.refresh()
        #expect(try await bench.items().count == 20)
    }

    @Test(
        "Rate limits and failures recorded by a clock that was ahead are ignored",
        arguments: [
            SupplierError.Code.rateLimited, .unreachable,
        ])
    func clockAhead(code: SupplierError.Code) async throws {
        let bench = Bench()
        let now = bench.now
        let supplier = AnsweringSupplier("source") { request throws(SupplierError) in
            throw SupplierError(
                code, "No.", retryAt: code == .rateLimited ? request.now.advanced(by: .seconds(60)) : nil)
        }
        bench.controlUnit.add(supplier, for: "source")
        bench.time.set(now.advanced(by: .seconds(4 * 365 * 86_400)))
        for _ in 0..<6 {
            await bench.refresh()
            bench.time.advance(by: .seconds(7200))
        }
        bench.time.set(now)
        let requestCount = supplier.requests
        await bench.refresh()
        #expect(supplier.requests == requestCount + 1)
    }

    @Test(
        "A fill ends after its time limit with what it has, however slowly its source pages", .timeLimit(.minutes(30)))
    func fillTimeout() async throws {
        let bench = Bench(limits: FillLimits(fillTimeout: .seconds(10)))
        let source = ScriptedSource()
        source.add(20_000, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        let slow = SlowSupplier(
            base: ScriptedSupplier("slow", source, time: bench.time), time: bench.time, delay: .seconds(4))
        bench.controlUnit.add(slow, for: "slow")
        await bench.refresh()
        let before = try await bench.items().count
        let gap = try #require(await bench.gaps.last)
        let state = await bench.fill(gap, from: .newer, .all)
        guard case .done = state else {
            Issue.record("the fill ended as \(String(describing: state))")
            return
        }
        #expect(try await bench.items().count > before)
        #expect(await bench.gaps.last?.canBeFilled == true, "the rest can be had another time")
        #expect(source.requests.count < 1000)
    }

    @Test("A source of one dense second beside one of twenty years needs few requests and leaves no unexplained gap")
    func firehoseAndBlog() async throws {
        let bench = Bench()
        let second = bench.now.advanced(by: .seconds(-3600)).flooredToSecond
        let firehose = ScriptedSource(
            (0..<3000)
                .map { .init(id: "drop\($0)", time: second.advanced(by: .milliseconds($0 % 1000)), order: Int64($0)) })
        firehose.behavior.page = 100
        let blog = ScriptedSource()
        blog.add(100, newest: bench.now.advanced(by: .seconds(-86_400)), every: .seconds(86_400 * 73))
        bench.add("firehose", firehose, traits: SupplierTraits(maximumPageItems: 100))
        bench.add("blog", blog, traits: SupplierTraits(maximumPageItems: 20))
        await bench.refresh()
        // The maximum number of pages of one supplier, and one page of the other.
        #expect(firehose.requests.count + blog.requests.count <= 41)
        let shown = try await Set(bench.entries().map(\.ticket.id))
        let gaps = await bench.gaps
        for (id, source) in [("firehose", firehose), ("blog", blog)] as [(SupplierID, ScriptedSource)] {
            let lost = source.posts.filter { post in
                !shown.contains(TicketID(supplier: id, item: post.id))
                    && !gaps.contains { gap in
                        gap.timeframe.contains(post.time)
                            && (gap.kind == .full || gap.missing.contains { $0.supplier == id })
                    }
            }
            #expect(lost.isEmpty, "\(lost.count) of \(id) are nowhere")
        }
        await bench.fillEverything()
        #expect(try await bench.items(of: "firehose").count == 3000)
        #expect(try await bench.items(of: "blog").count == 100)
        #expect(firehose.requests.count + blog.requests.count <= 51)
    }

    @discardableResult
    private func addFeeds(_ count: Int, to bench: Bench) -> [ScriptedSource] {
        (0..<count)
            .map { index in
                let source = ScriptedSource()
                source.add(10, newest: bench.now.advanced(by: .seconds(-index - 1)), every: .seconds(60))
                bench.add(SupplierID("feed:\(index)"), source, traits: .feed)
                return source
            }
    }

    private func waitUntilAnswered(_ count: Int, in events: AsyncStream<EngineEvent>) async {
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount >= count { return }
        }
    }

    /// Moves the clock until suppliers are slow. Returns the state after the fill.
    private func snapshotWhenSlow(_ bench: Bench) async -> TrackSnapshot {
        await bench.endWithoutSlow(bench.engine.events())
        return await bench.engine.snapshot
    }

    @Test("A gone supplier is asked only by a fill of its gap, even before anything is shown")
    func goneAndAskedFor() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        source.behavior.failure = SupplierError(.gone, "Gone.")
        bench.add("feed", source, traits: .feed)
        await bench.refresh()
        source.behavior.failure = nil
        await bench.refresh()
        #expect(source.requests.count == 1)
        await bench.fill(try #require(await bench.gaps.first))
        #expect(source.requests.count == 2)
        #expect(try await bench.items().count == 5)
        #expect(await bench.gaps.isEmpty)
    }
}

/// A supplier that moves the clock with every page.
private struct SlowSupplier: Supplier {
    let base: ScriptedSupplier
    let time: ManualTimeSource
    let delay: Duration

    var id: SupplierID { base.id }
    var name: String { base.name }
    var kind: SupplierKind { base.kind }
    var traits: SupplierTraits { base.traits }
    var presenter: any Presenter { base.presenter }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        time.advance(by: delay)
        return try await base.fetch(request)
    }
}
