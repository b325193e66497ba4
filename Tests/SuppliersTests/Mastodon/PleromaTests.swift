import EngineConcepts
import ScenarioServer
import SupplierConformance
import TestSupport
import Testing

@testable import Suppliers

@Suite("Servers that run Pleroma or Akkoma", .timeLimit(.minutes(30)))
struct PleromaTests {
    private let now = MastodonWorld.now

    private func with<Answer>(_ body: (MastodonWorld) async throws -> Answer) async throws -> Answer {
        try await MastodonWorld.with { world in
            world.fake.change { state in
                state.software = .pleroma
                state.hasSockets = true
            }
            return try await body(world)
        }
    }

    @Test(
        "Timelines of Pleroma keep the supplier contract",
        arguments: [
            "home", "local", "federated", "list:7", "tag:f1", "user:pat", "favourites", "bookmarks", "notifications",
            "search:e",
        ])
    func conformance(timeline: String) async throws {
        try await with { world in
            let origin = MastodonOrigin(world: world, timeline: timeline)
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test("Identities of Pleroma carry the time, so that a gap can be read from any place")
    func identities() async throws {
        try await with { world in
            world.publish(100)
            let item = try #require(try await world.first())
            #expect(MastodonIDFormat(of: item.id) == .flake)
            #expect(MastodonIDFormat.time(of: item.id) == item.orderTime)
            let supplier = try world.supplier("home")
            let middle = now.advanced(by: .seconds(-50 * 60))
            let below = try await supplier.fetch(FetchRequest(origin: .time(middle), now: now))
            #expect(below.items.allSatisfy { ($0.orderTime ?? now) < middle } && below.items.count == 40)
            let above = try await supplier.fetch(
                FetchRequest(direction: .newer, origin: .time(middle), now: now))
            #expect(above.items.allSatisfy { ($0.orderTime ?? now) >= middle } && above.items.count == 40)
        }
    }

    @Test("The software is recognised by the first version of the API, with the length of a post")
    func software() async throws {
        try await with { world in
            let found = try await MastodonAccountDescriptor()
                .server(named: world.fake.address, world.dependencies, now: now)
            #expect(found.software == "akkoma" && found.version.hasPrefix("3.15.2"))
            let client = try #require(try world.supplier("home").account)
            #expect(try await client.rules(now: now).maximumLength == 5000)
        }
    }

    @Test("A post that only the server's own people see keeps that, and a reply to it stays from strangers")
    func localPosts() async throws {
        try await with { world in
            world.publish(1)
            world.edit(0) { $0.visibility = "local" }
            let supplier = try world.supplier("home")
            let item = try #require(try await world.first())
            #expect(item.source.fields[SourceLayer.PostField.visibility] == "local")
            let draft = PostDraft(
                "Yes", replyingTo: Ticket(item, of: supplier.id, seen: now), by: "@ann@pit.example")
            #expect(draft.visibility == .followers)
        }
    }

    @Test("Posts with media are published, liked, boosted and bookmarked; a repetition is left to the user")
    func acting() async throws {
        try await with { world in
            world.publish(1)
            let supplier = try world.supplier("home")
            let item = try #require(try await world.first())
            let ticket = Ticket(item, of: supplier.id, seen: now)
            for (number, action) in [TicketAction.like, .boost, .bookmark].enumerated() {
                let outcome = await supplier.perform(
                    ActionRequest(id: ActionID("act-\(number)"), action: action, now: now), on: ticket)
                guard case .done = outcome else {
                    Issue.record("\(action): \(outcome)")
                    return
                }
            }
            let posts = world.fake.present
            #expect(posts.favourites == [item.id] && posts.boosts == [item.id] && posts.bookmarks == [item.id])
            let directory = try TemporaryDirectory()
            let file = try directory.write("a picture", to: "start.png")
            let client = try #require(supplier.account)
            // Only Mastodon is known to recognise a repeated post.
            #expect(client.accountActions[.post] == .unsafe)
            let draft = PostDraft("Lights out", media: [.init(.file(file), alternativeText: "Cars")])
            let outcome = await client.perform(
                ActionRequest(id: ActionID("post"), action: AccountAction.post(draft), now: now))
            guard case .done(let created?) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(MastodonIDFormat(of: created.id) == .flake)
            #expect(world.fake.present.sent.first?["media_ids[]"]?.hasPrefix("-") == true)
        }
    }

    @Test("Posts arrive over a WebSocket, since there are no server-sent events")
    func streaming() async throws {
        try await with { world in
            world.publish(1)
            _ = try await world.newest()
            let time = now.milliseconds + 5000
            let post = FakeMastodon.Post(id: FakeMastodon.id(at: time, number: 7, .pleroma), time: time, text: "New.")
            world.fake.change { $0.channels = ["user": [[world.fake.event("update", post)]]] }
            let supplier = try world.supplier("home")
            var items: [String] = []
            for await event in supplier.stream(StreamRequest(now: now)) {
                if case .batch(let batch) = event { items += batch.items.map(\.id) }
            }
            #expect(items == [post.id])
        }
    }
}
