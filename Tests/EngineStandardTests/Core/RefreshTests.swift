import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@Suite("Refreshes")
struct RefreshTests {
    @Test("A refresh shows every item of every window, newest first, without a gap")
    func windows() async throws {
        let bench = Bench()
        for index in 0..<8 {
            let source = ScriptedSource()
            source.add(100, newest: bench.now.advanced(by: .seconds(-index)), every: .seconds(60 * (index + 1)))
            source.behavior.keeps = 100
            bench.add(SupplierID("feed:\(index)"), source, traits: .feed)
        }
        let state = await bench.refresh()
        guard case .done(let outcome) = state else {
            Issue.record("ended as \(String(describing: state))")
            return
        }
        #expect(outcome.inserted == 800)
        let keys = try await bench.rows().map(\.place)
        #expect(keys.count == 800)
        #expect(keys == keys.sorted())
        #expect(await bench.gaps.isEmpty)
    }

    @Test("A refresh of streams stops when there is enough and leaves one gap for everything older")
    func streams() async throws {
        let bench = Bench()
        let busy = ScriptedSource()
        busy.add(500, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        let calm = ScriptedSource()
        calm.add(50, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(3600))
        bench.add("busy", busy)
        bench.add("calm", calm)
        await bench.refresh()
        let items = try await bench.items()
        #expect(items.count >= 30)
        #expect(items.count <= 80)
        let gaps = await bench.gaps
        #expect(gaps.count == 1)
        #expect(gaps.first?.timeframe.isEndless == true)
        #expect(gaps.first?.kind == .full)
        #expect(Set(items) == Set(shown(busy, above: gaps[0]) + shown(calm, above: gaps[0])))
        #expect(calm.requests.count == 1, "a supplier that nobody waits for is asked once")
    }

    @Test("A refresh of one supplier asks no other and leaves no gap for it, and neither does the next refresh of all")
    func single() async throws {
        let bench = Bench()
        let (first, second) = (ScriptedSource(), ScriptedSource())
        first.add(5, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60))
        second.add(5, newest: bench.now.advanced(by: .seconds(-90)), every: .seconds(60))
        bench.add("first", first, traits: .feed)
        bench.add("second", second, traits: .feed)
        await bench.refresh()
        let requestCounts = (first.requests.count, second.requests.count)
        bench.time.advance(by: .seconds(600))
        first.add(1, newest: bench.now.advanced(by: .seconds(-30)), every: .seconds(60))
        second.add(1, newest: bench.now.advanced(by: .seconds(-20)), every: .seconds(60))
        _ = await bench.ended { bench.engine.refresh(.manual, of: ["first"]) }
        #expect(first.requests.count == requestCounts.0 + 1)
        #expect(second.requests.count == requestCounts.1)
        #expect(try await bench.items(of: "first").count == 6)
        #expect(try await bench.items(of: "second").count == 5)
        #expect(await bench.gaps.allSatisfy(\.timeframe.isEndless))
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(try await bench.items(of: "first").count == 6)
        #expect(try await bench.items(of: "second").count == 6)
        #expect(await bench.gaps.allSatisfy(\.timeframe.isEndless))
    }

    @Test("An engine that may not fetch lets another process refresh, once for equal requests, and reports the result")
    func forwarded() async throws {
        let bench = Bench()
        let (good, bad) = (ScriptedSource(), ScriptedSource())
        good.add(3, newest: bench.now, every: .seconds(60))
        bad.behavior.failure = SupplierError(.refused, Message("serverError"))
        bench.add("good", good, traits: .feed)
        bench.add("bad", bad, traits: .feed)
        let holder = bench.engine
        let isOpen = WaitableState(false)
        let requests = WaitableState<[Set<SupplierID>?]>([])
        let follower = follower(of: bench) { suppliers in
            requests.withLock { $0.append(suppliers) }
            await isOpen.wait { $0 }
            guard suppliers == nil else { return nil }
            holder.refresh()
            await holder.waitUntilIdle()
            return 3
        }
        let events = follower.events()
        let all = follower.refresh()
        #expect(follower.refresh() == all)
        let one = follower.refresh(.manual, of: ["good"])
        isOpen.withLock { $0 = true }
        let ends = await ends(of: 2, in: events)
        #expect(
            ends[all] == .done(FillOutcome(inserted: 3, failures: ["bad": .failed(Message("serverError"))])))
        #expect(ends[one] == .failed(EngineFailure(Message("followsOther"))), "no process does it")
        #expect(requests.withLock { $0.count } == 2)
    }

    @Test("A refresh of one supplier by another process does not report the failure of another supplier meanwhile")
    func forwardedSingle() async throws {
        let bench = Bench()
        let (good, bad) = (ScriptedSource(), ScriptedSource())
        bad.behavior.failure = SupplierError(.refused, Message("serverError"))
        bench.add("good", good, traits: .feed)
        bench.add("bad", bad, traits: .feed)
        let holder = bench.engine
        let follower = follower(of: bench) { _ in
            holder.refresh()
            await holder.waitUntilIdle()
            return 0
        }
        let events = follower.events()
        follower.refresh(.manual, of: ["good"])
        #expect(await ends(of: 1, in: events).values.first == .done(FillOutcome()))
    }

    @Test("A refresh of suppliers by another process leaves out paused ones unless it includes them")
    func forwardedPaused() async {
        let bench = Bench()
        for id in ["paused", "other"] as [SupplierID] { bench.add(id, ScriptedSource(), traits: .feed) }
        bench.controlUnit.setPaused(true, for: "paused")
        let requests = WaitableState<[Set<SupplierID>?]>([])
        let follower = follower(of: bench) { suppliers in
            requests.withLock { $0.append(suppliers) }
            return 0
        }
        let events = follower.events()
        follower.refresh(.manual, of: ["paused", "other"])
        follower.refresh(.manual, of: ["paused"])
        follower.refresh(.manual, of: ["paused"], includingPaused: true)
        let ends = await ends(of: 3, in: events)
        #expect(ends.values.allSatisfy { $0 == .done(FillOutcome()) })
        #expect(Set(requests.withLock { $0 }) == [["other"], ["paused"]])
    }

    @Test("A refresh that another process does can be cancelled: its end is not reported, and the next is another")
    func cancelledForwarded() async {
        let isOpen = WaitableState(false)
        let follower = follower(of: Bench()) { _ in
            await isOpen.wait { $0 }
            return 3
        }
        let events = follower.events()
        let cancelled = follower.refresh()
        follower.cancel(cancelled)
        let next = follower.refresh()
        isOpen.withLock { $0 = true }
        var ends: [FillID: [FillState]] = [:]
        for await event in events {
            guard case .fill(let fill, _, let state) = event, state.isFinal else { continue }
            ends[fill, default: []].append(state)
            if fill == next { break }
        }
        #expect(next != cancelled)
        #expect(ends == [cancelled: [.cancelled], next: [.done(FillOutcome(inserted: 3))]])
    }

    @Test("A refresh that another process does is cancelled there as soon as no call wants it any more")
    func withdrawnForwarded() async {
        let isCancelled = WaitableState(false)
        let follower = follower(of: Bench()) { _ in
            await withTaskCancellationHandler {
                await isCancelled.wait { $0 }
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
            return nil
        }
        let events = follower.events()
        let fill = follower.refresh()
        #expect(follower.refresh() == fill)
        follower.withdraw(fill)
        #expect(follower.refresh() == fill, "the first call still wants it")
        follower.withdraw(fill)
        follower.withdraw(fill)
        await isCancelled.wait { $0 }
        #expect(await ends(of: 1, in: events) == [fill: .cancelled])
    }

    /// Returns the ends of the next fills.
    private func ends(of count: Int, in events: AsyncStream<EngineEvent>) async -> [FillID: FillState] {
        var ends: [FillID: FillState] = [:]
        for await event in events {
            if case .fill(let fill, _, let state) = event, state.isFinal { ends[fill] = state }
            if ends.count == count { break }
        }
        return ends
    }

    /// Creates an engine that may not fetch, over the store and the suppliers of a bench.
    private func follower(
        of bench: Bench, _ forwardRefresh: @escaping StandardEngine.ForwardRefresh
    ) -> StandardEngine {
        StandardEngine(
            controlUnit: bench.controlUnit, store: bench.store, time: bench.time,
            obstacle: { Message("followsOther") }, forwardRefresh: forwardRefresh)
    }

    @Test("A refresh asks a paused supplier only if it includes paused ones, and leaves it paused and the others alone")
    func paused() async throws {
        let bench = Bench()
        let (paused, other) = (ScriptedSource(), ScriptedSource())
        for source in [paused, other] {
            source.add(5, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60))
        }
        bench.add("paused", paused, traits: .feed)
        bench.add("other", other, traits: .feed)
        bench.controlUnit.setPaused(true, for: "paused")
        _ = await bench.ended { bench.engine.refresh(.manual, of: ["paused"]) }
        #expect(paused.requests.isEmpty)
        _ = await bench.ended { bench.engine.refresh(.manual, of: ["paused"], includingPaused: true) }
        #expect(paused.requests.count == 1 && other.requests.isEmpty)
        #expect(await bench.controlUnit.unpausedSuppliers.map(\.id) == ["other"])
        await bench.refresh()
        #expect(paused.requests.count == 1 && other.requests.count == 1)
        #expect(try await bench.items(of: "paused").count == 5)
    }

    @Test("A refresh of one supplier that does not reach the last reading leaves a gap for that supplier alone")
    func singleAgedOut() async throws {
        let bench = Bench()
        let (first, second) = (ScriptedSource(), ScriptedSource())
        for source in [first, second] {
            source.add(5, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60))
            source.behavior.keeps = 5
        }
        bench.add("first", first, traits: .feed)
        bench.add("second", second, traits: .feed)
        await bench.refresh()
        bench.time.advance(by: .seconds(600))
        first.add(5, newest: bench.now.advanced(by: .seconds(-30)), every: .seconds(60))
        second.add(5, newest: bench.now.advanced(by: .seconds(-20)), every: .seconds(60))
        _ = await bench.ended { bench.engine.refresh(.manual, of: ["first"]) }
        #expect(await bench.gaps.map { $0.missing.map(\.supplier) } == [["first"]])
        await bench.refresh()
        #expect(Set(await bench.gaps.flatMap { $0.missing.map(\.supplier) }) == ["first", "second"])
        #expect(try await bench.items().count == 20)
    }

    @Test("A window whose items are all dated ahead leaves no gap between readings that meet at a known item")
    func readingsDatedAhead() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(5, newest: bench.now.advanced(by: .seconds(7200)), every: .seconds(60))
        bench.add("ahead", source, traits: .feed)
        await bench.refresh()
        bench.time.advance(by: .seconds(600))
        source.add(3, newest: bench.now.advanced(by: .seconds(7200)), every: .seconds(60))
        await bench.refresh()
        #expect(try await bench.items().count == 8)
        #expect(await bench.gaps.allSatisfy(\.timeframe.isEndless))
        // Readings that do not meet do leave one.
        bench.time.advance(by: .seconds(600))
        source.behavior.keeps = 3
        source.add(3, newest: bench.now.advanced(by: .seconds(7200)), every: .seconds(60))
        await bench.refresh()
        #expect(try await bench.items().count == 11)
        #expect(await !bench.gaps.allSatisfy(\.timeframe.isEndless))
    }

    @Test("A window dated ahead that holds no known item leaves a gap down to the newest known item")
    func lostBelowDatesAhead() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(5, newest: bench.now.advanced(by: .seconds(-17_001)), every: .seconds(60), prefix: "known")
        source.behavior.keeps = 5
        bench.add("ahead", source, traits: .feed)
        let known = try #require(source.posts.first).time
        await bench.refresh()
        #expect(await bench.gaps == [])
        bench.time.advance(by: .seconds(600))
        source.add(5, newest: bench.now.advanced(by: .seconds(-1000)), every: .seconds(3600), prefix: "lost")
        source.add(5, newest: bench.now.advanced(by: .seconds(7200)), every: .seconds(60), prefix: "ahead")
        await bench.refresh()
        #expect(
            await bench.gaps.map(\.timeframe)
                == [Timeframe(from: bench.now.flooredToSecond, downTo: known.secondAbove)].compactMap(\.self))
        #expect(await bench.gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
        // A reading that meets the last one changes nothing.
        let gaps = await bench.gaps
        bench.time.advance(by: .seconds(600))
        source.add(2, newest: bench.now.advanced(by: .seconds(7200)), every: .seconds(60), prefix: "next")
        await bench.refresh()
        #expect(await bench.gaps == gaps)
    }

    @Test("A refresh asks a supplier whose threshold lies in the future", arguments: [1, 3600])
    func thresholdAhead(seconds: Int) async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(5, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60))
        bench.add("ahead", source, traits: .feed).setThreshold(bench.now.advanced(by: .seconds(seconds)))
        await bench.refresh()
        source.add(1, newest: bench.now, every: .seconds(60))
        await bench.refresh()
        #expect(source.requests.count == 2)
        _ = await bench.ended { bench.engine.refresh(.manual, of: ["ahead"]) }
        #expect(source.requests.count == 3)
    }

    @Test("A window of future items is asked conditionally once it was seen a second time")
    func datedAhead() async throws {
        let bench = Bench()
        let events = ScriptedSource()
        events.add(5, newest: bench.now.advanced(by: .seconds(86_400)), every: .seconds(60))
        events.behavior.answersNotModified = true
        bench.add("events", events, traits: .feed)
        for _ in 0..<3 {
            await bench.refresh()
            bench.time.advance(by: .seconds(600))
        }
        #expect(events.requests.map { $0.memory != nil } == [false, false, true])
    }

    @Test("A refresh without news asks every supplier once and changes no row")
    func nothingNew() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(10, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60))
        feed.behavior.answersNotModified = true
        let stream = ScriptedSource()
        stream.add(100, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60))
        bench.add("feed", feed, traits: .feed)
        bench.add("stream", stream)
        await bench.refresh()
        let before = try await bench.rows()
        let requests = (feed.requests.count, stream.requests.count)
        bench.time.advance(by: .seconds(600))
        let events = bench.engine.events()
        await bench.refresh()
        #expect(try await bench.rows() == before)
        #expect(feed.requests.count == requests.0 + 1)
        #expect(stream.requests.count == requests.1 + 1)
        for await event in events {
            if case .committed(let changes, _) = event {
                #expect(changes.isEmpty)
                break
            }
        }
    }

    @Test("A window that has moved past the known items leaves a gap that says so")
    func agedOut() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(5, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "a")
        feed.behavior.keeps = 5
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        bench.time.advance(by: .seconds(3600))
        feed.add(10, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "b")
        await bench.refresh()
        let gaps = await bench.gaps
        #expect(gaps.count == 1)
        #expect(gaps.first?.missing == [.init(supplier: "feed", cause: .agedOut())])
        #expect(gaps.first?.canBeFilled == false)
        #expect(try await bench.items().count == 10)
    }

    @Test("A window that has moved on leaves a gap even if all its items are dated before the last refresh")
    func turnedOver() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(5, newest: bench.now.advanced(by: .seconds(-5_000)), every: .seconds(60), prefix: "a")
        feed.behavior.keeps = 5
        let known = try #require(feed.posts.first).time
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        #expect(await bench.gaps.isEmpty)
        bench.time.advance(by: .seconds(600))
        feed.add(10, newest: known.advanced(by: .seconds(4_000)), every: .seconds(60), prefix: "b")
        let oldest = feed.posts[4].time
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .agedOut())])
        #expect(
            gap.timeframe
                == Timeframe(
                    from: oldest.secondAbove,
                    downTo: known.secondAbove))
        #expect(try await bench.items() == feed.posts.prefix(5).map(\.id) + feed.posts.suffix(5).map(\.id))
        bench.time.advance(by: .seconds(600))
        feed.behavior.keeps = 12
        await bench.refresh()
        #expect(await bench.gaps.isEmpty, "a window that holds an item from below joins what was torn")
    }

    @Test("A window that has moved on leaves a gap even if it ends in the last second before the last refresh")
    func turnedOverWithinSecond() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(5, newest: bench.now.advanced(by: .seconds(-5_000)), every: .seconds(60), prefix: "a")
        feed.behavior.keeps = 5
        let known = try #require(feed.posts.first).time
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        let lastRead = bench.now.flooredToSecond
        bench.time.advance(by: .seconds(600))
        feed.add(10, newest: lastRead.advanced(by: .milliseconds(-1)), every: .milliseconds(1), prefix: "b")
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .agedOut())])
        #expect(
            gap.timeframe == Timeframe(from: lastRead, downTo: known.secondAbove))
    }

    @Test("The gap of a window that has moved on can be filled if the source can be paged")
    func turnedOverAndPaged() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(5, newest: bench.now.advanced(by: .seconds(-5_000)), every: .seconds(60), prefix: "a")
        let known = try #require(feed.posts.first).time
        feed.behavior.page = 5
        bench.add("feed", feed, traits: SupplierTraits(shape: .window))
        await bench.refresh()
        await bench.fillEverything()
        bench.time.advance(by: .seconds(600))
        feed.add(10, newest: known.advanced(by: .seconds(4_000)), every: .seconds(60), prefix: "b")
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .notAsked)])
        await bench.fill(gap, .all)
        #expect(await bench.gaps.isEmpty)
        #expect(try await bench.items() == feed.posts.map(\.id))
    }

    @Test("The gap of a paged window of future items begins at the request and can be filled")
    func turnedOverAheadAndPaged() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(5, newest: bench.now.advanced(by: .seconds(-5_000)), every: .seconds(60), prefix: "a")
        let known = try #require(feed.posts.first).time
        feed.behavior.page = 5
        bench.add("feed", feed, traits: SupplierTraits(shape: .window))
        await bench.refresh()
        await bench.fillEverything()
        feed.add(10, newest: bench.now, every: .seconds(1), prefix: "b")
        bench.time.set(bench.now.advanced(by: .seconds(-600)))
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(
            gap.timeframe
                == Timeframe(
                    from: bench.now.flooredToSecond, downTo: known.secondAbove))
        await bench.fillEverything()
        #expect(await bench.gaps.isEmpty)
        #expect(Set(try await bench.items()) == Set(feed.posts.map(\.id)))
    }

    @Test(
        "A window filled by a single second shows what may have been lost, whatever it claims",
        arguments: [false, true])
    func filledBySecond(isSilentOnClaims: Bool) async throws {
        let bench = Bench()
        let feed = ScriptedSource([.init(id: "ahead", time: bench.now.advanced(by: .seconds(5_000)))])
        feed.add(3, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60), prefix: "old")
        feed.behavior.keeps = 5
        feed.behavior.answersNotModified = true
        feed.behavior.isSilentOnClaims = isSilentOnClaims
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        bench.time.advance(by: .seconds(600))
        let second = bench.now.flooredToSecond
        feed.add((0..<8).map { .init(id: "burst\($0)", time: second, order: Int64($0)) })
        await bench.refresh()
        bench.time.advance(by: .seconds(600))
        await bench.refresh()
        #expect(try await bench.items().prefix(4) == ["burst0", "burst1", "burst2", "burst3"])
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .agedOut())])
        #expect(gap.timeframe.contains(second), "burst4 to burst7 have left the window unread")
    }

    @Test("A window filled by a single second shows a possible loss despite a known item without a date")
    func filledBySecondBesideUndated() async throws {
        let bench = Bench()
        let feed = ScriptedSource([
            .init(id: "undated", time: bench.now.advanced(by: .seconds(5_000)), isDated: false)
        ])
        feed.add(3, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60), prefix: "old")
        feed.behavior.keeps = 5
        feed.behavior.answersNotModified = true
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        bench.time.advance(by: .seconds(600))
        await bench.refresh()
        let second = bench.now.flooredToSecond
        feed.add((0..<8).map { .init(id: "burst\($0)", time: second, order: Int64($0)) })
        await bench.refresh()
        bench.time.advance(by: .seconds(600))
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .agedOut())])
        #expect(gap.timeframe.contains(second), "burst4 to burst7 have left the window unread")
    }

    @Test(
        "A window of a single second shows what may have been lost, although the clock was set back over that second",
        arguments: [true, false])
    func filledBySecondReadTwice(isAhead: Bool) async throws {
        let bench = Bench()
        let feed = ScriptedSource([.init(id: "ahead", time: bench.now.advanced(by: .seconds(5_000)))])
        feed.add(3, newest: bench.now.advanced(by: .seconds(-5_000)), every: .seconds(60), prefix: "old")
        feed.behavior.keeps = 5
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        let first = bench.now
        bench.time.set(first.advanced(by: .seconds(-600)))
        let second = bench.now.flooredToSecond
        // Items that are dated ahead get their places in the second of the refresh.
        let date = isAhead ? first.advanced(by: .seconds(6_000)) : second
        feed.add((0..<8).map { .init(id: "burst\($0)", time: date, order: Int64($0)) })
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .agedOut())])
        #expect(gap.timeframe.contains(second), "some of the burst have left the window unread")
    }

    @Test("A window whose oldest item is filtered ends where the source says")
    func windowEndsInWhatIsLeftOut() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(10, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(1000))
        let oldest = try #require(source.posts.last)
        source.behavior.filters = [oldest.id]
        bench.add("feed", source, traits: .feed)
        await bench.refresh()
        let floor = try #require(try await bench.store.record().supplierStates["feed"]?.floor)
        #expect(floor.time == oldest.time.secondAbove)
    }

    @Test("A gap between two loaded ranges of a busy stream can be filled completely")
    func standardGap() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30), prefix: "a")
        bench.add("stream", stream)
        await bench.refresh()
        bench.time.advance(by: .seconds(6000))
        stream.add(199, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30), prefix: "b")
        await bench.refresh()
        var gaps = await bench.gaps
        #expect(gaps.map(\.timeframe.isEndless) == [false, true])
        var rounds = 0
        while let gap = await bench.gaps.first, !gap.timeframe.isEndless, rounds < 20 {
            await bench.fill(gap)
            rounds += 1
        }
        gaps = await bench.gaps
        #expect(gaps.map(\.timeframe.isEndless) == [true])
        #expect(rounds > 1)
        #expect(try await bench.items() == stream.posts.filter { $0.time >= gaps[0].timeframe.start }.map(\.id))
    }

    @Test("The first refresh reports tickets that an earlier fill stored unseen")
    func storedBefore() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now, every: .seconds(60))
        bench.add("stream", source)
        await bench.engine.suppliersChanged()
        await bench.fill(try #require(await bench.gaps.first), .until(bench.now))
        #expect(try await bench.items().isEmpty)
        let events = bench.engine.events()
        await bench.refresh()
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(Set(changes.inserted.map(\.row)) == Set(try await bench.rows().map(\.id)))
            break
        }
        #expect(try await bench.items() == source.posts.map(\.id))
    }

    @Test("A refresh reports stored tickets below the old end of the Track when it reaches them")
    func revealed() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now, every: .seconds(60))
        bench.add("stream", source)
        await bench.engine.suppliersChanged()
        await bench.fill(try #require(await bench.gaps.first), .until(bench.now))
        let events = bench.engine.events()
        await bench.refresh()
        for await event in events {
            guard case .fill(_, _, .done(let outcome)) = event else { continue }
            #expect(outcome.inserted + outcome.revealed == source.posts.count && outcome.revealed > 0)
            break
        }
    }

    @Test("A second refresh that is queued during the first runs only once")
    func coalescing() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.behavior.isSilent = true
        bench.add("stream", source)
        let running = bench.engine.refresh()
        await source.waitForRequests(1)
        let queued = bench.engine.refresh(.routine)
        #expect(queued != running)
        #expect(bench.engine.refresh(.manual) == queued)
        #expect(bench.engine.refresh(.routine) == queued)
        source.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(source.requests.map(\.occasion) == [.manual, .manual])
        bench.engine.refresh(.routine)
        await bench.engine.waitUntilIdle()
        #expect(source.requests.last?.occasion == .routine)
    }

    @Test("A routine refresh skips sources that are not due, and one by the user asks them")
    func routineRest() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now, every: .seconds(60))
        source.behavior.routineRest = .seconds(600)
        bench.add("feed", source, traits: .feed)
        await bench.refresh()
        bench.time.advance(by: .seconds(300))
        bench.engine.refresh(.routine)
        await bench.engine.waitUntilIdle()
        #expect(source.requests.count == 1)
        bench.engine.refresh(.manual)
        await bench.engine.waitUntilIdle()
        #expect(source.requests.count == 2)
        bench.time.advance(by: .seconds(600))
        bench.engine.refresh(.routine)
        await bench.engine.waitUntilIdle()
        #expect(source.requests.count == 3)
    }

    @Test("A fill continues until the requesting view shows enough tickets")
    func minimumInView() async throws {
        for view in [TrackView.all, TrackView(suppliers: ["quiet", "silent"])] {
            let bench = Bench(limits: PoolLimits(minimum: 10, maximum: 2000))
            let busy = ScriptedSource()
            busy.add(1000, newest: bench.now, every: .seconds(60), prefix: "b")
            let quiet = ScriptedSource()
            quiet.add(40, newest: bench.now.advanced(by: .seconds(-30)), every: .seconds(1500), prefix: "q")
            bench.add("busy", busy)
            bench.add("quiet", quiet)
            await bench.refresh()
            let before = try await bench.items(of: "quiet").count
            let gap = try #require(await bench.gaps.first)
            _ = await bench.ended { bench.engine.fill(gap.id, from: .newer, amount: .pool, in: view) }
            let came = try await bench.items(of: "quiet").count - before
            #expect(view == .all ? came < 10 : came >= 10)
        }
    }

    @Test(
        "A fill continues until the selected topics show enough tickets with the current filter",
        arguments: [
            TrackView(topics: TopicSelection(["rare"])), TrackView(topics: TopicSelection(["rare", "odd"])),
            TrackView(topics: TopicSelection(["rare", "odd"], .intersection), filter: .on),
            TrackView(filter: .hiddenOnly), TrackView(topics: TopicSelection(["rare"]), starredOnly: true),
        ])
    func minimumOfTopics(_ view: TrackView) async throws {
        let bench = Bench(limits: PoolLimits(minimum: 10, maximum: 60))
        try await bench.store.adopt(BitClassifier(["rare", "odd", "hide"]))
        let source = ScriptedSource()
        source.add(2000, newest: bench.now, every: .seconds(60))
        bench.add("stream", source)
        await bench.refresh()
        var counted = view
        counted.starredOnly = false
        let before = try await bench.store.counts(in: counted)
        let gap = try #require(await bench.gaps.first)
        let state = await bench.ended { bench.engine.fill(gap.id, from: .newer, amount: .pool, in: view) }
        let after = try await bench.store.counts(in: counted)
        #expect(after.total - before.total >= 10)
        // And no further than necessary.
        guard case .done(let outcome) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(outcome.inserted < 400)
    }

    @Test("A fill of a whole gap requests pages as large as the source allows")
    func largePages() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(1_000, newest: bench.now, every: .seconds(60))
        source.behavior.page = 400
        bench.add("stream", source, traits: SupplierTraits(maximumPage: 400))
        await bench.refresh()
        #expect(source.requests.map(\.maximum) == [60])
        let before = source.requests.count
        await bench.fill(try #require(await bench.gaps.first), .all)
        #expect(source.requests.dropFirst(before).allSatisfy { $0.maximum == 400 })
        #expect(source.requests.count <= before + 4)
        #expect(try await bench.items().count == 1_000)
    }

    @Test("After a restart of the suppliers a gap is filled from its ticket instead of a dropped token")
    func restart() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(300, newest: bench.now, every: .seconds(60))
        let supplier = bench.add("stream", source)
        await bench.refresh()
        let before = source.requests.count
        await bench.engine.restartSuppliers()
        #expect(supplier.log.last == "clear")
        await bench.fill(try #require(await bench.gaps.first))
        let origin = try #require(source.requests.dropFirst(before).first?.origin)
        guard case .anchor = origin else {
            Issue.record("It began at \(origin).")
            return
        }
    }

    @Test("No request goes below the control unit's threshold, and the Track ends there")
    func threshold() async throws {
        struct Limited: ForwardingControlUnit {
            let base: ModularControlUnit
            let suppliersTimeThreshold: Timestamp?

            func record(filtered: [SupplierID: [FilteredAtSource]]) async {}
        }
        let bench = Bench()
        let source = ScriptedSource()
        source.add(300, newest: bench.now, every: .seconds(60))
        bench.add("stream", source)
        let engine = StandardEngine(
            controlUnit: Limited(
                base: bench.controlUnit, suppliersTimeThreshold: bench.now.advanced(by: .seconds(-6000))),
            store: bench.store, time: bench.time)
        engine.refresh()
        await engine.waitUntilIdle()
        for _ in 0..<10 {
            guard let gap = await engine.snapshot.gaps.first else { break }
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
        }
        #expect(await engine.snapshot.gaps.isEmpty)
        #expect(try await bench.items().count >= 100)
        #expect(source.requests.allSatisfy { ($0.bound ?? bench.now) >= bench.now.advanced(by: .seconds(-6001)) })
    }

    @Test("An item deleted on one page of a fill is not restored by an edit on another")
    func deletedAndEdited() async throws {
        let bench = Bench()
        let (now, time) = (bench.now, bench.now.advanced(by: .seconds(-100)))
        let supplier = AnsweringSupplier("source") { _ throws(SupplierError) in
            FetchAnswer(
                items: [SourceItem(id: "1", orderTime: time, body: TicketBody(text: .plain("first")))],
                claims: [Claim](from: now, downTo: .beginningOfTime), end: .trueEnd)
        }
        bench.controlUnit.add(supplier, for: "source")
        await bench.refresh()
        bench.time.advance(by: .seconds(60))
        supplier.answers { request throws(SupplierError) in
            guard case .token = request.origin else {
                return FetchAnswer(next: Token("2"), end: .more, deleted: ["1"])
            }
            return FetchAnswer(
                items: [SourceItem(id: "1", orderTime: time, body: TicketBody(text: .plain("second")))],
                claims: [Claim](from: request.now, downTo: .beginningOfTime), end: .trueEnd)
        }
        let events = bench.engine.events()
        bench.engine.refresh()
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.removed.contains(.ticket(TicketID(supplier: "source", item: "1"))))
            #expect(changes.reloaded.isEmpty)
            break
        }
        await bench.engine.waitUntilIdle()
        #expect(try await bench.items().isEmpty)
    }

    @Test("Changed facts about an item with the same text arrive and are not an edit")
    func factsAbout() async throws {
        let bench = Bench()
        let (now, time) = (bench.now, bench.now.advanced(by: .seconds(-100)))
        let bodies = [
            TicketBody(text: .plain("text")), TicketBody(text: .plain("text"), reactions: [.like]),
            TicketBody(text: .plain("text"), tags: ["swift"]), TicketBody(text: .plain("text"), language: "es"),
            TicketBody(text: .plain("text"), summary: .plain("short")),
        ]
        let supplier = AnsweringSupplier("source") { _ throws(SupplierError) in FetchAnswer(end: .unknown) }
        bench.controlUnit.add(supplier, for: "source")
        for body in bodies {
            supplier.answers { _ throws(SupplierError) in
                FetchAnswer(
                    items: [SourceItem(id: "1", orderTime: time, body: body)],
                    claims: [Claim](from: now, downTo: .beginningOfTime), end: .trueEnd)
            }
            guard case .done(let outcome) = await bench.refresh() else {
                Issue.record("the refresh did not end well")
                return
            }
            #expect(outcome.updated == 0)
            #expect(try await bench.entries().map(\.ticket.body) == [body])
            bench.time.advance(by: .seconds(60))
        }
    }
}

/// Returns the identities of the posts visible above the Track's last gap.
func shown(_ source: ScriptedSource, above gap: Gap) -> [String] {
    source.posts.filter { $0.time >= gap.timeframe.start }.map(\.id)
}
