import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Invariants of order", .tags(.invariant))
struct OrderInvariants {
    /// A ticket's place with its own comparison, independent of the engine's.
    private struct Place: Equatable {
        let time: Int64
        let supplier: String
        let order: Int64
        let item: String

        init(_ key: OrderKey) {
            self.init(
                time: key.time.milliseconds, supplier: key.id.supplier.rawValue, order: key.nativeOrder,
                item: key.id.item)
        }

        init(time: Int64, supplier: String, order: Int64, item: String) {
            self.time = time
            self.supplier = supplier
            self.order = order
            self.item = item
        }

        static func precedes(_ lhs: Place, _ rhs: Place) -> Bool {
            (-lhs.time, lhs.supplier, lhs.order, lhs.item) < (-rhs.time, rhs.supplier, rhs.order, rhs.item)
        }
    }

    @Test("Invariant 1: order is total and deterministic: by time, supplier, native order and item")
    func total() async throws {
        let second = Timestamp(seconds: 1_799_999_000)
        var tracks: [[Place]] = []
        for (suppliers, page) in [(["a", "b", "c"], 5), (["c", "a", "b"], 9), (["b", "c", "a"], 60)] {
            let bench = Bench()
            for supplier in suppliers {
                let source = ScriptedSource(
                    (0..<24)
                        .map { index in
                            .init(
                                id: "\(index)", time: second.advanced(by: .milliseconds(index % 3)),
                                order: Int64(index % 2))
                        })
                source.behavior.page = page
                bench.add(SupplierID(supplier), source)
            }
            await bench.refresh()
            await bench.fillEverything()
            tracks.append(try await bench.entries().map { Place($0.ticket.key) })
        }
        let expected = ["a", "b", "c"]
            .flatMap { supplier in
                (0..<24)
                    .map { index in
                        Place(
                            time: second.milliseconds + Int64(index % 3), supplier: supplier, order: Int64(index % 2),
                            item: "\(index)")
                    }
            }
            .sorted(by: Place.precedes)
        for track in tracks { #expect(track == expected) }
    }

    @Test("Invariant 2: a ticket's place is fixed at first sight, and an edit of its date does not move it")
    func frozen() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(9, newest: bench.now.advanced(by: .seconds(-10)), every: .seconds(60))
        bench.add("feed", feed, traits: .feed)
        await bench.refresh()
        let before = try await bench.rows().map(\.place)
        var posts = feed.posts
        for (index, shift) in [(1, -3600), (4, 300), (7, 7200)] {
            posts[index].time = posts[index].time.advanced(by: .seconds(shift))
            posts[index].order = 5
            posts[index].text = "dated anew"
        }
        feed.replace(posts)
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(try await bench.rows().map(\.place) == before)
        let edited = try await bench.entries().filter { $0.ticket.body.text.source == "dated anew" }
        #expect(edited.count == 3, "the edits themselves came")
    }

    @Test("Invariant 3: no operation changes the order of the remaining tickets")
    func survivors() async throws {
        let bench = Bench()
        let stream = ScriptedSource.crowded(
            120, newest: bench.now.advanced(by: .seconds(-1)), every: .milliseconds(700), prefix: "s")
        stream.behavior.page = 7
        stream.behavior.overlap = 2
        let feed = ScriptedSource.crowded(
            30, newest: bench.now.advanced(by: .seconds(-2)), every: .seconds(2), prefix: "f")
        bench.add("stream", stream, traits: SupplierTraits(pagesNewer: true, maximumPageItems: 7))
        bench.add("feed", feed, traits: .feed)
        let steps: [(String, (Bench) async throws -> Void)] = [
            ("refresh", { await $0.refresh() }),
            (
                "fill",
                { bench in
                    for gap in await bench.gaps { await bench.fill(gap, .count(40)) }
                }
            ),
            (
                "refresh past a gap",
                { bench in
                    bench.time.advance(by: .seconds(900))
                    stream.add(200, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(4), prefix: "n")
                    feed.add(9, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "n")
                    await bench.refresh()
                }
            ),
            (
                "fill upwards",
                { bench in
                    for gap in await bench.gaps { await bench.fill(gap, from: .older) }
                }
            ),
            (
                "late items",
                { bench in
                    feed.add(5, newest: bench.now.advanced(by: .seconds(-300)), every: .milliseconds(900), prefix: "l")
                    await bench.refresh()
                }
            ),
            (
                "edits and deletions",
                { bench in
                    feed.edit("f3", text: "edited")
                    feed.delete("f5")
                    await bench.refresh()
                }
            ),
            (
                "a supplier comes",
                { bench in
                    bench.add(
                        "calm",
                        .crowded(40, newest: bench.now.advanced(by: .seconds(-30)), every: .seconds(20), prefix: "c"))
                    await bench.engine.suppliersChanged()
                    for gap in await bench.gaps { await bench.fill(gap) }
                }
            ),
            (
                "a supplier goes",
                { bench in
                    bench.controlUnit.remove("feed")
                    await bench.engine.suppliersChanged()
                }
            ),
            (
                "it comes back",
                { bench in
                    bench.add("feed", feed, traits: .feed)
                    await bench.engine.suppliersChanged()
                    await bench.refresh()
                }
            ),
            ("everything", { await $0.fillEverything() }),
        ]
        var before: [TicketID] = []
        for (name, step) in steps {
            try await step(bench)
            let now = try await bench.entries().map(\.ticket.id)
            let stayed = Set(before).intersection(now)
            #expect(now.filter(stayed.contains) == before.filter(stayed.contains), "after: \(name)")
            #expect(stayed.count >= before.count / 2, "after: \(name)")
            before = now
        }
    }

    @Test("Invariant 4: no item appears twice, however pages overlap")
    func unique() async throws {
        let bench = Bench()
        let stream = ScriptedSource.crowded(
            150, newest: bench.now.advanced(by: .seconds(-1)), every: .milliseconds(400), prefix: "s")
        stream.behavior.page = 11
        stream.behavior.overlap = 6
        stream.behavior.doubles = true
        stream.behavior.shortBy = 2
        bench.add("stream", stream, traits: SupplierTraits(pagesNewer: true, maximumPageItems: 11))
        await bench.refresh()
        stream.expireTokens()
        await bench.fill(try #require(await bench.gaps.first), .count(20))
        stream.behavior.overlap = 0
        await bench.fillEverything()
        #expect(try await bench.items() == stream.posts.map(\.id))
    }

    @Test(
        "Invariant 10: items with equal times across a page boundary are all there",
        arguments: [3, 7, 40])
    func equalTimes(page: Int) async throws {
        let bench = Bench()
        let moment = bench.now.advanced(by: .milliseconds(-20_300))
        let stream = ScriptedSource((0..<40).map { .init(id: "t\($0)", time: moment, order: Int64($0)) })
        stream.add(20, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(1), prefix: "n")
        stream.add(20, newest: moment.advanced(by: .seconds(-1)), every: .seconds(1), prefix: "o")
        stream.behavior.page = page
        bench.add("stream", stream)
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items() == stream.posts.map(\.id))
        #expect(stream.requests.count >= 80 / page)
    }

    @Test("Invariant 14: an item dated in the future permanently gets the time of its fetch")
    func future() async throws {
        let bench = Bench()
        let feed = ScriptedSource()
        feed.add(3, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60))
        feed.behavior.skew = .seconds(7200)
        bench.add("feed", feed, traits: .feed)
        let fetched = bench.now
        await bench.refresh()
        bench.time.advance(by: .seconds(10_000))
        await bench.refresh()
        let tickets = try await bench.entries().map(\.ticket)
        #expect(tickets.map(\.key.time) == [fetched, fetched, fetched])
        #expect(Set(tickets.map(\.shownTime)) == Set(feed.posts.map { $0.time.advanced(by: .seconds(7200)) }))
    }

    @Test("Invariant 15: setting the clock, here or at the source, reorders nothing")
    func clocks() async throws {
        let bench = Bench()
        let feed = ScriptedSource.crowded(
            20, newest: bench.now.advanced(by: .seconds(-4000)), every: .seconds(300), prefix: "f")
        let stream = ScriptedSource.crowded(
            30, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(200), prefix: "s")
        bench.add("feed", feed, traits: .feed)
        bench.add("stream", stream)
        await bench.refresh()
        await bench.fillEverything()
        let before = try await bench.rows()
        #expect(before.count == 50)
        let right = bench.now
        let steps: [(String, () -> Void)] = [
            ("our clock goes back by three hours", { bench.time.set(right.advanced(by: .seconds(-10_800))) }),
            ("our clock goes ahead by a day", { bench.time.set(right.advanced(by: .seconds(86_400))) }),
            ("our clock is right again", { bench.time.set(right.advanced(by: .seconds(60))) }),
            ("the source's clock is an hour ahead", { feed.behavior.skew = .seconds(3600) }),
            ("the source's clock is two hours behind", { feed.behavior.skew = .seconds(-7200) }),
        ]
        for (name, step) in steps {
            step()
            feed.edit("f3", text: name)
            await bench.refresh()
            let rows = try await bench.rows()
            #expect(rows.map(\.place) == before.map(\.place), "after: \(name)")
        }
    }
}
