import EngineConcepts
import EngineStandard
import EngineTestSupport
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
        let outcome = try state.outcome()
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
            let outcome = try await bench.refresh().outcome()
            #expect(outcome.updated == 0)
            #expect(try await bench.entries().map(\.ticket.body) == [body])
            bench.time.advance(by: .seconds(60))
        }
    }
}
