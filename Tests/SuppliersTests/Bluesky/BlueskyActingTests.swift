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
                    id: ActionID(id), action: action, asked: now, now: now.advanced(by: .seconds(later))),
                on: ticket)
    }

    private func post(
        _ draft: PostDraft, _ world: BlueskyWorld, id: String = "action-1", later: Int = 0
    ) async throws -> ActionOutcome {
        try await world.client.perform(
            ActionRequest(
                id: ActionID(id), action: .post(draft), asked: now, now: now.advanced(by: .seconds(later))))
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
            guard case .uncertain = try await act(action, world) else { return #expect(Bool(false)) }
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
            guard case .uncertain = try await post(PostDraft("Lights out"), world) else { return #expect(Bool(false)) }
            guard case .done(let item?) = try await post(PostDraft("Lights out"), world, later: later) else {
                return #expect(Bool(false))
            }
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
            guard case .done = try await post(PostDraft("Offline"), world, later: 7200) else {
                return #expect(Bool(false))
            }
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
            guard case .done(let item?) = try await post(PostDraft(text, language: "de"), world) else {
                return #expect(Bool(false))
            }
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
            guard case .done = try await post(PostDraft("One"), world) else { return #expect(Bool(false)) }
            let key = try #require(world.fake.present.records["app.bsky.feed.post"]?.keys.first)
            let first = "at://did:plc:ann/app.bsky.feed.post/\(key)"
            var uri = first
            for (index, text) in ["two", "three"].enumerated() {
                let draft = PostDraft(text, inReplyTo: PostDraft.Reference(post: uri))
                guard case .done = try await post(draft, world, id: "next-\(index)") else {
                    return #expect(Bool(false))
                }
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
            guard case .done(let reply?) = try await act(.reply("Yes"), world) else { return #expect(Bool(false)) }
            #expect(reply.body.replyTo == posts[0].uri && reply.body.text == .plain("Yes"))
            let record = try record("app.bsky.feed.post", world)
            let place = record["reply"] as? [String: [String: String]]
            #expect(place?["parent"]?["uri"] == posts[0].uri && place?["root"]?["uri"] == posts[1].uri)
            guard case .done(let quote?) = try await act(.quote(PostDraft("Look")), on: 2, world, id: "q") else {
                return #expect(Bool(false))
            }
            #expect(quote.body.quoted?.id == posts[2].uri)
            world.edit(3) { $0.isGated = true }
            guard case .refused(let noReply) = try await act(.reply("Yes"), on: 3, world, id: "r2"),
                case .refused(let noQuote) = try await act(.quote(PostDraft("Look")), on: 3, world, id: "q2")
            else { return #expect(Bool(false)) }
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
            _ = try await post(draft, world)
            world.fake.change { $0.refusals = [:] }
            guard case .done = try await post(draft, world) else { return #expect(Bool(false)) }
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
                guard case .refused(let error) = try await post(draft, world, id: name) else {
                    return #expect(Bool(false))
                }
                #expect(error.message.key == key)
            }
        }
    }

    @Test("What the network has not is refused before anything is sent")
    func unsupported() async throws {
        try await BlueskyWorld.with { world in
            var poll = PostDraft("Who?")
            poll.poll = PostDraft.Poll(options: ["A", "B"], seconds: 300)
            for (draft, key) in [
                (poll, "pollsUnsupported"), (PostDraft("x", visibility: .followers), "postsArePublic"),
                (PostDraft("x", contentWarning: "Spiders"), "warningUnsupported"),
                (PostDraft("x", media: Array(repeating: .init(.file("/x.png")), count: 5)), "tooManyMedia"),
            ] {
                guard case .refused(let error) = try await post(draft, world) else { return #expect(Bool(false)) }
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
            guard case .refused(let error) = try await act(.delete, world) else { return #expect(Bool(false)) }
            #expect(error.message.key == "postOfAnother")
        }
    }

    @Test(
        "People are followed, muted and blocked, and back, however often",
        arguments: [
            (PersonAction.follow, PersonAction.unfollow, "app.bsky.graph.follow"),
            (.block, .unblock, "app.bsky.graph.block"), (.mute, .unmute, ""),
        ])
    func people(action: PersonAction, opposite: PersonAction, collection: String) async throws {
        try await BlueskyWorld.with { world in
            let person = try await world.client.person(named: "@pat.test", now: now)
            #expect(person.id == "did:plc:pat" && person.handle == "@pat.test")
            for id in ["a", "b"] {
                let outcome = try await world.client.perform(
                    ActionRequest(id: ActionID(id), action: action, now: now), on: person)
                #expect(outcome == .done(nil))
            }
            if collection.isEmpty {
                #expect(world.fake.present.muted == ["did:plc:pat"])
            } else {
                #expect(world.fake.present.records[collection]?.count == 1)
                let subject = try record(collection, world)["subject"] as? String
                #expect(subject == "did:plc:pat")
            }
            for _ in 0..<2 {
                let outcome = try await world.client.perform(
                    ActionRequest(id: ActionID("c"), action: opposite, now: now), on: person)
                #expect(outcome == .done(nil))
            }
            #expect(world.fake.present.muted.isEmpty && world.fake.present.records[collection]?.isEmpty != false)
            let error = await #expect(throws: SupplierError.self) {
                try await world.client.person(named: "@nobody.test", now: now)
            }
            #expect(error?.message.key == "personNotFound")
        }
    }

    @Test(
        "What restores a relation after an action leaves the server as it was, whatever the relation was",
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
            let pat = try await client.standing(of: "@pat.test", now: now)
            let restoring = try #require(pat.relation.restoring(after: action))
            #expect(restoring.isEmpty == pat.relation.includes(action))
            for act in [action] + restoring { await perform(act, on: pat.person) }
            #expect(try await client.relation(to: pat.person, now: now) == pat.relation)
            #expect(try await client.standing(of: "@ann.test", now: now).relation == .own)
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

/// The schemas of records.
struct Lexicons {
    private let documents: [String: [String: Any]]

    init() throws {
        var documents: [String: [String: Any]] = [:]
        let folder = try #require(SocialCorpus.folder).appending(path: "lexicons")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".json") {
            let data = try Data(contentsOf: folder.appending(path: path))
            guard let document = try JSONSerialization.jsonObject(with: data) as? [String: Any],
                let id = document["id"] as? String
            else { continue }
            documents[id] = document["defs"] as? [String: Any]
        }
        self.documents = documents
    }

    /// Returns what is wrong with a record.
    func violations(of record: Any, _ collection: String) -> [String] {
        guard let main = documents[collection]?["main"] as? [String: Any], let schema = main["record"] as? [String: Any]
        else {
            return ["no schema \(collection)"]
        }
        return check(record, schema, in: collection, "record")
    }

    private func check(_ value: Any, _ schema: [String: Any], in document: String, _ path: String) -> [String] {
        switch schema["type"] as? String {
        case "ref": return follow(schema["ref"] as? String ?? "", value, document, path)
        case "union":
            guard let object = value as? [String: Any], let type = object["$type"] as? String else {
                return ["\(path): no $type"]
            }
            let refs = (schema["refs"] as? [String] ?? []).map { $0.hasPrefix("#") ? document + $0 : $0 }
            guard refs.contains(type) else { return ["\(path): \(type) is not one of \(refs)"] }
            return follow(type, value, document, path)
        case "object", "record":
            guard let object = value as? [String: Any] else { return ["\(path): not an object"] }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
                .map { "\(path): no \($0)" }
            return missing
                + object.flatMap { name, member -> [String] in
                    if name == "$type" { return [] }
                    guard let property = properties[name] else { return ["\(path): unknown \(name)"] }
                    return check(member, property, in: document, "\(path).\(name)")
                }
        case "array":
            guard let list = value as? [Any], let items = schema["items"] as? [String: Any] else {
                return ["\(path): no list"]
            }
            if let most = schema["maxLength"] as? Int, list.count > most { return ["\(path): too long"] }
            return list.flatMap { check($0, items, in: document, path + "[]") }
        case "string":
            guard let text = value as? String else { return ["\(path): not a text"] }
            switch schema["format"] as? String {
            case "at-uri": return ATURI(text) == nil ? ["\(path): \(text)"] : []
            case "did": return DID(text) == nil ? ["\(path): \(text)"] : []
            case "datetime": return ATDate.parse(text) == nil ? ["\(path): \(text)"] : []
            default: return []
            }
        case "integer": return value is Int ? [] : ["\(path): not a number"]
        default: return []
        }
    }

    private func follow(_ reference: String, _ value: Any, _ document: String, _ path: String) -> [String] {
        let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let id = parts[0].isEmpty ? document : parts[0]
        guard let schema = documents[id]?[parts.count > 1 ? parts[1] : "main"] as? [String: Any] else {
            return ["\(path): no schema \(reference)"]
        }
        return check(value, schema, in: id, path)
    }
}
