import EngineConcepts
import Foundation
import ScenarioServer
import TestSupport
import Testing

@testable import Suppliers

@Suite("Acting on Bluesky", .timeLimit(.minutes(30)))
struct BlueskyActingTests {
    private let now = BlueskyWorld.now
    private let page = Scenario.text(
        """
        <html><head><title>Plain</title><meta property="og:title" content="Rain &amp; wind">
        <meta name="description" content="All about it"></head><body><title>no</title></body></html>
        """, type: "text/html; charset=utf-8")

    private func act(
        _ action: TicketAction, on index: Int = 0, _ world: BlueskyWorld, id: String = "action-1", later: Int = 0
    ) async throws -> ActionOutcome {
        let ticket = try await world.ticket(index)
        return try await world.supplier("home")
            .perform(
                ActionRequest(
                    id: ActionID(id), action: action, requestedAt: now, now: now.advanced(by: .seconds(later))),
                on: ticket)
    }

    private func post(
        _ draft: PostDraft, _ world: BlueskyWorld, id: String = "action-1", later: Int = 0
    ) async throws -> ActionOutcome {
        try await world.client.perform(
            ActionRequest(
                id: ActionID(id), action: .post(draft), requestedAt: now, now: now.advanced(by: .seconds(later))))
    }

    private func record(_ collection: String, _ world: BlueskyWorld) throws -> [String: Any] {
        let text = try #require(world.fake.present.records[collection]?.values.first)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test(
        "Likes and reposts are written once, however often they are asked for, and taken back",
        arguments: [
            (TicketAction.like, TicketAction.unlike, "app.bsky.feed.like"),
            (.boost, .unboost, "app.bsky.feed.repost"),
        ])
    func reactions(action: TicketAction, opposite: TicketAction, collection: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.fake.change { $0.lostAnswers = ["com.atproto.repo.putRecord": 1] }
            _ = try await act(action, world).uncertainty()
            // The view may not show it yet.
            world.fake.change { $0.viewsLag = true }
            #expect(try await act(action, world) == .done(nil))
            world.fake.change { $0.viewsLag = false }
            #expect(try await act(action, world, id: "action-2") == .done(nil))
            #expect(world.fake.present.records[collection]?.count == 1)
            let subject = try #require(try record(collection, world)["subject"] as? [String: String])
            #expect(subject["uri"] == world.fake.present.posts[0].uri && subject["cid"]?.hasPrefix("cid-") == true)
            let reaction: Reaction = action == .like ? .like : .boost
            #expect(try await world.ticket(0).body.reactions == [reaction])
            world.fake.change { $0.viewsLag = true }
            #expect(try await act(opposite, world) == .done(nil))
            #expect(world.fake.present.records[collection]?.isEmpty == true)
            #expect(try await act(opposite, world) == .done(nil))
        }
    }

    @Test("Bookmarks are set and removed")
    func bookmarks() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            for _ in 0..<2 {
                let outcome = try await act(.bookmark, world)
                #expect(outcome == .done(nil))
            }
            #expect(world.fake.present.bookmarks.map(\.uri) == [world.fake.present.posts[0].uri])
            #expect(try await act(.unbookmark, world) == .done(nil))
            #expect(world.fake.present.bookmarks.isEmpty)
        }
    }

    @Test(
        "A post without an answer is found again by its key, also when it is repeated much later", arguments: [1, 7200])
    func repetition(later: Int) async throws {
        try await BlueskyWorld.with { world in
            world.fake.change { $0.lostAnswers = ["com.atproto.repo.putRecord": 1] }
            _ = try await post(PostDraft("Lights out"), world).uncertainty()
            let item = try #require(try await post(PostDraft("Lights out"), world, later: later).done())
            #expect(world.fake.present.records["app.bsky.feed.post"]?.count == 1)
            let post = try #require(world.fake.present.posts.first)
            #expect(item.id == post.uri && item.body.text == .plain("Lights out"))
            #expect(item.body.author?.handle == "@ann.test")
            let date = try record("app.bsky.feed.post", world)["createdAt"] as? String
            #expect(date == ATDate.text(now))
            #expect(ATURI(item.id)?.key.flatMap { TID($0) }?.time == now)
        }
    }

    @Test("A post that is sent hours later has the date of its sending")
    func lateSending() async throws {
        try await BlueskyWorld.with { world in
            _ = try await post(PostDraft("Offline"), world, later: 7200).done()
            let date = try record("app.bsky.feed.post", world)["createdAt"] as? String
            #expect(date == ATDate.text(now.advanced(by: .seconds(7200))))
        }
    }

    @Test("Links, people who exist and hashtags of a post become facets, and a link becomes a card")
    func facets() async throws {
        try await BlueskyWorld.with { world in
            world.fake.server.script("/article", page)
            let link = world.fake.server.url("/article")
            let text = "Über @pat.test, not @nobody.test: \(link) #Regen 🏁"
            let item = try #require(try await post(PostDraft(text, language: "de"), world).done())
            let record = try record("app.bsky.feed.post", world)
            let facets = try #require(record["facets"] as? [[String: Any]])
            let bytes = Array(text.utf8)
            let marked = facets.compactMap { facet -> String? in
                guard let index = facet["index"] as? [String: Int], let start = index["byteStart"],
                    let end = index["byteEnd"]
                else { return nil }
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            #expect(marked == ["@pat.test", link, "#Regen"])
            let features = facets.compactMap { ($0["features"] as? [[String: String]])?.first }
            #expect(features[0]["did"] == "did:plc:pat" && features[1]["uri"] == link && features[2]["tag"] == "Regen")
            let external = (record["embed"] as? [String: Any])?["external"] as? [String: String]
            #expect(external == ["uri": link, "title": "Rain & wind", "description": "All about it"])
            #expect(record["langs"] as? [String] == ["de"])
            #expect(item.body.tags == ["Regen"] && item.body.summary?.source.hasPrefix("Rain & wind") == true)
        }
    }

    @Test("The posts of a thread reply to one another before any view shows them")
    func thread() async throws {
        try await BlueskyWorld.with { world in
            world.fake.change { $0.viewsLag = true }
            _ = try await post(PostDraft("One"), world).done()
            let key = try #require(world.fake.present.records["app.bsky.feed.post"]?.keys.first)
            let first = "at://did:plc:ann/app.bsky.feed.post/\(key)"
            var uri = first
            for (index, text) in ["two", "three"].enumerated() {
                let draft = PostDraft(text, inReplyTo: PostDraft.Reference(post: uri))
                _ = try await post(draft, world, id: "next-\(index)").done()
                let records = try #require(world.fake.present.records["app.bsky.feed.post"])
                let (key, written) = try #require(records.first { $0.value.contains("\"\(text)\"") })
                let value = try #require(
                    try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any])
                let reply = try #require(value["reply"] as? [String: [String: String]])
                #expect(reply["parent"]?["uri"] == uri && reply["root"]?["uri"] == first)
                #expect(reply["parent"]?["cid"]?.hasPrefix("cid-") == true)
                uri = "at://did:plc:ann/app.bsky.feed.post/\(key)"
            }
        }
    }

    @Test("A reply names its parent and the thread, a quotation the post; both respect the author's rules")
    func repliesAndQuotes() async throws {
        try await BlueskyWorld.with { world in
            world.publish(4)
            world.fake.change { $0.posts[0].replyTo = $0.posts[1].uri }
            let posts = world.fake.present.posts
            let reply = try #require(try await act(.reply("Yes"), world).done())
            #expect(reply.body.replyTo == posts[0].uri && reply.body.text == .plain("Yes"))
            let record = try record("app.bsky.feed.post", world)
            let place = record["reply"] as? [String: [String: String]]
            #expect(place?["parent"]?["uri"] == posts[0].uri && place?["root"]?["uri"] == posts[1].uri)
            let quote = try #require(try await act(.quote(PostDraft("Look")), on: 2, world, id: "q").done())
            #expect(quote.body.quoted?.id == posts[2].uri)
            world.edit(3) { $0.isGated = true }
            let noReply = try await act(.reply("Yes"), on: 3, world, id: "r2").refusal()
            let noQuote = try await act(.quote(PostDraft("Look")), on: 3, world, id: "q2").refusal()
            #expect(noReply.message.key == "repliesForbidden" && noQuote.message.key == "quotesForbidden")
            #expect(world.fake.present.records["app.bsky.feed.post"]?.count == 2)
        }
    }

    @Test("Pictures are uploaded with their alternative texts, once for all attempts")
    func pictures() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/start.png"
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: path))
        try await BlueskyWorld.with { world in
            var draft = PostDraft("Start")
            draft.media = [PostDraft.Medium(.file(path), alternativeText: "The grid")]
            draft.isSensitive = true
            world.fake.change { $0.refusals["com.atproto.repo.putRecord"] = (503, "NotNow", "Later") }
            _ = try await post(draft, world).uncertainty()
            world.fake.change { $0.refusals = [:] }
            _ = try await post(draft, world).done()
            #expect(
                world.fake.present.blobs.map(\.size) == [100] && world.fake.present.blobs.map(\.type) == ["image/png"])
            let record = try record("app.bsky.feed.post", world)
            let image = ((record["embed"] as? [String: Any])?["images"] as? [[String: Any]])?.first
            #expect(image?["alt"] as? String == "The grid")
            let reference = (image?["image"] as? [String: Any])?["ref"] as? [String: String]
            #expect(reference == ["$link": "blob-1"])
            #expect(String(describing: record["labels"]).contains("graphic-media"))
            for (name, key) in [("x.txt", "mediumKindUnsupported"), ("none.png", "mediumUnreadable")] {
                draft.media = [PostDraft.Medium(.file("\(folder.path)/\(name)"))]
                let error = try await post(draft, world, id: name).refusal()
                #expect(error.message.key == key)
            }
        }
    }

    @Test("If an upload to Bluesky cannot be recorded, the post fails with the reason, and a retry uploads nothing")
    func picturesOnFullDisk() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("PICTURE", to: "start.png")
        try await BlueskyWorld.with { world in
            let store = FullStore()
            try await world.dependencies.accounts.remember(in: store)
            let draft = PostDraft("Start", media: [PostDraft.Medium(.file(path))])
            let error = try await post(draft, world).failure()
            #expect(error.message == FullStore.error.message)
            #expect(world.fake.present.records["app.bsky.feed.post"] == nil)
            await store.makeRoom()
            _ = try await post(draft, world).done()
            #expect(world.fake.present.blobs.count == 1)
            #expect(world.fake.present.records["app.bsky.feed.post"]?.count == 1)
        }
    }

    @Test("A post with anything that the network lacks is refused before a request is sent")
    func unsupported() async throws {
        try await BlueskyWorld.with { world in
            var poll = PostDraft("Who?")
            poll.poll = PostDraft.Poll(options: ["A", "B"], seconds: 300)
            for (draft, key) in [
                (poll, "pollsUnsupported"), (PostDraft("x", visibility: .followers), "postsArePublic"),
                (PostDraft("x", contentWarning: "Spiders"), "warningUnsupported"),
                (PostDraft("x", media: Array(repeating: .init(.file("/x.png")), count: 5)), "tooManyMedia"),
            ] {
                let error = try await post(draft, world).refusal()
                #expect(error.message.key == key)
            }
            #expect(world.calls.isEmpty)
        }
    }

    @Test("Own posts are deleted, also twice; those of others are refused")
    func deletion() async throws {
        try await BlueskyWorld.with { world in
            world.publish(2)
            world.edit(0) { $0.author = "ann" }
            let ticket = try await world.ticket(0)
            for _ in 0..<2 {
                let outcome = try await world.supplier("home")
                    .perform(ActionRequest(id: ActionID("d"), action: .delete, now: now), on: ticket)
                #expect(outcome == .done(nil))
            }
            #expect(world.fake.present.posts.count == 1)
            let error = try await act(.delete, world).refusal()
            #expect(error.message.key == "postOfAnother")
        }
    }

    @Test(
        "People are followed, muted and blocked, and back, however often",
        arguments: [
            (PersonAction.follow, PersonAction.unfollow, "app.bsky.graph.follow"),
            (.block, .unblock, "app.bsky.graph.block"), (.mute, .unmute, nil),
        ] as [(PersonAction, PersonAction, String?)])
    func people(action: PersonAction, opposite: PersonAction, collection: String?) async throws {
        try await BlueskyWorld.with { world in
            let person = try await world.client.person(named: "@pat.test", now: now)
            #expect(person.id == "did:plc:pat" && person.handle == "@pat.test")
            for id in ["a", "b"] {
                let outcome = try await world.client.perform(
                    ActionRequest(id: ActionID(id), action: action, now: now), on: person)
                #expect(outcome == .done(nil))
            }
            // The server keeps mutes as settings of the account, everything else as records.
            #expect(world.fake.present.muted == (action == .mute ? ["did:plc:pat"] : []))
            if let collection {
                #expect(world.fake.present.records[collection]?.count == 1)
                let subject = try record(collection, world)["subject"] as? String
                #expect(subject == "did:plc:pat")
            }
            for _ in 0..<2 {
                let outcome = try await world.client.perform(
                    ActionRequest(id: ActionID("c"), action: opposite, now: now), on: person)
                #expect(outcome == .done(nil))
            }
            #expect(world.fake.present.muted.isEmpty)
            #expect(!world.fake.present.records.values.contains { !$0.isEmpty })
            let error = await #expect(throws: SupplierError.self) {
                try await world.client.person(named: "@nobody.test", now: now)
            }
            #expect(error?.message.key == "personNotFound")
        }
    }

    @Test(
        "The actions that restore a relation at Bluesky leave the server as it was, whatever the relation was",
        arguments: PersonAction.allCases,
        [[], [.follow], [.mute], [.block], [.follow, .mute]] as [[PersonAction]])
    func restored(action: PersonAction, before: [PersonAction]) async throws {
        try await BlueskyWorld.with { world in
            let client = try world.client
            func perform(_ action: PersonAction, on person: Person) async {
                _ = await client.perform(
                    ActionRequest(id: ActionID(action.rawValue), action: action, now: now), on: person)
            }
            let found = try await client.person(named: "@pat.test", now: now)
            for act in before { await perform(act, on: found) }
            let pat = try await client.personWithRelation(named: "@pat.test", now: now)
            let restoring = try #require(pat.relation.restoring(after: action))
            #expect(restoring.isEmpty == pat.relation.includes(action))
            for act in [action] + restoring { await perform(act, on: pat.person) }
            #expect(try await client.relation(to: pat.person, now: now) == pat.relation)
            #expect(try await client.personWithRelation(named: "@ann.test", now: now).relation == .own)
        }
    }

    @Test("A following that views do not show yet is known")
    func lag() async throws {
        try await BlueskyWorld.with { world in
            let client = try world.client
            let pat = try await client.person(named: "@pat.test", now: now)
            world.fake.change { $0.viewsLag = true }
            #expect(try await client.relation(to: pat, now: now).includes(.unfollow))
            for action in [PersonAction.follow, .block] {
                _ = await client.perform(
                    ActionRequest(id: ActionID(action.rawValue), action: action, now: now), on: pat)
                #expect(try await client.relation(to: pat, now: now).includes(action))
            }
        }
    }

    @Test("Posts count 300 characters as people see them, links and mentions in full")
    func rules() async throws {
        try await BlueskyWorld.with { world in
            let rules = try await world.client.rules(now: now)
            #expect(rules.maximumLength == 300 && rules.maximumMedia == 4)
            #expect(rules.length(of: PostDraft("👨‍👩‍👧 https://a.example/long @ann@b.example")) == 39)
        }
    }

    @Test("Every record that Fiber writes is valid by its schema", .enabled(if: SocialCorpus.isPresent))
    func schemas() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.fake.server.script("/article", page)
            _ = try await act(.like, world, id: "1")
            _ = try await act(.boost, world, id: "2")
            _ = try await act(.quote(PostDraft("#x \(world.fake.server.url("/article"))")), world, id: "3")
            _ = try await act(.reply("@pat.test hello"), world, id: "4")
            let person = try await world.client.person(named: "pat.test", now: now)
            for action in [PersonAction.follow, .block] {
                _ = try await world.client.perform(
                    ActionRequest(id: ActionID(action.rawValue), action: action, now: now), on: person)
            }
            let lexicons = try Lexicons()
            let records = world.fake.present.records
            #expect(records.count == 5)
            for (collection, entries) in records {
                for (key, text) in entries {
                    #expect(TID(key) != nil)
                    let record = try JSONSerialization.jsonObject(with: Data(text.utf8))
                    #expect(lexicons.violations(of: record, collection) == [], "\(text)")
                }
            }
        }
    }
}
