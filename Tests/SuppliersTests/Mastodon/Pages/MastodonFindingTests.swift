import EngineConcepts
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Searches, trends, groups and pins of the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonFindingTests {
    private let now = MastodonWorld.now

    private func numbers(_ items: [SourceItem]) -> [String] {
        items.map { $0.body.text.source.filter(\.isNumber) }
    }

    @Test("A search pages downwards by identity, and an empty page is its end only if the next is empty too")
    func search() async throws {
        try await MastodonWorld.with { world in
            world.publish(130)
            for index in 0..<50 { world.edit(index * 2) { $0.text = "Box \(index)" } }
            let supplier = try world.supplier("search:box")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(numbers(first.items) == (0..<40).map(String.init))
            let edge = try #require(first.claims.first?.timeframe.end)
            let token = try #require(first.next)
            let rest = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(numbers(rest.items) == (40..<50).map(String.init))
            // The server leaves invisible posts out after it has cut the page.
            world.fake.change { state in
                for index in 80..<130 where index % 2 == 1 { state.posts[index].text = "Box" }
                state.hidden = Set(state.posts[80..<128].map(\.id))
                state.posts.append(
                    FakeMastodon.Post(
                        id: FakeMastodon.id(at: now.milliseconds - 90_000_000, number: 1),
                        time: now.milliseconds - 90_000_000, text: "Box 99"))
            }
            let hidden = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(hidden.end != .trueEnd)
            world.fake.change { $0.posts.removeLast($0.posts.count - 80) }
            let last = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(last.end == .trueEnd)
            #expect(last.claims.first?.timeframe.end == .beginningOfTime)
        }
    }

    @Test("A search that is sorted by relevance proves nothing")
    func relevance() async throws {
        try await MastodonWorld.with { world in
            world.publish(20)
            world.fake.change { $0.searchesByRelevance = true }
            world.edit(3) { $0.text = "Text with more words" }
            let answer = try await world.newest("search:text")
            #expect(answer.items.count == 20)
            #expect(answer.claims.isEmpty && answer.isUnordered && answer.next == nil)
        }
    }

    @Test("A search needs an account and keeps its words; trends are read without one")
    func addresses() async throws {
        try await MastodonWorld.with { world in
            let registry = SupplierRegistry(world.dependencies)
            #expect(registry.followedAddress(of: "search:box box") == "mastodon:ann@pit.example/search:box box")
            #expect(
                registry.followedAddress(of: "search:@pat@ann@pit.example")
                    == "mastodon:ann@pit.example/search:@pat")
            #expect(registry.followedAddress(of: "trends") == "mastodon:ann@pit.example/trends")
            #expect(
                registry.followedAddress(of: "notifications:grouped")
                    == "mastodon:ann@pit.example/notifications:grouped")
            #expect(MastodonTimeline("user:pat,pinned")?.text == "user:pat,pinned")
            #expect(MastodonTimeline("user:pat,pinned,no-replies") == nil)
            #expect(MastodonTimeline("search: ") == nil)
            world.publish(3)
            world.fake.change { state in state.trends = [state.posts[2].id, state.posts[0].id] }
            let trends = try world.supplier("trends", place: "127.0.0.1:\(world.fake.server.port)")
            let answer = try await trends.fetch(FetchRequest(origin: .newest, now: now))
            #expect(numbers(answer.items) == ["2", "0"])
            #expect(answer.items.allSatisfy { $0.orderTime == nil && $0.shownTime != nil })
            #expect(answer.isUnordered)
        }
    }

    @Test("Likes of one post are one item with the number of the others, which keeps its place when it grows")
    func groups() async throws {
        try await MastodonWorld.with { world in
            world.publish(2)
            let post = world.fake.present.posts[0].id
            func note(_ number: Int, _ type: String) -> (id: String, type: String, time: Int64, post: String?) {
                (String(number), type, now.milliseconds - 100_000 + Int64(number) * 1000, post)
            }
            world.fake.change { $0.notifications = [note(3, "favourite"), note(2, "mention"), note(1, "favourite")] }
            let first = try await world.newest("notifications:grouped").items
            #expect(first.map(\.id) == ["favourite-\(post)", "ungrouped-2"])
            let like = try #require(first.first)
            let shown = PostPresenter().present(Ticket(like, of: "test:x", seen: now))
            #expect(
                shown.context?.message
                    == Message("newsOthers", ["news": .message(Message("newsLike", [:])), "count": .number(1)]))
            #expect(like.body.quoted?.text.source == "<p>Text 0.</p>")
            let supplier = try world.supplier("notifications:grouped")
            let key = Ticket(like, of: supplier.id, seen: now).key
            let below = try await supplier.fetch(FetchRequest(origin: .anchor(key, edge: now), now: now))
            #expect(below.items.map(\.id) == ["ungrouped-2", "favourite-\(post)"])
            world.fake.change { $0.notifications.insert(note(4, "favourite"), at: 0) }
            let grown = try #require(try await world.first("notifications:grouped"))
            #expect(grown.id == like.id)
            #expect(grown.source.fields[SourceLayer.PostField.others] == "2")
            let (before, after) = (try #require(like.editTime), try #require(grown.editTime))
            #expect(after > before)
        }
    }

    @Test("A server without groups is asked for single notifications from then on")
    func withoutGroups() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            world.fake.change { state in
                state.hasGroups = false
                state.notifications = [("5", "favourite", now.milliseconds, state.posts[0].id)]
            }
            for _ in 0..<2 {
                let items = try await world.newest("notifications:grouped").items
                #expect(items.map(\.id) == ["5"])
            }
            #expect(world.fake.server.requests.count { $0.path.hasPrefix("/api/v2/notifications") } == 1)
        }
    }

    @Test("Pinned posts are marked in the person's timeline, and listed alone on request")
    func pins() async throws {
        try await MastodonWorld.with { world in
            world.publish(60)
            world.fake.change { state in state.pinned = [state.posts[2].id, state.posts[50].id] }
            let supplier = try world.supplier("user:pat")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            let second = try await supplier.fetch(
                FetchRequest(origin: .token(try #require(first.next), edge: edge), now: now))
            let pinned = (first.items + second.items).filter { $0.source.fields["pinned"] == "true" }
            #expect(numbers(pinned) == ["2", "50"])
            let shown = PostPresenter().present(Ticket(try #require(pinned.first), of: "test:x", seen: now))
            #expect(shown.context?.message == Message("postPinned", [:]))
            #expect(numbers(try await world.newest("user:pat,pinned").items) == ["2", "50"])
        }
    }
}
