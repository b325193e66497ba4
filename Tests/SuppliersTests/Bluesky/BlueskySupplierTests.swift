import EngineConcepts
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Testing

@testable import Suppliers

@Suite("Timelines of Bluesky", .timeLimit(.minutes(30)))
struct BlueskySupplierTests {
    private let now = BlueskyWorld.now

    @Test(
        "Timelines of Bluesky keep the supplier contract",
        arguments: [
            "home", "user:pat.test", "user:did:plc:pat,no-replies,no-boosts", "list:Racing", "tag:f1", "search:item",
            "feed:at://did:plc:kim/app.bsky.feed.generator/cats", "favourites", "bookmarks", "notifications",
        ])
    func conformance(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            let origin = BlueskyOrigin(world: world, timeline: timeline)
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test(
        "Timelines that are read without an account keep the supplier contract",
        arguments: ["user:pat.test", "list:at://did:plc:kim/app.bsky.graph.list/racing"])
    func publicConformance(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            let origin = BlueskyOrigin(world: world, timeline: timeline, place: "public")
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test("A page claims the seconds above its last post, heuristically, and continues below it")
    func claims() async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.count == 100)
            let last = try #require(first.items.last?.orderTime)
            let bottom = last.secondAbove
            #expect(first.claims.map(\.timeframe) == [Timeframe(from: now, downTo: bottom)])
            #expect(first.claims.first?.kind == .heuristic(lateness: .seconds(600)))
            let token = try #require(first.next)
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: bottom), now: now))
            #expect(second.items.first?.body.text == .plain("Text 100."))
            #expect(second.claims.first?.timeframe.start == bottom)
        }
    }

    @Test("An empty page in the middle is not the end")
    func emptyPage() async throws {
        try await BlueskyWorld.with { world in
            world.publish(350)
            world.fake.change { state in state.hidden = Set(state.posts[100..<200].map(\.uri)) }
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            let second = try await supplier.fetch(
                FetchRequest(origin: .token(try #require(first.next), edge: edge), now: now))
            #expect(second.items.first?.body.text == .plain("Text 200."))
            #expect(second.claims.first?.timeframe.start == edge)
            #expect(second.end == .more)
        }
    }

    @Test("A cursor that vanishes once is not the end; one that is missing twice is")
    func vanishingCursor() async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            world.fake.change { $0.vanishingCursors = 1 }
            let answer = try await world.newest()
            #expect(answer.end == .more)
            #expect(answer.items.contains { $0.body.text == .plain("Text 149.") })
            world.publish(50)
            world.fake.change { $0.vanishingCursors = 2 }
            let end = try await world.newest()
            #expect(end.end == .retentionLimit)
            #expect(end.claims.first?.timeframe.end == end.items.last?.orderTime?.secondAbove)
        }
    }

    @Test("What is filtered on a page that is read again for its cursor is reported")
    func filteredOnConfirmation() async throws {
        func post(_ key: String, labels: String = "[]") -> String {
            """
            {"post": {"uri": "at://did:plc:pat/app.bsky.feed.post/\(key)", "cid": "c", "labels": \(labels),
              "author": {"did": "did:plc:pat", "handle": "pat.test"}, "indexedAt": "2026-11-21T11:00:00.000Z",
              "record": {"text": "\(key)", "createdAt": "2026-11-21T11:00:00.000Z"}}}
            """
        }
        func page(_ posts: String..., cursor: String? = nil) -> Scenario {
            let cursor = cursor.map { #""cursor": "\#($0)","# } ?? ""
            return .text(#"{\#(cursor) "feed": [\#(posts.joined(separator: ","))]}"#, type: "application/json")
        }
        let path = "/xrpc/app.bsky.feed.getAuthorFeed?actor=pat.test&filter=posts_with_replies&limit=100"
        let hidden = post("b", labels: #"[{"src": "\#(BlueskyModeration.standardLabeler)", "val": "!hide"}]"#)
        try await withServer([
            path: [page(post("a")), page(post("a"), hidden, cursor: "next")], "\(path)&cursor=next": [page(post("c"))],
        ]) { server, transport in
            var dependencies = dependencies(transport)
            dependencies.serviceAddresses = [.bluesky: server.url("")]
            let answer = try await SupplierRegistry(dependencies)
                .supplier(for: SourceDescription(id: "test:x", address: "user:pat.test"))
                .fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.filtered.map(\.rule) == ["label “!hide”"])
            #expect(Set(answer.items.map(\.body.text.source)) == ["a", "c"])
        }
    }

    @Test(
        "A cursor that is not accepted any more is an expired token, and an anchor reads from the top and claims what it reads"
    )
    func expiredCursor() async throws {
        try await BlueskyWorld.with { world in
            world.publish(250)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            world.fake.change { $0.expiresCursors = true }
            let token = try #require(first.next)
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            }
            #expect(error?.code == .tokenExpired)
            world.fake.change { $0.expiresCursors = false }
            let anchor = Ticket(try #require(first.items.last), of: supplier.id, seen: now).key
            let answer = try await supplier.fetch(FetchRequest(origin: .anchor(anchor, edge: edge), now: now))
            let newest = try #require(answer.items.first?.orderTime)
            let oldest = try #require(answer.items.last?.orderTime)
            #expect(
                answer.claims.map(\.timeframe) == [Timeframe(from: newest.secondAbove, downTo: oldest.secondAbove)])
            #expect(answer.items.contains { $0.body.text == .plain("Text 150.") })
        }
    }

    @Test("A post that a server adds at a wrong place does not lead to a claim below the cursor's time")
    func cursorTime() async throws {
        try await withServer([
            "/xrpc/app.bsky.feed.getAuthorFeed?actor=pat.test&filter=posts_with_replies&limit=100": [
                .text(
                    """
                    {"cursor": "2026-11-21T10:00:00.000Z", "feed": [
                      {"post": {"uri": "at://did:plc:pat/app.bsky.feed.post/a", "cid": "c",
                        "author": {"did": "did:plc:pat", "handle": "pat.test"}, "indexedAt": "2026-11-21T11:00:00.000Z",
                        "record": {"text": "new", "createdAt": "2026-11-21T11:00:00.000Z"}}},
                      {"post": {"uri": "at://did:plc:pat/app.bsky.feed.post/b", "cid": "c",
                        "author": {"did": "did:plc:pat", "handle": "pat.test"}, "indexedAt": "2026-11-01T11:00:00.000Z",
                        "record": {"text": "stray", "createdAt": "2026-11-01T11:00:00.000Z"}}}]}
                    """, type: "application/json")
            ]
        ]) { server, transport in
            var dependencies = dependencies(transport)
            dependencies.serviceAddresses = [.bluesky: server.url("")]
            let answer = try await SupplierRegistry(dependencies)
                .supplier(for: SourceDescription(id: "test:x", address: "user:pat.test"))
                .fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.count == 2)
            #expect(answer.claims.first?.timeframe.end == ATDate.parse("2026-11-21T10:00:01Z"))
        }
    }

    @Test("A repost is an item of its own at the time of the repost; a pinned post proves nothing")
    func reposts() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.edit(2) { $0.repost = ("kim", "3kaaaaaaaaaaa", (Self.now.seconds - 30) * 1000) }
            world.edit(1) { $0.isPinned = true }
            let answer = try await world.newest()
            let repost = try #require(answer.items.first)
            #expect(repost.id == "at://did:plc:kim/app.bsky.feed.repost/3kaaaaaaaaaaa")
            #expect(repost.orderTime == Timestamp(seconds: Self.now.seconds - 30))
            #expect(repost.body.author?.handle == "@kim.test" && repost.body.boosted?.author?.handle == "@pat.test")
            #expect(repost.body.uri == repost.id)
            #expect(repost.source.fields["post"] == world.fake.present.posts[2].uri)
            let pinned = try #require(answer.items.first { $0.source.fields["pinned"] == "true" })
            #expect(pinned.body.text == .plain("Text 1."))
        }
    }

    private static let now = BlueskyWorld.now

    @Test("A feed is a ranking: its posts keep the time printed, but not as their place")
    func ranking() async throws {
        try await BlueskyWorld.with { world in
            world.publish(5)
            world.fake.change { state in state.feed = state.posts.map(\.uri).reversed() + [state.posts[0].uri] }
            let answer = try await world.newest("feed:at://did:plc:kim/app.bsky.feed.generator/cats")
            #expect(answer.items.map(\.body.text.source) == (0..<5).reversed().map { "Text \($0)." })
            #expect(answer.items.allSatisfy { $0.orderTime == nil && $0.shownTime != nil })
            #expect(answer.claims.isEmpty && answer.next == nil)
        }
    }

    @Test("A bookmark is placed where it was set, and a deleted one is left out")
    func bookmarks() async throws {
        try await BlueskyWorld.with { world in
            world.publish(2)
            let marked = Self.now.advanced(by: .seconds(-5))
            world.fake.change { state in
                state.bookmarks = [
                    (state.posts[1].uri, marked.milliseconds), ("at://did:plc:x/app.bsky.feed.post/gone", 1_000),
                ]
            }
            let answer = try await world.newest("bookmarks")
            #expect(answer.items.map(\.orderTime) == [marked])
            #expect(answer.items.first?.shownTime == Timestamp(seconds: Self.now.seconds - 120))
            #expect(answer.items.first?.body.reactions == [.bookmark])
            // The deleted post's bookmark still has a place.
            #expect(answer.claims.first?.timeframe.end == Timestamp(seconds: 2))
        }
    }

    @Test("Notifications show the post that they are about")
    func notifications() async throws {
        try await BlueskyWorld.with { world in
            world.publish(2)
            world.fake.change { state in
                let time = state.posts[0].time
                state.posts[1].author = "ann"
                state.notifications = [
                    (state.posts[0].uri, "reply", time, nil),
                    ("at://did:plc:pat/app.bsky.feed.like/3k", "like", time - 1, state.posts[1].uri),
                    ("at://did:plc:pat/app.bsky.graph.follow/3k", "follow", time - 2, nil),
                    ("at://did:plc:pat/app.bsky.feed.post/gone", "mention", time - 3, nil),
                ]
            }
            let answer = try await world.newest("notifications")
            #expect(answer.items.map { $0.source.fields["notification"] } == ["reply", "favourite", "follow"])
            #expect(answer.items[0].body.text == .plain("Text 0.") && answer.items[0].body.uri == answer.items[0].id)
            #expect(answer.items[1].body.quoted?.text == .plain("Text 1."))
            #expect(answer.items[1].source.fields["post"] == world.fake.present.posts[1].uri)
            #expect(answer.filtered.count == 1)
        }
    }

    @Test("Without an account, timelines of people are read from the public view, and others need one")
    func withoutAccount() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            var dependencies = world.dependencies
            dependencies.accounts = AccountDirectory()
            let registry = SupplierRegistry(dependencies)
            let source = try await registry.probe("user:@pat.test", now: now).onlySource()
            #expect(source.address == "bluesky:public/user:pat.test" && source.name == "Pat")
            let answer = try await registry.supplier(for: source).fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.count == 3)
            #expect(world.fake.present.calls.allSatisfy { $0.proxy == nil })
            let error = await #expect(throws: SupplierError.self) { try await registry.probe("feed:cats", now: now) }
            #expect(error?.message.key == "accountNeeded")
            let feed = try await registry.probe("feed:at://did:plc:kim/app.bsky.feed.generator/cats", now: now)
            let found = try feed.onlySource()
            #expect(found.name == "Cats · Bluesky")
        }
    }

    @Test(
        "A handle, an identifier and an at:// address mean the posts of a person or the record, with an account and without",
        arguments: [
            ("bluesky:pat.test", "user:pat.test"), ("bluesky:@pat.test", "user:pat.test"),
            ("bluesky:did:plc:pat", "user:did:plc:pat"), ("at://pat.test", "user:pat.test"),
            ("at://did:plc:pat/app.bsky.actor.profile/self", "user:did:plc:pat"),
            (
                "at://did:plc:kim/app.bsky.feed.generator/cats",
                "feed:at://did:plc:kim/app.bsky.feed.generator/cats"
            ), ("at://did:plc:kim/app.bsky.graph.list/racing", "list:at://did:plc:kim/app.bsky.graph.list/racing"),
        ])
    func namedByThemselves(text: String, timeline: String) async throws {
        try await BlueskyWorld.with { world in
            var dependencies = world.dependencies
            #expect(SupplierRegistry(dependencies).followedAddress(of: text) == "bluesky:ann.test/\(timeline)")
            dependencies.accounts = AccountDirectory()
            let registry = SupplierRegistry(dependencies)
            #expect(registry.followedAddress(of: text) == "bluesky:public/\(timeline)")
            let error = await #expect(throws: SupplierError.self) { try await registry.probe("bluesky:pat", now: now) }
            #expect(error?.message.key == "blueskyTimelineUnknown")
        }
    }

    @Test("The public posts of an author have an address at the author's network, and other keys have none")
    func publicAddresses() {
        for (text, address) in [
            ("@pat.test", "bluesky:public/user:pat.test"), ("did:plc:pat", "bluesky:public/user:did:plc:pat"),
            ("@Pat@pit.example", "mastodon:pit.example/user:pat"), ("https://pit.example/pat", nil),
        ] {
            let key = AuthorKey(text, kinds: SourceKinds()) { _ in nil }
            #expect(key.flatMap(SourceCatalog.standard.publicAddress) == address, "\(text)")
        }
    }

    @Test("Lists and feeds are stored by their addresses, and an unknown name is answered with the known ones")
    func names() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.fake.change {
                $0.preferences = """
                    [{"$type": "app.bsky.actor.defs#savedFeedsPrefV2", "items": [
                      {"id": "1", "type": "feed", "value": "at://did:plc:kim/app.bsky.feed.generator/cats", "pinned": true}]}]
                    """
            }
            let registry = SupplierRegistry(world.dependencies)
            for (text, address) in [
                ("list:racing", "bluesky:ann.test/list:at://did:plc:kim/app.bsky.graph.list/racing"),
                ("feed:Cats@ann.test", "bluesky:ann.test/feed:at://did:plc:kim/app.bsky.feed.generator/cats"),
                ("search:lap one@ann.test", "bluesky:ann.test/search:lap one"), ("tag:#f1", "bluesky:ann.test/tag:f1"),
                ("home", "bluesky:ann.test/home"), ("user:pat.test", "bluesky:ann.test/user:pat.test"),
            ] {
                let source = try await registry.probe(text, now: now).onlySource()
                #expect(source.address == address)
            }
            let error = await #expect(throws: SupplierError.self) { try await registry.probe("list:none", now: now) }
            #expect(error?.message.key == "listNotFound")
        }
    }

    @Test("With accounts of two networks, the account decides, and a form that both have is ambiguous without one")
    func twoNetworks() async throws {
        try await BlueskyWorld.with { world in
            var dependencies = world.dependencies
            dependencies.accounts = AccountDirectory(
                world.dependencies.accounts.accounts + [
                    Account(
                        id: "ann@pit.example", kind: .mastodon, server: "https://pit.example",
                        handle: "@ann@pit.example")
                ])
            let registry = SupplierRegistry(dependencies)
            for (text, address) in [
                ("home@ann.test", "bluesky:ann.test/home"), ("home@ann@pit.example", "mastodon:ann@pit.example/home"),
                ("user:pat.test", "bluesky:ann.test/user:pat.test"), ("local", "mastodon:ann@pit.example/local"),
                ("user:pat@pit.example@ann@pit.example", "mastodon:ann@pit.example/user:pat@pit.example"),
                ("feed:cats", "bluesky:ann.test/feed:cats"), ("search:rain@ann.test", "bluesky:ann.test/search:rain"),
                ("bluesky:home", "bluesky:ann.test/home"), ("feed:blog.example/atom", "http://blog.example/atom"),
            ] {
                #expect(registry.followedAddress(of: text) == address, "\(text)")
            }
            let error = await #expect(throws: SupplierError.self) { try await registry.probe("home", now: now) }
            #expect(error?.message.key == "accountAmbiguous")
        }
    }

    @Test("A thread is read whole, with gaps where replies are missing")
    func thread() async throws {
        try await BlueskyWorld.with { world in
            world.publish(5)
            world.fake.change { state in
                state.posts[3].replyTo = state.posts[4].uri
                state.posts[2].replyTo = state.posts[3].uri
                state.posts[1].replyTo = state.posts[4].uri
                state.posts[0].replyTo = state.posts[3].uri
                state.hidden = [state.posts[0].uri]
            }
            let posts = world.fake.present.posts
            let supplier = try #require(try world.supplier("home") as? BlueskySupplier)
            let part = try await supplier.thread(of: try await world.ticket(3), OutlineRequest(now: now))
            #expect(Set(part.items.map(\.id)) == Set(posts[1...4].map(\.uri)))
            #expect(part.gaps == [OutlineGap(.replies(to: posts[3].uri), count: 1)])
            let filled = try await supplier.thread(
                of: try await world.ticket(3), OutlineRequest(gap: part.gaps[0], now: now))
            #expect(filled.gaps.isEmpty)
            let answer = try await world.newest("thread:\(posts[2].uri)", place: "public")
            #expect(answer.items.count == 4 && answer.end == .trueEnd)
        }
    }

    @Test("The posts of an author at Bluesky go on through the gap below, until a page is empty")
    func profile() async throws {
        try await BlueskyWorld.with { world in
            world.publish(50)
            let supplier = try #require(try world.supplier("home") as? BlueskySupplier)
            let ticket = try await world.ticket(0)
            let author = try #require(ticket.shownAuthor)
            var list = PostList()
            list.add(try await supplier.posts(by: author, OutlineRequest(now: now)))
            #expect(list.items.count == 40)
            while let gap = list.gap {
                list.add(try await supplier.posts(by: author, OutlineRequest(gap: gap, now: now)), filling: gap)
            }
            #expect(list.items.map(\.id) == world.fake.present.posts.map(\.uri))
        }
    }

    @Test("A page of an author's posts of which none may be seen is not the end")
    func profileWithHiddenPage() async throws {
        try await BlueskyWorld.with { world in
            world.publish(50)
            let supplier = try #require(try world.supplier("home") as? BlueskySupplier)
            let author = try #require(try await world.ticket(0).shownAuthor)
            world.fake.change { state in state.hidden = Set(state.posts.prefix(40).map(\.uri)) }
            var list = PostList()
            list.add(try await supplier.posts(by: author, OutlineRequest(now: now)))
            let gap = try #require(list.gap)
            #expect(list.items.isEmpty)
            list.add(try await supplier.posts(by: author, OutlineRequest(gap: gap, now: now)), filling: gap)
            #expect(list.items.count == 10)
        }
    }

    @Test("A profile has the person's words, the domain that is the handle, counts, and the relation of the account")
    func profileOfPerson() async throws {
        try await BlueskyWorld.with { world in
            world.publish(1)
            let supplier = try #require(try world.supplier("home") as? BlueskySupplier)
            let (did, handle) = try #require(world.fake.present.handles.min { $0.key < $1.key })
            let key = try #require(AuthorKey("@\(handle)", kinds: SourceKinds()) { SupplierID($0) })
            let author = try #require(supplier.author(with: key))
            let profile = try await supplier.profile(of: author, now: now)
            #expect(profile.author.id == did && profile.about?.hasPrefix("Hello from") == true)
            #expect(profile.links == [AuthorProfile.Link(name: "", address: "https://\(handle)", isVerified: true)])
            #expect(profile.posts == 7 && profile.relation == .own)
            let pat = Author(id: "did:plc:pat", name: "pat")
            #expect(try await supplier.profile(of: pat, now: now).relation == .other(.init()))
            let did2 = try #require(AuthorKey(did, kinds: SourceKinds()) { SupplierID($0) })
            #expect(supplier.author(with: did2)?.id == did)
            let federated = try #require(AuthorKey("@a@b.example", kinds: SourceKinds()) { SupplierID($0) })
            #expect(supplier.author(with: federated) == nil)
        }
    }

    @Test("The server's limit is kept by all sources of the account")
    func limits() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.fake.change { $0.requestsLeft = 3 }
            let answer = try await world.newest()
            #expect(
                answer.budget.retryAt == Timestamp(seconds: Self.now.seconds + 300) || answer.budget.requestsLeft == 0)
            let error = await #expect(throws: SupplierError.self) { try await world.newest("bookmarks") }
            #expect(error?.code == .rateLimited)
        }
    }

    @Test("Of a page that is read again to confirm the end, the later limit counts")
    func limitOfConfirmation() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            // Asks for the moderation rules, so that the next reading asks for the page only.
            _ = try await world.newest()
            world.fake.change { state in
                state.vanishingCursors = 2
                state.requestsLeft = 2
            }
            let answer = try await world.newest()
            #expect(answer.end == .retentionLimit)
            #expect(answer.budget.requestsLeft == 0)
            #expect(answer.budget.retryAt == Timestamp(seconds: now.seconds + 300))
        }
    }
}
