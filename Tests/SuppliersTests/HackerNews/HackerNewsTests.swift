import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing
import WebText

@Suite("Hacker News", .timeLimit(.minutes(30)))
struct HackerNewsTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    /// The story that the service's comments are on.
    private var commentedStory: SourceItem {
        SourceItem(
            id: "7", orderTime: now, body: TicketBody(title: "The story"),
            source: SourceLayer(fields: [SourceLayer.threadField: "hn:thread:7"]))
    }

    private func withService<Answer>(
        _ body: (FakeHackerNews, (String) throws -> any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:]) { server, transport in
            let service = FakeHackerNews(server)
            let registry = SupplierRegistry(dependencies(transport, hackerNews: service.address))
            return try await body(service) { try registry.supplier(for: SourceDescription(id: "hn:x", address: $0)) }
        }
    }

    @Test("A story has points, comments, poster and discussion link")
    func story() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(1, from: now.advanced(by: .seconds(-5)))
            let newest = try supplier("hn:newest")
            let item = try #require(try await newest.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let shown = newest.presenter.present(Ticket(item, of: newest.id, seen: now))
            #expect(shown.title == "Title of 90000000")
            #expect(shown.byline?.name == "pat")
            #expect(shown.facts == [.count(.points, 57), .count(.replies, 15)])
            #expect(shown.link == "https://example.com/90000000")
            #expect(shown.discussion == "https://news.ycombinator.com/item?id=90000000")
            #expect(item.source.fields[SourceLayer.threadField] == "hn:thread:90000000")
        }
    }

    @Test("A comment links to its parent, and its thread has the story's title")
    func comment() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(3, from: now.advanced(by: .seconds(-5)))
            let thread = try supplier("hn:thread:7")
            let answer = try await thread.fetch(FetchRequest(origin: .newest, now: now))
            let item = try #require(answer.items.first)
            let shown = thread.presenter.present(Ticket(item, of: thread.id, seen: now))
            #expect(shown.context?.message == Message("storyOn", ["title": .text("The story")]))
            #expect(shown.body.plainText == "Text 0.")
            #expect(answer.sourceName == "The story")
            #expect(answer.end == .trueEnd)
            #expect(service.server.requests.last?.path.contains("tags=comment%2Cstory_7") ?? false)
        }
    }

    @Test("The comments on a story are a tree below it, and a story with too many has a gap that continues")
    func tree() async throws {
        try await withService { service, supplier in
            service.content.items =
                ServiceContent.items(1200, from: now.advanced(by: .seconds(-5)), every: 3)
                + [ScriptedItem(id: "7", time: now.advanced(by: .seconds(-9000)), text: "The story.")]
            let newest = try supplier("hn:newest")
            let reader = try #require(newest as? any Supplier & ThreadReading)
            let ticket = Ticket(commentedStory, of: newest.id, seen: now)
            let first = try await reader.thread(of: ticket, OutlineRequest(now: now))
            var tree = ThreadTree(commentedStory)
            tree.add(first)
            #expect(first.items.count == 1000)
            #expect(first.items.allSatisfy { $0.body.replyTo == "7" && $0.body.quoted == nil })
            #expect(first.items.first?.body.uri == "https://news.ycombinator.com/item?id=90000000")
            let gap = try #require(first.gaps.first)
            #expect(gap.position == .replies(to: "7") && gap.count == 201)
            tree.add(try await reader.thread(of: ticket, OutlineRequest(gap: gap, now: now)), filling: gap)
            #expect(tree.count == 1201)
            #expect(tree.rows().first?.content == .post(try #require(tree.item("7"))))
            #expect(!tree.rows().contains { if case .gap = $0.content { true } else { false } })
        }
    }

    @Test("A story whose comments just fit into one answer has no gap")
    func fullAnswer() async throws {
        try await withService { service, supplier in
            service.content.items =
                ServiceContent.items(999, from: now.advanced(by: .seconds(-5)), every: 3)
                + [ScriptedItem(id: "7", time: now.advanced(by: .seconds(-9000)), text: "The story.")]
            let newest = try supplier("hn:newest")
            let reader = try #require(newest as? any Supplier & ThreadReading)
            let ticket = Ticket(commentedStory, of: newest.id, seen: now)
            let part = try await reader.thread(of: ticket, OutlineRequest(now: now))
            #expect(part.items.count == 1000 && part.gaps.isEmpty)
        }
    }

    @Test("The posts of an author are read page by page")
    func profile() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(90, from: now.advanced(by: .seconds(-5)))
            let newest = try supplier("hn:newest")
            let reader = try #require(newest as? any Supplier & ProfileReading)
            let item = try #require(try await newest.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let ticket = Ticket(item, of: newest.id, seen: now)
            let author = try #require(ticket.shownAuthor)
            var list = PostList()
            list.add(try await reader.posts(by: author, OutlineRequest(now: now)))
            #expect(list.items.count == 60)
            let gap = try #require(list.gap)
            list.add(try await reader.posts(by: author, OutlineRequest(gap: gap, now: now)), filling: gap)
            #expect(list.items.count == 90 && list.gap == nil)
            #expect(service.server.requests.last?.path.contains("author_pat") ?? false)
        }
    }

    @Test("A comment has the same place, whether a list, a profile or a thread delivers it")
    func place() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(3, from: now.advanced(by: .seconds(-5)), every: 0)
            let comments = try supplier("hn:thread:7")
            let reader = try #require(comments as? any Supplier & ThreadReading & ProfileReading)
            let listed = try await comments.fetch(FetchRequest(origin: .newest, now: now)).items
            let posts = try await reader.posts(by: Author(id: "pat", name: "pat"), OutlineRequest(now: now)).items
            let ticket = Ticket(commentedStory, of: comments.id, seen: now)
            let thread = try await reader.thread(of: ticket, OutlineRequest(now: now)).items
            #expect(listed.map(\.nativeOrder) == [-90_000_000, -89_999_999, -89_999_998])
            #expect(posts.map(\.nativeOrder) == listed.map(\.nativeOrder))
            #expect(thread.map(\.nativeOrder) == listed.map(\.nativeOrder))
        }
    }

    @Test("Any range of time is read from its older side without a hole")
    func upwards() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(700, from: now.advanced(by: .seconds(-10)), every: 7)
            let newest = try supplier("hn:newest")
            let edge = now.advanced(by: .seconds(-4000)).flooredToSecond
            var origin = FetchRequest.Origin.time(edge)
            var claimed = TimeframeSet()
            var ids: Set<String> = []
            repeat {
                let answer = try await newest.fetch(
                    FetchRequest(direction: .newer, origin: origin, maximumItems: 60, now: now))
                for claim in answer.claims { claimed.insert(claim.timeframe) }
                ids.formUnion(answer.items.map(\.id))
                guard let next = answer.next else { break }
                origin = .token(next, edge: claimed.newest ?? edge)
            } while true
            #expect(claimed.timeframes == [Timeframe(from: now, downTo: edge)])
            let due = service.content.items.filter { $0.time >= edge }.map(\.id)
            #expect(ids.isSuperset(of: due))
        }
    }

    @Test("A bounded range is requested with its bounds")
    func bound() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(100, from: now.advanced(by: .seconds(-10)))
            let edge = now.advanced(by: .seconds(-1200)).flooredToSecond
            let bound = now.advanced(by: .seconds(-600)).flooredToSecond
            let answer = try await supplier("hn:newest")
                .fetch(FetchRequest(direction: .newer, origin: .time(edge), bound: bound, now: now))
            #expect(answer.claims.map(\.timeframe) == [Timeframe(from: bound, downTo: edge)])
            #expect(answer.items.count == 10)
            #expect(answer.end == .reachedBound)
            #expect(service.server.requests.count == 1)
        }
    }

    @Test("A dense second is read whole, and one beyond the API's limit claims nothing")
    func denseSeconds() async throws {
        try await withService { service, supplier in
            let dense = now.advanced(by: .seconds(-100)).flooredToSecond
            let below = ScriptedItem(id: "1", time: dense.advanced(by: .seconds(-60)), text: "Text.")
            service.content.items = ServiceContent.items(300, from: dense, every: 0) + [below]
            let newest = try supplier("hn:newest")
            let origin = FetchRequest.Origin.time(dense.advanced(by: .seconds(1)))
            let whole = try await newest.fetch(FetchRequest(origin: origin, maximumItems: 60, now: now))
            #expect(Set(whole.items.map(\.id)).count == 300)
            #expect(whole.claims.map(\.timeframe.end) == [dense])
            #expect(whole.end == .more)
            service.content.items.removeLast()
            let oldest = try await newest.fetch(FetchRequest(origin: origin, maximumItems: 60, now: now))
            #expect(oldest.claims.map(\.timeframe.end) == [.beginningOfTime] && oldest.end == .trueEnd)
            service.content.items = ServiceContent.items(1200, from: dense, every: 0)
            let cut = try await newest.fetch(FetchRequest(origin: origin, maximumItems: 60, now: now))
            #expect(cut.claims.isEmpty && cut.next == nil && cut.end == .unknown)
        }
    }

    @Test("A page of items without IDs claims nothing, since older items follow")
    func unreadable() async throws {
        try await withService { service, supplier in
            service.content.items = (0..<70)
                .map { ScriptedItem(id: "", time: now.advanced(by: .seconds(-60 * $0)), text: "Text.") }
            let answer = try await supplier("hn:newest")
                .fetch(FetchRequest(origin: .newest, maximumItems: 60, now: now))
            #expect(answer.items.isEmpty && answer.claims.isEmpty && answer.next == nil && answer.end == .unknown)
        }
    }

    /// Returns a page with the newest of the items, of which the service counts more.
    private func page(of items: [ScriptedItem], sending count: Int, counting hits: Int? = nil) -> Scenario {
        let sent = items.prefix(count)
            .map { #"{"objectID":"\#($0.id)","created_at_i":\#($0.time.seconds),"title":"T","_tags":["story"]}"# }
        let hits = hits.map { #","nbHits":\#($0)"# } ?? ""
        return .text(#"{"hits":[\#(sent.joined(separator: ","))]\#(hits)}"#, type: "application/json")
    }

    @Test("A short answer is complete only if it holds all hits that the service counts", arguments: [300, nil])
    func shortAnswer(hits: Int?) async throws {
        try await withServer([:]) { server, transport in
            let items = ServiceContent.items(300, from: now.advanced(by: .seconds(-5)))
            let answered = page(of: items, sending: 20, counting: hits)
            server.serve("/search") { _ in answered }
            let supplier = try SupplierRegistry(dependencies(transport, hackerNews: server.url("")))
                .supplier(for: SourceDescription(id: "hn:x", address: "hn:newest"))
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.count == 20)
            #expect(answer.claims.map(\.timeframe) == [Timeframe(from: now, downTo: items[19].time.secondAbove)])
            #expect(answer.end == .more && answer.next != nil)
        }
    }

    @Test("A cached answer with hits of another query is an error")
    func cachedAnswer() async throws {
        try await withServer([:]) { server, transport in
            let items = ServiceContent.items(60, from: now.advanced(by: .seconds(-5)))
            let answered = page(of: items, sending: 60, counting: 60)
            server.serve("/search") { _ in answered }
            let supplier = try SupplierRegistry(dependencies(transport, hackerNews: server.url("")))
                .supplier(for: SourceDescription(id: "hn:x", address: "hn:newest"))
            for edge in [items[59].time.secondAbove, items[59].time.advanced(by: .seconds(-3600))] {
                let error = await #expect(throws: SupplierError.self) {
                    try await supplier.fetch(FetchRequest(origin: .time(edge), now: now))
                }
                #expect(error?.message.key == "olderPageRepeats")
            }
            let upwards = FetchRequest(
                direction: .newer, origin: .time(now.advanced(by: .seconds(-600)).flooredToSecond), now: now)
            #expect(try await supplier.fetch(upwards).claims.isEmpty)
        }
    }

    @Test("An answer without hits is a failure if there were some, and otherwise an empty list")
    func emptyNewest() async throws {
        try await withService { service, supplier in
            let newest = try supplier("hn:newest")
            let first = try await newest.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            let claimed = TimeframeSet(first.claims.map(\.timeframe))
            let again = try await newest.fetch(
                FetchRequest(origin: .newest, memory: first.memory, now: now, claimed: claimed))
            #expect(again.end == .trueEnd)
            service.content.items = ServiceContent.items(60, from: now.advanced(by: .seconds(-5)))
            let filled = try await newest.fetch(
                FetchRequest(origin: .newest, memory: again.memory ?? first.memory, now: now, claimed: claimed))
            let memory = try #require(filled.memory)
            service.content.items = []
            let error = await #expect(throws: SupplierError.self) {
                try await newest.fetch(FetchRequest(origin: .newest, memory: memory, now: now, claimed: claimed))
            }
            #expect(error?.message.key == "feedHasNoItems")
        }
    }

    @Test("An older page without hits is a failure for a day, and then the end")
    func emptyOlderPage() async throws {
        try await withService { service, supplier in
            service.content.items = ServiceContent.items(300, from: now.advanced(by: .seconds(-5)))
            let newest = try supplier("hn:newest")
            let first = try await newest.fetch(FetchRequest(origin: .newest, maximumItems: 60, now: now))
            let claimed = TimeframeSet(first.claims.compactMap(\.timeframe.wholeSeconds))
            let edge = try #require(claimed.oldest)
            let token = try #require(first.next)
            service.content.items = []
            var memory = first.memory
            func answer(after hours: Int) async throws -> FetchAnswer {
                let answer = try await newest.fetch(
                    FetchRequest(
                        origin: .token(token, edge: edge), memory: memory,
                        now: now.advanced(by: .seconds(hours * 3600)), claimed: claimed))
                memory = answer.memory ?? memory
                return answer
            }
            for hours in [0, 2, 23] {
                let failed = try await answer(after: hours)
                #expect(failed.claims.isEmpty && failed.end == .more && failed.next != nil)
                #expect(failed.interruption?.message.key == "feedHasNoItems")
            }
            let last = try await answer(after: 25)
            #expect(last.claims.isEmpty && last.end == .retentionLimit && last.interruption == nil)
        }
    }

    @Test("The engine fills a gap in the middle of the past from either side", arguments: [GapSide.newer, .older])
    func gap(side: GapSide) async throws {
        try await withService { service, supplier in
            let past = ManualTimeSource(now.advanced(by: .seconds(-40_000)))
            let all = ServiceContent.items(1500, from: now.advanced(by: .seconds(-5)))
            service.content.items = all.filter { $0.time < past.now() }
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([try supplier("hn:newest")], time: past), store: store, time: past)
            await engine.suppliersChanged()
            engine.refresh()
            await engine.waitUntilIdle()
            past.set(now)
            service.content.items = all
            engine.refresh()
            await engine.waitUntilIdle()
            let gap = try #require(await engine.snapshot.gaps.first { !$0.timeframe.isEndless })
            engine.fill(gap.id, from: side, amount: .all)
            await engine.waitUntilIdle()
            #expect(await engine.snapshot.gaps.allSatisfy(\.timeframe.isEndless))
            let shown = try await store.window(WindowRequest(anchor: .top, above: 0, below: 2000)).rows
            let ids = shown.compactMap(\.entry?.ticket.id.item)
            let oldest = try #require(ids.last)
            #expect(ids == all.map(\.id).prefix { $0 != oldest } + [oldest])
        }
    }

    @Test("Lists are found by name and search only")
    func names() async throws {
        try await withServer([:]) { server, transport in
            let service = FakeHackerNews(server)
            let registry = SupplierRegistry(dependencies(transport, hackerNews: service.address))
            service.content.items = ServiceContent.items(2, from: now)
            for (text, address) in [
                ("hn:newest", "hn:newest"), ("HN:Front", "hn:front"),
                ("hn:swift concurrency", "hn:search:swift concurrency"),
                ("https://news.ycombinator.com/user?id=pat", "hn:user:pat"),
            ] {
                let source = try await registry.probe(text, now: now).onlySource()
                #expect(source.address == address)
            }
            #expect(SupplierKind.hackerNews.sourceID(for: "hn:newest").rawValue.hasPrefix("hackernews:hn-newest-"))
            await #expect(throws: SupplierError.self) { try await registry.probe("hn:", now: now) }
            await #expect(throws: SupplierError.self) { try await registry.probe("hn:thread:x", now: now) }
            do throws(SupplierError) {
                _ = try await registry.probe("hn:bogus", now: now)
                Issue.record("a list that does not exist was found")
            } catch {
                #expect(error.message.english.contains("“hn:bogus” is not a list"))
                #expect(error.message.english.hasSuffix("Its words are searched for by hn:search:bogus."))
            }
            service.content.items = []
            await #expect(throws: SupplierError.self) { try await registry.probe("hn:user:nobody", now: now) }
        }
    }
}
