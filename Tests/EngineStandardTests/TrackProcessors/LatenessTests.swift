import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@Suite("Reading ranges again for late items")
struct LatenessTests {
    private let bench = Bench()
    private let source = ScriptedSource()
    private let traits = SupplierTraits(maximumPageItems: 10, lateness: .seconds(3600))

    /// Reads a stream with a post every minute down to an hour and more.
    private func readAll() async {
        source.behavior.page = 10
        source.add(300, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        bench.add("stream", source, traits: traits)
        await bench.refresh()
        for _ in 0..<20 {
            guard let gap = await bench.gaps.first(where: \.canBeFilled) else { break }
            await bench.fill(gap, .all)
        }
    }

    private func later(_ seconds: Int) -> Timestamp {
        bench.time.advance(by: .seconds(seconds))
        return bench.now
    }

    @Test("The next refresh finds a late item within the supplier's lateness and marks it")
    func lateItems() async throws {
        await readAll()
        let before = try await bench.items()
        let time = bench.now.advanced(by: .seconds(-3000))
        _ = later(120)
        source.add([.init(id: "late", time: time)])
        let outcome = try await bench.refresh().outcome()
        #expect(outcome.late == 1 && outcome.inserted == 1)
        let items = try await bench.items()
        #expect(items.filter { $0 != "late" } == before)
        let late = try await bench.rows().compactMap(\.entry).filter(\.isLate)
        #expect(late.map(\.ticket.id.item) == ["late"])
        let place = try #require(items.firstIndex(of: "late"))
        let times = try await bench.rows().compactMap(\.entry?.ticket.key.time)
        #expect(times == times.sorted(by: >))
        #expect(place == 50)
    }

    @Test("Items dated before the last refresh are not counted as late if they stand above all others")
    func lateOnTop() async throws {
        source.add(30, newest: bench.now.advanced(by: .seconds(-600)), every: .seconds(60))
        bench.add("stream", source, traits: traits)
        await bench.refresh()
        let time = bench.now.advanced(by: .seconds(-300))
        _ = later(120)
        source.add([.init(id: "late", time: time)])
        let outcome = try await bench.refresh().outcome()
        #expect(outcome.inserted == 1 && outcome.late == 0)
        #expect(try await bench.items().first == "late")
    }

    @Test(
        "A late item is found below a second of several pages and below empty pages",
        arguments: [0, 2])
    func belowDenseSecond(emptyPages: Int) async throws {
        source.behavior.emptyPages = emptyPages
        let second = bench.now.advanced(by: .seconds(-600))
        source.add((0..<35).map { .init(id: "dense\($0)", time: second, order: $0) })
        await readAll()
        let time = bench.now.advanced(by: .seconds(-1000))
        _ = later(120)
        source.add([.init(id: "late", time: time)])
        await bench.refresh()
        #expect(try await bench.items().contains("late"))
    }

    @Test("A refresh reads back exactly as far as items may have changed")
    func economy() async throws {
        await readAll()
        let before = source.requests.count
        _ = later(60)
        await bench.refresh()
        // Sixty-one minutes with a post every minute, ten on a page.
        #expect(source.requests.count - before <= 8)
        let bound = bench.now.advanced(by: .seconds(-60 - 3600))
        #expect(source.requests.last?.bound.map { $0 <= bound && $0 >= bound.advanced(by: .seconds(-2)) } == true)
    }

    @Test("A range that was settled when it was read is not read again")
    func settled() async throws {
        await readAll()
        _ = later(7200)
        await bench.refresh()
        let before = source.requests.count
        _ = later(1)
        await bench.refresh()
        #expect(source.requests.count - before == 1)
    }

    @Test("An edit is found in a range that was not settled when it was read")
    func edits() async throws {
        await readAll()
        let post = try #require(source.posts.dropFirst(45).first)
        source.edit(post.id, text: "edited")
        _ = later(60)
        let outcome = try await bench.refresh().outcome()
        #expect(outcome.updated == 1)
        let entry = try await bench.rows().compactMap(\.entry).first { $0.ticket.id.item == post.id }
        #expect(entry?.ticket.body.text.source == "edited")
    }

    @Test(
        "An omitted item is deleted only if the source signals deletion by omission",
        arguments: [true, false])
    func omissions(meansDeletion: Bool) async throws {
        source.behavior.omissionsAreDeletions = meansDeletion
        await readAll()
        let post = try #require(source.posts.dropFirst(45).first)
        source.drop(post.id)
        _ = later(60)
        let outcome = try await bench.refresh().outcome()
        #expect(outcome.deleted == (meansDeletion ? 1 : 0))
        #expect(try await bench.items().contains(post.id) == !meansDeletion)
        #expect(try await bench.items().count == (meansDeletion ? 299 : 300))
    }

    @Test("An item that moved to another page is not deleted")
    func movedBetweenPages() async throws {
        source.behavior.omissionsAreDeletions = true
        source.behavior.overlap = 5
        await readAll()
        let before = try await bench.items()
        source.add(7, newest: later(60), every: .seconds(7), prefix: "new")
        await bench.refresh()
        #expect(try await bench.items().suffix(before.count) == before)
    }

    @Test("Filling a gap down to a range that was not settled finds its late items")
    func belowAGap() async throws {
        await readAll()
        let time = bench.now.advanced(by: .seconds(-600))
        _ = later(86_400)
        source.add(200, newest: bench.now, every: .seconds(60), prefix: "new")
        source.add([.init(id: "late", time: time)])
        await bench.refresh()
        #expect(try await !bench.items().contains("late"))
        for _ in 0..<20 {
            guard let gap = await bench.gaps.first(where: \.canBeFilled) else { break }
            await bench.fill(gap, .all)
        }
        #expect(try await bench.items().contains("late"))
    }

    @Test("A source that answers \"not modified\" is not read again")
    func unchanged() async throws {
        source.behavior.answersNotModified = true
        source.behavior.keeps = 50
        source.add(50, newest: bench.now, every: .seconds(60))
        bench.add("feed", source, traits: SupplierTraits(shape: .window, pagesOlder: false, lateness: .seconds(3600)))
        await bench.refresh()
        let before = source.requests.count
        _ = later(60)
        await bench.refresh()
        #expect(source.requests.count == before + 1)
    }

    @Test("Every item within the lateness is in the Track after the next refresh", arguments: 0..<40)
    func anythingLate(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        source.behavior.page = Int.random(in: 3...30, using: &random)
        source.behavior.overlap = Int.random(in: 0...2, using: &random)
        source.behavior.pagesBySecond = random.chance(20)
        source.behavior.omissionsAreDeletions = random.chance(50)
        source.add(200, newest: bench.now, every: .seconds(Int.random(in: 5...90, using: &random)))
        let reads = random.chance(50)
        bench.add(
            "stream", source,
            traits: SupplierTraits(pagesNewer: random.chance(30), readsTimeRanges: reads, lateness: .seconds(1800)))
        await bench.refresh()
        for round in 0..<6 {
            let now = later(Int.random(in: 1...2000, using: &random))
            for index in 0..<Int.random(in: 0...6, using: &random) {
                let age = Int.random(in: 0...1800, using: &random)
                source.add([.init(id: "late\(round)-\(index)", time: now.advanced(by: .seconds(-age)))])
            }
            if source.behavior.omissionsAreDeletions, let post = source.posts.prefix(20).randomElement(using: &random) {
                source.drop(post.id)
            }
            await bench.refresh()
            let newest = await bench.engine.snapshot
            let shown = Set(try await bench.items())
            let young = now.advanced(by: .seconds(-1800))
            for post in source.posts
            where post.time >= young && newest.gaps.allSatisfy({ !$0.timeframe.contains(post.time) }) {
                #expect(shown.contains(post.id), "\(post.id), seed \(seed), round \(round)")
            }
            if source.behavior.omissionsAreDeletions {
                let there = Set(source.posts.map(\.id))
                let gone = try await bench.rows().compactMap(\.entry)
                    .filter { entry in
                        entry.ticket.key.time >= young && !there.contains(entry.ticket.id.item)
                    }
                #expect(gone.isEmpty, "\(gone.map(\.ticket.id)), seed \(seed), round \(round)")
            }
        }
    }
}
