import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@Suite("Lobsters", .timeLimit(.minutes(30)))
struct LobstersTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    private func withService<Answer>(
        _ body: (FakeLobsters, any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:]) { server, transport in
            let service = FakeLobsters(server)
            service.content.items = ServiceContent.items(200, from: now.advanced(by: .seconds(-5)))
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: service.address))
                .supplier(for: SourceDescription(id: "lobsters:x", address: "lobsters:newest"))
            return try await body(service, supplier)
        }
    }

    @Test("A story has score, tags, poster and discussion link")
    func story() async throws {
        try await withService { _, supplier in
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let shown = supplier.presenter.present(Ticket(item, of: supplier.id, seen: now))
            #expect(shown.title == "Title of 90000000")
            #expect(shown.byline?.name == "lee")
            #expect(shown.facts == [.count(.points, 12), .count(.replies, 3)])
            #expect(shown.body.plainText == "Text 0.")
            #expect(shown.discussion == "https://lobste.rs/s/90000000/title")
            #expect(item.body.tags == ["swift", "web"])
        }
    }

    @Test("A submitter in the old object form is read")
    func formerSubmitter() async throws {
        let body = """
            [{"short_id":"a","created_at":"2026-11-20T07:12:04.000-06:00","title":"T","submitter_user":{"username":"kim"}},
             {"title":"no name and no time"}, 7]
            """
        try await withServer(["/newest.json": [.text(body, type: "application/json")]]) { server, transport in
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: server.url("")))
                .supplier(for: SourceDescription(id: "lobsters:x", address: "lobsters:newest"))
            let items = try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items
            #expect(items.map(\.body.author?.name) == ["kim"])
            #expect(items.first?.orderTime?.rfc3339 == "2026-11-20T13:12:04Z")
        }
    }

    @Test("A source that is shown as another kind keeps what its own kind can do, such as reading threads")
    func presentedOtherwise() async throws {
        try await withServer([:]) { server, transport in
            let source = SourceDescription(
                id: "lobsters:x", address: "lobsters:newest", name: "Crabs", presentedAs: .lines)
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: server.url(""))).supplier(for: source)
            #expect(supplier is any ThreadReading)
        }
        let posts = PresentationStyle.posts.presenter(ofSource: "Crabs")
        #expect(posts is PostPresenter)
        let item = SourceItem(id: "1", orderTime: now, body: TicketBody(text: .plain("Text")))
        let articles = PresentationStyle.articles.presenter(ofSource: "Crabs")
        #expect(articles.present(Ticket(item, of: "lobsters:x", seen: now)).byline?.name == "Crabs")
    }

    @Test("The comments on a story are a tree below it")
    func tree() async throws {
        try await withService { _, supplier in
            let reader = try #require(supplier as? any Supplier & ThreadReading)
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let part = try await reader.thread(of: Ticket(item, of: supplier.id, seen: now), OutlineRequest(now: now))
            #expect(part.items.first?.body.title == "The story")
            #expect(part.items.count == 201 && part.gaps.isEmpty)
            #expect(part.items.dropFirst().allSatisfy { $0.body.replyTo == "abc" && $0.body.uri != nil })
        }
    }

    @Test("A thread holds every comment and is complete")
    func thread() async throws {
        let body = """
            {"short_id":"abc","created_at":"2026-11-20T07:00:00Z","title":"Story","comments":[
             {"short_id":"c1","created_at":"2026-11-20T07:12:04Z","comment":"<p>First</p>","commenting_user":"kim","score":3,
              "parent_comment":null,"url":"https://lobste.rs/c/c1"},
             {"short_id":"c2","created_at":"2026-11-20T07:13:04Z","comment":"<p>No</p>","parent_comment":"c1"}]}
            """
        try await withServer(["/s/abc.json": [.text(body, type: "application/json")]]) { server, transport in
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: server.url("")))
                .supplier(for: SourceDescription(id: "lobsters:x", address: "lobsters:thread:abc"))
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ["c1", "c2"])
            #expect(answer.items.map(\.body.replyTo) == [nil, "c1"])
            #expect(answer.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            #expect(answer.sourceName == "Story")
            let shown = supplier.presenter.present(Ticket(answer.items[0], of: supplier.id, seen: now))
            #expect(shown.context?.message == Message("storyOn", ["title": .text("Story")]))
            #expect(shown.body.plainText == "First")
            #expect(shown.link == "https://lobste.rs/c/c1")
        }
    }

    @Test("Removed stories shift pages, and no story is missed")
    func shiftedUp() async throws {
        try await withService { service, supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let token = try #require(first.next)
            let edge = try #require(first.claims.first).timeframe.end
            let all = service.content.items
            service.content.items = Array(all.dropFirst(5))
            let later = now.advanced(by: .seconds(3600))
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: later))
            let claim = try #require(second.claims.first).timeframe
            #expect(claim.start == edge)
            let delivered = Set((first.items + second.items).map(\.id))
            #expect(all.filter { claim.contains($0.time) }.allSatisfy { delivered.contains($0.id) })
        }
    }

    @Test("After a lost token the page is found by bisection, and nothing is skipped")
    func lostToken() async throws {
        try await withService { service, supplier in
            let edge = service.content.items[130].time.advanced(by: .seconds(1))
            let answer = try await supplier.fetch(FetchRequest(origin: .time(edge), now: now))
            #expect(answer.claims.map(\.timeframe.start) == [edge])
            #expect(answer.items.contains { $0.id == service.content.items[130].id })
            #expect(service.server.requests.count < 8)
        }
    }

    /// Returns the token and the edge of the answer's last page.
    private func place(
        after answer: FetchAnswer, of request: FetchRequest
    ) throws -> (token: Token, edge: Timestamp) {
        let end = answer.claims.first?.timeframe.end ?? request.edge
        return (try #require(answer.next), end)
    }

    /// Returns the first two pages, and the place below them.
    private func twoPages(of supplier: any Supplier) async throws -> (token: Token, edge: Timestamp) {
        let newest = FetchRequest(origin: .newest, now: now)
        let first = try place(after: try await supplier.fetch(newest), of: newest)
        let older = FetchRequest(origin: .token(first.token, edge: first.edge), now: now)
        return try place(after: try await supplier.fetch(older), of: older)
    }

    @Test("Stories removed within a minute shift pages, and no story is missed")
    func shiftedUpAtOnce() async throws {
        try await withService { service, supplier in
            let (token, edge) = try await twoPages(of: supplier)
            let all = service.content.items
            service.content.items.removeSubrange(3..<6)
            let third = try await supplier.fetch(
                FetchRequest(origin: .token(token, edge: edge), now: now.advanced(by: .seconds(30))))
            #expect(third.claims.map(\.timeframe) == [Timeframe(from: edge, downTo: all[77].time.secondAbove)])
            let delivered = Set(third.items.map(\.id))
            #expect(all[50..<78].allSatisfy { delivered.contains($0.id) })
        }
    }

    @Test("Pages that new stories have shifted down continue where the edge is")
    func shiftedDown() async throws {
        try await withService { service, supplier in
            var (token, edge) = try await twoPages(of: supplier)
            let all = service.content.items
            let later = now.advanced(by: .seconds(3600))
            service.content.items += (0..<30)
                .map { ScriptedItem(id: "\(91_000_000 - $0)", time: later.advanced(by: .seconds(-$0)), text: "New.") }
            var items: Set<String> = []
            var claimed = TimeframeSet()
            for _ in 0..<3 {
                let request = FetchRequest(origin: .token(token, edge: edge), now: later)
                let answer = try await supplier.fetch(request)
                items.formUnion(answer.items.map(\.id))
                for claim in answer.claims { claimed.insert(claim.timeframe) }
                (token, edge) = try place(after: answer, of: request)
            }
            #expect(claimed.timeframes == [Timeframe(from: all[49].time.secondAbove, downTo: edge)])
            #expect(edge == all[94].time.secondAbove)
            #expect(all[50...94].allSatisfy { items.contains($0.id) })
        }
    }

    @Test("New stories on a page that they have moved down are above a gap until those between have been read")
    func movedPages() async throws {
        try await withService { service, supplier in
            let (time, store) = (ManualTimeSource(now), MemoryTrackStore())
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            engine.refresh()
            await engine.waitUntilIdle()
            let below = try #require(await engine.snapshot.gaps.first)
            time.advance(by: .seconds(3600))
            let newest = time.now().advanced(by: .seconds(-5))
            let missed = (0..<150)
                .map { index in
                    ScriptedItem(
                        id: "\(91_000_000 - index)", time: newest.advanced(by: .seconds(-20 * index)), text: "New.")
                }
            service.content.items += missed
            func isStored(_ story: ScriptedItem) async throws -> Bool {
                try await store.entry(TicketID(supplier: supplier.id, item: story.id)) != nil
            }
            // The page before the last one with new stories is read, and that one is not.
            service.content.replacedPages = [6: 0]
            engine.fill(below.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
            let gaps = await engine.snapshot.gaps
            var shownCount = 0
            for story in missed {
                if try await isStored(story) {
                    shownCount += 1
                } else if shownCount > 0 {
                    #expect(gaps.contains { $0.timeframe.contains(story.time) }, "\(story.id)")
                }
            }
            #expect(shownCount == 100)
            service.content.replacedPages = [:]
            engine.refresh()
            await engine.waitUntilIdle()
            for _ in 0..<5 {
                guard let gap = await engine.snapshot.gaps.first, gap.timeframe.start > below.timeframe.start else {
                    break
                }
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.waitUntilIdle()
            }
            for story in missed { #expect(try await isStored(story), "\(story.id)") }
            #expect(await engine.snapshot.gaps.map(\.timeframe) == [below.timeframe])
        }
    }

    @Test("A page that is answered with another one claims nothing and is asked for again", arguments: [1, 2])
    func repeatedPage(other: Int) async throws {
        try await withService { service, supplier in
            let (token, edge) = try await twoPages(of: supplier)
            service.content.replacedPages = [3: other]
            let origin = FetchRequest.Origin.token(token, edge: edge)
            let repeated = try await supplier.fetch(FetchRequest(origin: origin, now: now))
            #expect(repeated.claims.isEmpty && repeated.next == token)
            #expect(repeated.interruption?.message.key == "olderPageRepeats")
            service.content.replacedPages = [:]
            let third = try await supplier.fetch(FetchRequest(origin: origin, now: now))
            #expect(
                third.claims.map(\.timeframe) == [
                    Timeframe(from: edge, downTo: service.content.items[74].time.secondAbove)
                ])
        }
    }

    @Test("A missing page behind a full one is a failure for a day, and then the end", arguments: [true, false])
    func missingPage(byToken: Bool) async throws {
        try await withService { service, supplier in
            let (token, edge) = try await twoPages(of: supplier)
            for number in 3...16 { service.content.replacedPages[number] = 0 }
            let item = service.content.items[49]
            let known = Ticket(
                SourceItem(id: item.id, orderTime: item.time, body: TicketBody()), of: supplier.id, seen: now)
            var memory: String?
            func answer(after hours: Int) async throws -> FetchAnswer {
                let answer = try await supplier.fetch(
                    FetchRequest(
                        origin: byToken ? .token(token, edge: edge) : .anchor(known.key, edge: item.time),
                        memory: memory, now: now.advanced(by: .seconds(hours * 3600))))
                memory = answer.memory ?? memory
                return answer
            }
            for hours in [0, 2, 23] {
                let failed = try await answer(after: hours)
                #expect(failed.claims.isEmpty && failed.end != .trueEnd)
                #expect(failed.next == (byToken ? token : nil))
                #expect(failed.interruption?.message.key == "feedHasNoItems")
            }
            let last = try await answer(after: 25)
            #expect(last.claims.isEmpty && last.end == .retentionLimit && last.interruption == nil)
        }
    }

    @Test("A missing page that was asked for within the hour is asked for alone, and found again when it is back")
    func missingPageSoonAgain() async throws {
        try await withService { service, supplier in
            let (token, edge) = try await twoPages(of: supplier)
            service.content.replacedPages = [3: 0]
            var memory: String?
            func answer(after minutes: Int) async throws -> (answer: FetchAnswer, requestCount: Int) {
                let before = service.server.requests.count
                let answer = try await supplier.fetch(
                    FetchRequest(
                        origin: .token(token, edge: edge), memory: memory,
                        now: now.advanced(by: .seconds(minutes * 60))))
                memory = answer.memory ?? memory
                return (answer, service.server.requests.count - before)
            }
            for (minutes, requestCount) in [(0, 2), (10, 1), (50, 1), (70, 2)] {
                let failed = try await answer(after: minutes)
                #expect(failed.requestCount == requestCount)
                #expect(failed.answer.claims.isEmpty && failed.answer.next == token)
                #expect(failed.answer.interruption?.message.key == "feedHasNoItems")
            }
            service.content.replacedPages = [:]
            let found = try await answer(after: 80)
            #expect(found.requestCount == 2 && found.answer.interruption == nil)
            #expect(found.answer.claims.map(\.timeframe.start) == [edge])
        }
    }

    @Test("A missing page behind one that is not full is the end")
    func end() async throws {
        try await withService { service, supplier in
            service.content.items.removeSubrange(40...)
            service.content.replacedPages = [3: 0]
            let (token, edge) = try await twoPages(of: supplier)
            let last = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(last.claims.map(\.timeframe) == [Timeframe.everythingBefore(edge)])
            #expect(last.end == .trueEnd && last.next == nil)
        }
    }

    @Test("A search that finds a page without a story above the edge begins again from the top")
    func searchWithoutOverlap() async throws {
        try await withService { service, supplier in
            let edge = service.content.items[99].time
            let unknown = FetchRequest(origin: .time(edge), now: now)
            let error = await #expect(throws: SupplierError.self) { try await supplier.fetch(unknown) }
            #expect(error?.code == .tokenExpired)
            let item = service.content.items[99]
            let known = Ticket(
                SourceItem(id: item.id, orderTime: item.time, body: TicketBody()), of: supplier.id, seen: now)
            let found = try await supplier.fetch(FetchRequest(origin: .anchor(known.key, edge: edge), now: now))
            #expect(found.claims.map(\.timeframe.start) == [edge])
        }
    }

    @Test("An empty first page is a failure if there were stories, and otherwise an empty list")
    func emptyNewest() async throws {
        try await withService { service, supplier in
            let filled = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            service.content.items = []
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)] && first.end == .trueEnd)
            let memory = try #require(filled.memory)
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: now))
            }
            #expect(error?.message.key == "feedHasNoItems")
        }
    }
}
