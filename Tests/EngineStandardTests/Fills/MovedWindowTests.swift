import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Windows that have moved past the known items")
struct MovedWindowTests {
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
        let floor = try #require(try await bench.store.record().supplierStates["feed"]?.ranges.floor)
        #expect(floor.time == oldest.time.secondAbove)
    }
}
