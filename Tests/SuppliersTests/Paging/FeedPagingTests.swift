import EngineConcepts
import EngineStandard
import EngineTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@Suite("A feed with older pages", .timeLimit(.minutes(20)))
struct FeedPagingTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test("keeps the supplier contract, in every format and with every way of paging", arguments: FeedStory.Kind.all)
    func conformance(kind: FeedStory.Kind) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: kind, server: server, transport: transport)
            #expect(await ConformanceSuite(story, now: now).run() == [])
        }
    }

    private func items(_ range: ClosedRange<Int>) -> [ScriptedItem] {
        range.reversed()
            .map { number in
                ScriptedItem(
                    id: "n\(number)", time: now.advanced(by: .seconds((number - 1000) * 600)), text: "Item \(number).")
            }
    }

    /// An engine over the feed.
    private func engine(_ story: FeedStory, _ time: ManualTimeSource) async throws -> StandardEngine {
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([try await story.makeSupplier()], time: time), store: MemoryTrackStore(),
            time: time)
        await engine.suppliersChanged()
        return engine
    }

    private func refresh(_ engine: StandardEngine) async -> TrackSnapshot {
        engine.refresh()
        await engine.settle()
        return await engine.snapshot
    }

    @Test(
        "fills what left the window before anybody read it",
        arguments: [FeedStory.Paging.linked, .header, .archives, .numbered])
    func agedOut(paging: FeedStory.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let time = ManualTimeSource(now.advanced(by: .seconds(-400 * 600)))
            let engine = try await engine(story, time)
            try await story.publish(items(500...600))
            _ = await refresh(engine)
            // Three hundred items, twelve pages: more than a refresh reads.
            try await story.publish(items(500...900))
            time.set(now)
            let gap = try #require(await refresh(engine).gaps.first)
            #expect(!gap.isInfinite)
            #expect(gap.missing.map(\.cause) == [.notAsked])
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
            #expect(await engine.snapshot.gaps.allSatisfy(\.isInfinite))
            #expect(await engine.snapshot.suppliers.first?.covered.timeframes.count == 1)
        }
    }

    @Test("fills what left the window of a blog that had a single page when it was first read")
    func secondPageCameLater() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(
                kind: .init(format: .rss2, paging: .numbered), server: server, transport: transport)
            let time = ManualTimeSource(now.advanced(by: .seconds(-400 * 600)))
            let engine = try await engine(story, time)
            try await story.publish(items(590...600))
            if let gap = await refresh(engine).gaps.first {
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.settle()
            }
            let asked = server.requests.count
            _ = await refresh(engine)
            #expect(server.requests.count == asked + 1, "nothing has left the window that another page could hold")
            try await story.publish(items(590...900))
            time.set(now)
            let gap = try #require(await refresh(engine).gaps.first { !$0.isInfinite })
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
            #expect(await engine.snapshot.gaps.allSatisfy(\.isInfinite))
        }
    }

    @Test("asks a blog again after a month that had no second page though its items went somewhere")
    func refusedTwice() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: .none), server: server, transport: transport)
            let supplier = try await story.makeSupplier()
            var memory: String?
            func newest(_ range: ClosedRange<Int>, after days: Int) async throws -> Token? {
                try await story.publish(items(range))
                let time = now.advanced(by: .seconds(days * 86_400))
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: time))
                memory = answer.memory ?? memory
                guard let next = answer.next, let edge = answer.claims.first?.timeframe.end else { return nil }
                let older = try await supplier.fetch(
                    FetchRequest(origin: .token(next, edge: edge), memory: memory, now: time))
                #expect(older.end == .retentionLimit)
                memory = older.memory ?? memory
                return next
            }
            #expect(try await newest(100...120, after: 0) != nil)
            #expect(try await newest(200...220, after: 1) != nil, "what was there is not any more")
            #expect(try await newest(300...320, after: 2) == nil, "there is no such page")
            #expect(try await newest(400...420, after: 30) == nil)
            #expect(try await newest(500...520, after: 32) != nil)
            #expect(try await newest(600...620, after: 33) == nil, "and still there is none")
        }
    }

    @Test(
        "says that items have aged out where there are no older pages, or none that work",
        arguments: [
            FeedStory.Paging.none, .ignored,
        ])
    func noPages(paging: FeedStory.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let time = ManualTimeSource(now.advanced(by: .seconds(-400 * 600)))
            let engine = try await engine(story, time)
            try await story.publish(items(500...600))
            _ = await refresh(engine)
            try await story.publish(items(500...900))
            time.set(now)
            let gaps = await refresh(engine).gaps
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
            let asked = server.requests.count
            try await story.publish(items(500...901))
            _ = await refresh(engine)
            #expect(server.requests.count == asked + 1, "what does not work is not tried again")
        }
    }

    @Test("a feed that nothing leaves has no gap, however often it is read")
    func nothingLeft() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: .none), server: server, transport: transport)
            let time = ManualTimeSource(now)
            let engine = try await engine(story, time)
            for last in [985, 990, 1000] {
                try await story.publish(items(980...last))
                let gaps = await refresh(engine).gaps
                #expect(gaps == [])
                time.advance(by: .seconds(3600))
            }
        }
    }

    @Test("counts what has aged out where the feed counts its items, and guesses nothing where it does not")
    func lostItems() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: .none), server: server, transport: transport)
            let time = ManualTimeSource(now.advanced(by: .seconds(-400 * 600)))
            let engine = try await engine(story, time)
            func publish(_ numbers: ClosedRange<Int>, total: Int?) {
                let count = total.map {
                    "<o:totalResults xmlns:o='http://a9.com/-/spec/opensearchrss/1.0/'>\($0)</o:totalResults>"
                }
                let entries = items(numbers)
                    .map { "<item><guid>\($0.id)</guid><pubDate>\($0.time.rfc3339)</pubDate></item>" }
                server.script(
                    "/feed",
                    .text(
                        "<rss version='2.0'><channel><title>S</title>\(count ?? "")\(entries.joined())</channel></rss>")
                )
            }
            publish(500...520, total: 500)
            _ = await refresh(engine)
            publish(880...900, total: 880)
            time.set(now)
            let counted = await refresh(engine).gaps
            #expect(counted.map { $0.missing.map(\.cause) } == [[.agedOut(lost: 880 - 500 - 21)]])
            publish(1000...1020, total: nil)
            time.advance(by: .seconds(200 * 600))
            let gaps = await refresh(engine).gaps
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()], [.agedOut(lost: 880 - 500 - 21)]])
        }
    }

    @Test(
        "is read down to its first item, page after page, and then has nothing older",
        arguments: [
            FeedStory.Paging.archives, .numbered,
        ])
    func wholeHistory(paging: FeedStory.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let engine = try await engine(story, ManualTimeSource(now))
            try await story.publish(items(801...1000))
            let first = await refresh(engine)
            let gap = try #require(first.gaps.last)
            #expect(gap.isInfinite && gap.canBeFilled)
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
            let status = try #require(await engine.snapshot.suppliers.first)
            #expect(await engine.snapshot.gaps.isEmpty)
            #expect(status.floor?.reason == .trueEnd)
            #expect(server.requests.count < 14)
        }
    }

    /// An Atom document with links, and an item each for these hours before now.
    private func atom(_ hours: ClosedRange<Int>, _ links: [String: String], isArchive: Bool = false) -> Scenario {
        let entries = hours.map { hour in
            "<entry><id>urn:\(hour)</id><published>\(now.advanced(by: .seconds(-hour * 3600)).rfc3339)</published></entry>"
        }
        let mark = isArchive ? "<archive xmlns='http://purl.org/syndication/history/1.0'/>" : ""
        let list = links.map { "<link rel='\($0.key)' href='\($0.value)'/>" }.joined()
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(list)\(mark)\(entries.joined())</feed>")
    }

    @Test(
        "an older page that is not there has failed, until a week later it is believed to be gone",
        arguments: [404, 410],
        ["next", "prev-archive"])
    func gonePage(status: Int, relation: String) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", atom(1...5, [relation: "/2"]))
            server.script("/2", atom(6...9, [relation: "/1"], isArchive: relation == "prev-archive"))
            server.script("/1", Scenario(status: status))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            func fill() async throws -> [GapCause] {
                let last = try #require(await refresh(engine).gaps.last)
                engine.fill(last.id, from: .newer, amount: .all)
                await engine.settle()
                let gaps = await engine.snapshot.gaps
                #expect(gaps.allSatisfy { $0.isInfinite } && gaps.count == 1)
                return gaps.flatMap(\.missing).map(\.cause)
            }
            for day in 0..<3 {
                let causes = try await fill()
                guard case .failed(let words)? = causes.first, causes.count == 1 else {
                    Issue.record("\(causes)")
                    return
                }
                #expect(words.contains("(status \(status))") && words.contains("/1"))
                #expect(await shown(in: store).count == 8, "what lies in the second above the gap waits for it")
                #expect(server.requests(for: "/1").count > day)
                time.advance(by: .seconds(60))
            }
            time.advance(by: .seconds(8 * 86_400))
            #expect(try await fill() == [.agedOut()])
            let asked = server.requests(for: "/1").count
            // What was not found may be found another time, by whoever asks for it.
            server.script("/1", atom(10...12, [:], isArchive: relation == "prev-archive"))
            let gap = try #require(await engine.snapshot.gaps.first).id
            engine.fill(gap, from: .newer, amount: .all)
            await engine.settle()
            #expect(server.requests(for: "/1").count == asked, "it is not asked for again by itself")
            await engine.reopen(gap)
            engine.fill(gap, from: .newer, amount: .all)
            await engine.settle()
            #expect(await shown(in: store).count == 12)
        }
    }

    @Test("an older page that is back is read by the next fill", arguments: [404, 410])
    func pageIsBack(status: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", atom(1...5, ["next": "/2"]))
            server.script("/2", Scenario(status: status))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            for count in [4, 12] {
                let gap = try #require(await refresh(engine).gaps.last)
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.settle()
                #expect(await shown(in: store).count == count)
                server.script("/2", atom(6...12, [:]))
            }
        }
    }

    @Test(
        "the newest document that breaks off leaves a gap that is asked for, and not one that is gone",
        arguments: [0, 2])
    func cutOffDocument(items: Int) async throws {
        try await withServer([:]) { server, transport in
            let entries = (1...4)
                .map {
                    "<entry><id>urn:\($0)</id><published>\(now.advanced(by: .seconds(-$0 * 3600)).rfc3339)</published></entry>"
                }
            let start = "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>"
            server.script("/feed", .text(start + entries.prefix(items).joined() + "<entry><id>urn"))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            let gap = try #require(await refresh(engine).gaps.last)
            #expect(gap.canBeFilled, "\(gap.missing)")
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
            let causes = await engine.snapshot.gaps.last?.missing.map(\.cause) ?? []
            guard case .failed(let words)? = causes.first else {
                Issue.record("\(causes)")
                return
            }
            #expect(words.contains("breaks off"))
            let still = try #require(await engine.snapshot.gaps.last)
            server.script("/feed", .text(start + entries.joined() + "</feed>"))
            engine.fill(still.id, from: .newer, amount: .all)
            await engine.settle()
            #expect(await shown(in: store).count == 4)
            #expect(await engine.snapshot.gaps.isEmpty)
        }
    }

    /// The names of the tickets that a Track shows.
    private func shown(in store: MemoryTrackStore) async -> [String] {
        do {
            return try await store.window(WindowRequest(anchor: .top, above: 0, below: 1000)).rows
                .compactMap { if case .ticket(let entry) = $0 { entry.ticket.id.item } else { nil } }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(
        "is read to its last page in whatever order items stand on a page, with dates and without",
        arguments: PageOrder.allCases, FeedStory.Format.allCases.filter { $0 == .atom || $0 == .json })
    func orderWithinPages(order: PageOrder, format: FeedStory.Format) async throws {
        try await withServer([:]) { server, transport in
            for page in 0..<4 {
                let hours = order.arrange(Array(page * 10 + 1...page * 10 + 10))
                let next = page < 3 ? server.url("/\(page + 1)") : nil
                server.script("/\(page)", self.page(hours, next: next, isDated: order != .undated, format))
            }
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/0"), transport: transport)
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            for _ in 0..<2 {
                time.advance(by: .seconds(600))
                for gap in await refresh(engine).gaps.filter(\.canBeFilled) {
                    engine.fill(gap.id, from: .newer, amount: .all)
                    await engine.settle()
                }
            }
            #expect(await engine.snapshot.gaps.isEmpty)
            #expect(await shown(in: store) == (1...40).map { "urn:\($0)" })
        }
    }

    /// In which order the items of a page stand.
    enum PageOrder: CaseIterable {
        case falling, rising, mixed, undated

        func arrange(_ hours: [Int]) -> [Int] {
            switch self {
            case .falling, .undated: hours
            case .rising: hours.reversed()
            case .mixed: hours.sorted { ($0 * 7) % 11 < ($1 * 7) % 11 }
            }
        }
    }

    private func page(_ hours: [Int], next: String?, isDated: Bool, _ format: FeedStory.Format) -> Scenario {
        func date(_ hour: Int) -> String { now.advanced(by: .seconds(-hour * 3600)).rfc3339 }
        if format == .json {
            let items = hours.map { #"{"id":"urn:\#($0)"\#(isDated ? #","date_published":"\#(date($0))""# : "")}"# }
            let link = next.map { #""next_url":"\#($0)","# } ?? ""
            return .text(
                #"{"version":"https://jsonfeed.org/version/1.1",\#(link)"items":[\#(items.joined(separator: ","))]}"#,
                type: "application/feed+json")
        }
        let entries = hours.map { hour in
            "<entry><id>urn:\(hour)</id>\(isDated ? "<published>\(date(hour))</published>" : "")</entry>"
        }
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        return .text("<feed xmlns='http://www.w3.org/2005/Atom'>\(link)\(entries.joined())</feed>")
    }

    /// How older pages can lead to nothing.
    enum DeadEnd: CaseIterable {
        case circle, circleWithoutDates, sameAgain, empty
    }

    @Test(
        "ends where pages lead in a circle, are the same again, or are empty without end", arguments: DeadEnd.allCases)
    func deadEnds(kind: DeadEnd) async throws {
        try await withServer([:]) { server, transport in
            let isDated = kind != .circleWithoutDates
            for number in 0..<30 {
                let next =
                    switch kind {
                    case .circle, .circleWithoutDates: number == 2 ? 1 : number + 1
                    case .sameAgain, .empty: number + 1
                    }
                let hours =
                    switch kind {
                    case .circle, .circleWithoutDates: [number * 2 + 1, number * 2 + 2]
                    case .sameAgain: [1, 2]
                    case .empty: number == 0 ? [1, 2] : []
                    }
                server.script(
                    "/\(number)", page(hours, next: server.url("/\(next)"), isDated: isDated, .atom))
            }
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/0"), transport: transport)
            let time = ManualTimeSource(now)
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: MemoryTrackStore(), time: time)
            await engine.suppliersChanged()
            for _ in 0..<3 {
                time.advance(by: .seconds(600))
                for gap in await refresh(engine).gaps.filter(\.canBeFilled) {
                    engine.fill(gap.id, from: .newer, amount: .all)
                    await engine.settle()
                }
            }
            let causes = await engine.snapshot.gaps.flatMap(\.missing).map(\.cause)
            // Pages without anything on them prove nothing.
            #expect(causes == (kind == .empty ? [.outOfReach] : []))
            #expect(server.requests.count < 12, "\(server.requests.map(\.path))")
        }
    }

    @Test("an archive that is followed leads to the feed, by the link to it or from archive to archive")
    func archiveFollowed() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", atom(1...5, ["prev-archive": server.url("/2")]))
            server.script("/2", atom(6...9, ["prev-archive": "/1", "current": "/feed"], isArchive: true))
            server.script("/1", atom(10...15, ["next-archive": "/2"], isArchive: true))
            server.script("/lost", atom(10...15, ["current": "/nowhere"], isArchive: true))
            for path in ["/2", "/1"] {
                let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport)
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
                #expect(answer.items.map(\.id) == (1...5).map { "urn:\($0)" })
                let asked = server.requests.count
                _ = try await supplier.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
                #expect(server.requests.dropFirst(asked).map(\.path) == ["/feed"], "the way is remembered")
            }
            let lost = FeedSupplier(id: "feed:x", name: "x", address: server.url("/lost"), transport: transport)
            #expect(try await lost.fetch(FetchRequest(origin: .newest, now: now)).items.count == 6)
            let registry = SupplierRegistry(
                Surroundings(transport: transport, commands: CommandRunner(environment: [:])))
            guard case .source(let source, _, _) = try await registry.probe(server.url("/1"), now: now) else {
                Issue.record("no source")
                return
            }
            #expect(source.address == server.url("/feed"))
        }
    }

    @Test("an archive is read once, wherever paging begins")
    func archivesAreHeld() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", atom(1...5, ["prev-archive": server.url("/3")]))
            server.script("/3", atom(6...9, ["prev-archive": "/2"], isArchive: true))
            server.script("/2", atom(10...15, ["prev-archive": "/1"], isArchive: true))
            server.script("/1", atom(16...19, [:], isArchive: true))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let newest = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            var edge = try #require(newest.claims.first?.timeframe.end)
            var memory = newest.memory
            for origin in [FetchRequest.Origin.token(try #require(newest.next), edge: edge)] {
                let older = try await supplier.fetch(FetchRequest(origin: origin, memory: memory, now: now))
                #expect(older.items.count == 4)
                edge = try #require(older.claims.first?.timeframe.end)
                memory = older.memory ?? memory
            }
            let anchor = OrderKey(time: edge, nativeOrder: 0, id: TicketID(supplier: "feed:x", item: "urn:9"))
            let older = try await supplier.fetch(
                FetchRequest(origin: .anchor(anchor, edge: edge), memory: memory, now: now))
            #expect(older.items.contains { $0.id == "urn:15" })
            #expect(server.requests(for: "/3").count == 1)
            #expect(server.requests(for: "/1").isEmpty)
            let all = try await supplier.fetch(
                FetchRequest(
                    origin: .anchor(anchor, edge: try #require(older.claims.first?.timeframe.end)),
                    memory: older.memory, now: now))
            #expect(all.end == .trueEnd)
            #expect(server.requests(for: "/2").count == 1 && server.requests(for: "/1").count == 1)
        }
    }

    @Test("claims everything where the document says that it is complete")
    func complete() async throws {
        let body = """
            <rss version='2.0'><channel><complete xmlns='http://purl.org/syndication/history/1.0'/><item><guid>a</guid>
            <pubDate>2026-11-20T11:54:00Z</pubDate></item></channel></rss>
            """
        try await withServer(["/f": [.text(body)]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            #expect(answer.next == nil)
        }
    }

    @Test("loses what a complete document leaves out, and nothing where the document broke off")
    func deletions() async throws {
        func feed(_ items: [String]) -> String {
            let entries = items.map { name in
                "<item><guid>\(name)</guid><pubDate>2026-11-2\(name)T11:54:00Z</pubDate></item>\n"
            }
            return "<rss version='2.0'><channel><complete xmlns='http://purl.org/syndication/history/1.0'/>\n"
                + "\(entries.joined())</channel></rss>"
        }
        let whole = feed(["3", "2", "1"])
        let broken = String(whole.dropLast(60))
        try await withServer(["/f": [.text(whole), .text(broken), .text(feed(["3", "1"]))]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let store = MemoryTrackStore()
            let time = ManualTimeSource(now)
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            var counts: [Int] = []
            for _ in 0..<3 {
                engine.refresh()
                await engine.settle()
                counts.append(
                    try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                        .count { if case .ticket = $0 { true } else { false } })
                time.advance(by: .seconds(60))
            }
            #expect(counts == [3, 3, 2])
        }
    }

    @Test("claims no more than its order proves")
    func order() async throws {
        func feed(_ minutes: [Int]) -> Scenario {
            let entries = minutes.map { minute in
                "<item><guid>\(minute)</guid><pubDate>\(now.advanced(by: .seconds(-minute * 60)).rfc3339)</pubDate></item>"
            }
            return .text(
                "<rss version='2.0'><channel><generator>WordPress</generator>\(entries.joined())</channel></rss>")
        }
        let scenarios: [String: [Scenario]] = [
            "/sorted": [feed([1, 2, 3, 4, 5, 6])], "/pinned": [feed([90, 1, 2, 3, 4, 5, 6])],
            "/mixed": [feed([3, 1, 6, 2, 5, 4])],
        ]
        try await withServer(scenarios) { server, transport in
            func answer(_ path: String) async throws -> FetchAnswer {
                try await FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport)
                    .fetch(FetchRequest(origin: .newest, now: now))
            }
            #expect(try await answer("/sorted").claims.map(\.kind) == [.exact])
            let pinned = try await answer("/pinned")
            #expect(pinned.claims.map(\.kind) == [.heuristic(lateness: .seconds(89 * 60))])
            #expect(pinned.next != nil)
            let mixed = try await answer("/mixed")
            #expect(mixed.claims.allSatisfy { $0.kind != .exact })
            #expect(mixed.next == nil, "no page of a feed without order proves anything about the next one")
        }
    }
}
