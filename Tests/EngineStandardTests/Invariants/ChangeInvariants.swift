import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Invariants of changes", .tags(.invariant))
struct ChangeInvariants {
    @Test("Invariant 13: a late item gets its own place, is marked late and moves no other ticket")
    func late() async throws {
        let bench = Bench()
        let feed = ScriptedSource.crowded(
            20, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "f")
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        let before = try await bench.entries()
        #expect(before.allSatisfy { !$0.isLate })
        bench.time.advance(by: .seconds(60))
        feed.add([
            .init(id: "late", time: before[7].ticket.key.time.advanced(by: .milliseconds(1))),
            .init(id: "new", time: bench.now.advanced(by: .seconds(-5))),
        ])
        await bench.refresh()
        let after = try await bench.entries()
        #expect(after.filter(\.isLate).map(\.ticket.id.item) == ["late"])
        #expect(after.map(\.ticket.id.item) == feed.posts.map(\.id))
        #expect(after.filter { !["late", "new"].contains($0.ticket.id.item) } == before)
    }

    @Test("Invariant 16: an edit changes content in place and keeps the user's marks")
    func edit() async throws {
        let bench = Bench()
        let feed = ScriptedSource.crowded(
            20, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "f")
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        let before = try await bench.rows().map(\.place)
        let id = TicketID(supplier: "feed", item: "f6")
        _ = try await bench.store.mark([id], MarkChange(read: true, starred: true))
        feed.edit("f6", text: "said better")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(try await bench.rows().map(\.place) == before)
        let entry = try #require(try await bench.store.entry(id))
        #expect(entry.ticket.body.text.source == "said better")
        #expect(entry.marks == Marks(isRead: true, isStarred: true))
    }

    @Test("Invariant 16: a deletion keeps the bounds of every gap, even at the deleted ticket")
    func deletion() async throws {
        let bench = Bench()
        let stream = ScriptedSource.crowded(
            100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "s")
        bench.add("stream", stream)
        await bench.refresh()
        let gaps = await bench.gaps
        let bounding = try #require(try await bench.items().last)
        stream.delete(bounding)
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(await bench.gaps == gaps)
        #expect(try await bench.items() == shown(stream, above: gaps[0]))
        stream.expireTokens()
        await bench.fillEverything()
        #expect(try await bench.items() == stream.posts.map(\.id))
    }

    @Test("Invariant 19: an added supplier opens gaps over what is loaded, and no ticket moves")
    func joining() async throws {
        let bench = Bench()
        let first = ScriptedSource.crowded(
            100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "a")
        bench.add("first", first)
        await bench.refresh()
        let entries = try await bench.entries()
        let visibleRanges = await bench.engine.snapshot.visibleRanges
        bench.add(
            "second", .crowded(100, newest: bench.now.advanced(by: .seconds(-2)), every: .seconds(60), prefix: "b"))
        await bench.engine.suppliersChanged()
        let gaps = await bench.gaps
        #expect(gaps.map(\.kind) == [.partial, .full])
        #expect(gaps.map { $0.missing.map(\.supplier) } == [["second"], ["first", "second"]])
        #expect(TimeframeSet([gaps[0].timeframe]) == visibleRanges)
        #expect(try await bench.entries() == entries)
        while let gap = await bench.gaps.first, gap.kind == .partial {
            await bench.fill(gap, .count(5))
            #expect(try await bench.entries().filter { $0.ticket.supplier == "first" } == entries)
        }
    }

    @Test("Invariant 20: a removed supplier takes its tickets and gaps along, and adding it again restores both")
    func leaving() async throws {
        let bench = Bench()
        bench.add(
            "first", .crowded(100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "a"))
        await bench.refresh()
        let alone = (try await bench.rows(), await bench.gaps)
        let second = ScriptedSource.crowded(
            100, newest: bench.now.advanced(by: .seconds(-2)), every: .seconds(60), prefix: "b")
        second.behavior.page = 9
        bench.add("second", second, traits: SupplierTraits(maximumPageItems: 9))
        await bench.engine.suppliersChanged()
        await bench.fill(try #require(await bench.gaps.first), .count(5))
        let both = (try await bench.rows(), await bench.gaps)
        #expect(both.1.count == 2)
        let requests = second.requests.count
        bench.controlUnit.remove("second")
        await bench.engine.suppliersChanged()
        #expect(try await bench.rows() == alone.0)
        #expect(await bench.gaps == alone.1)
        bench.add("second", second, traits: SupplierTraits(maximumPageItems: 9))
        await bench.engine.suppliersChanged()
        #expect(try await bench.rows() == both.0)
        #expect(await bench.gaps == both.1)
        #expect(second.requests.count == requests)
    }

    @Test("Invariant 21: switching a filter on and off changes nothing, and no filter affects coverage or full gaps")
    func filters() async throws {
        let bench = Bench()
        for name in ["a", "b"] {
            bench.add(
                SupplierID(name),
                .crowded(90, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: name))
        }
        await bench.refresh()
        bench.time.advance(by: .seconds(9000))
        await bench.refresh()
        let marked = try await bench.entries().filter { $0.ticket.key.nativeOrder == 1 }.map(\.ticket.id)
        _ = try await bench.store.mark(marked, MarkChange(read: true, starred: true))
        let rows = try await bench.rows()
        let record = try await bench.store.record()
        let full = record.gaps.filter { $0.kind == .full }
        for view in [
            TrackView(suppliers: ["a"]), TrackView(unreadOnly: true), TrackView(starredOnly: true),
            TrackView(suppliers: []), TrackView(suppliers: ["b"], unreadOnly: true, starredOnly: true),
        ] {
            let restricted = try await bench.rows(view)
            #expect(restricted.count < rows.count)
            // A view of one supplier shows what a full gap withholds because of others, and has the supplier's own gaps.
            #expect(
                restricted.compactMap { row in if case .gap(let gap) = row, gap.kind == .full { gap } else { nil } }
                    == (view.onlySupplier == nil ? full : []))
            #expect(try await bench.rows() == rows)
            #expect(try await bench.store.record() == record)
        }
    }

    @Test("Invariant 22: a fill of only filtered items shrinks the gap and counts the items")
    func filteredOnly() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(140, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        stream.behavior.filters = Set(stream.posts.dropFirst(40).prefix(80).map(\.id))
        // Each page repeats the filtered items of the page above.
        stream.behavior.overlap = 3
        bench.add("stream", stream)
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        let until = stream.posts[100].time
        let outcome = try await bench.fill(gap, .until(until)).outcome()
        #expect(outcome.inserted == 0)
        #expect(outcome.filtered == 80)
        let rest = try #require(await bench.gaps.first)
        #expect(rest.timeframe.start <= until)
        #expect(rest.timeframe.end == gap.timeframe.end)
        await bench.fillEverything()
        #expect(try await bench.items().count == 60)
    }
}
