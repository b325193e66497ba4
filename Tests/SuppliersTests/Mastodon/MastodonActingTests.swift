import EngineConcepts
import EngineStandard
import FeedParsing
import Foundation
import ScenarioServer
import TestSupport
import Testing

@testable import Suppliers

@Suite("Acting at Mastodon")
struct MastodonActingTests {
    private func client(_ world: MastodonWorld) throws -> any AccountClient {
        try #require(try world.supplier("home").account)
    }

    private func post(
        _ draft: PostDraft, id: String = "post-1", after delay: Duration = .zero, _ world: MastodonWorld
    ) async throws -> ActionOutcome {
        try await client(world)
            .perform(ActionRequest(id: ActionID(id), action: .post(draft), now: world.now.advanced(by: delay)))
    }

    private func perform(
        _ action: TicketAction, on item: SourceItem, _ world: MastodonWorld, timeline: String = "home"
    ) async throws -> ActionOutcome {
        let supplier = try world.supplier(timeline)
        return await supplier.perform(
            ActionRequest(id: ActionID("action-1"), action: action, now: world.now),
            on: Ticket(item, of: supplier.id, seen: world.now))
    }

    private func refusal(_ outcome: ActionOutcome) -> SupplierError? {
        if case .refused(let error) = outcome { error } else { nil }
    }

    @Test("A scheduled post is handed over once, listed with its time, and cancelled")
    func scheduled() async throws {
        try await MastodonWorld.with { world in
            let time = world.now.advanced(by: .seconds(7200))
            var draft = PostDraft("Later")
            draft.scheduled = time
            world.fake.change { $0.lostAnswers = ["POST api/v1/statuses": 1] }
            guard case .uncertain = try await post(draft, world) else {
                Issue.record("not uncertain")
                return
            }
            #expect(try await post(draft, after: .seconds(61), world) == .done(nil))
            let client = try client(world)
            #expect(try await client.rules(now: world.now).takesSchedule)
            let listed = try await client.scheduledPosts(now: world.now)
            #expect(listed == [ScheduledPost(id: "later-0", draft: PostDraft("Later"), time: time)])
            #expect(world.fake.present.sent.isEmpty)
            try await client.cancelScheduled("later-0", now: world.now)
            #expect(try await client.scheduledPosts(now: world.now).isEmpty)
            let error = await #expect(throws: SupplierError.self, "It may be published by now.") {
                try await client.cancelScheduled("later-0", now: world.now)
            }
            #expect(error?.code == .gone && error?.message.key == "scheduledGone")
        }
    }

    @Test("A scheduled post is read with its audience, warning, language, poll and parent; its media are counted")
    func scheduledContent() async throws {
        try await MastodonWorld.with { world in
            let time = world.now.advanced(by: .seconds(7200))
            var draft = PostDraft(
                "Later\ntoday", visibility: .followers, contentWarning: "race", isSensitive: true, language: "en",
                media: [.init(.uploaded("12"))],
                poll: .init(options: ["yes", "no"], seconds: 3600, allowsSeveral: true), inReplyTo: .init(post: "77"))
            draft.scheduled = time
            #expect(try await post(draft, world) == .done(nil))
            let listed = try await client(world).scheduledPosts(now: world.now)
            draft.media = []
            #expect(listed == [ScheduledPost(id: "later-0", draft: draft, time: time, media: 1)])
        }
    }

    @Test(
        "Whatever a server says about a scheduled post is read as far as it makes sense",
        arguments: [
            (#"{"id": 7, "scheduled_at": "2026-11-27T08:00:00Z"}"#, ""),
            (#"{"id": "7", "scheduled_at": "2026-11-27T08:00:00Z", "params": null}"#, ""),
            (
                #"{"id": "7", "scheduled_at": "2026-11-27T08:00:00Z", "params": {"text": "A\u001b[2J", "poll": [], "visibility": "secret", "in_reply_to_id": 9223372036854775807000}}"#,
                "A"
            ),
            (
                #"{"id": "7", "scheduled_at": "2026-11-27T08:00:00Z", "params": {"text": "A", "poll": {"options": ["x"], "expires_in": 1e400}, "media_ids": "1"}}"#,
                "A"
            ),
        ])
    func foreignScheduled(json: String, beginning: String) throws {
        let post = try JSONDecoder().decode(MastodonScheduledPost.self, fromForeign: Array(json.utf8))
        let scheduled = try #require(post.post)
        #expect(scheduled.id == "7" && scheduled.text.hasPrefix(beginning) && !scheduled.text.contains("\u{1b}"))
        #expect(scheduled.draft.poll == nil && scheduled.draft.visibility == nil)
    }

    @Test("A scheduled post that waited beyond its time is refused, since the server would publish it at once")
    func missed() async throws {
        try await MastodonWorld.with { world in
            var draft = PostDraft("Too late")
            draft.scheduled = world.now.advanced(by: .seconds(-1))
            guard case .refused(let error) = try await post(draft, world) else {
                Issue.record("not refused")
                return
            }
            #expect(error.message.key == "scheduleHasPassed")
            #expect(world.fake.present.sent.isEmpty)
        }
    }

    @Test(
        "Only servers that are known to publish posts later are asked to, since others could publish at once",
        arguments: [
            ("mastodon", "4.6.4", true), ("gotosocial", "0.20.0+git-1234", true), ("gotosocial", "0.18.1", true),
            ("gotosocial", "0.17.4", false), ("gotosocial", "1.0", true), ("gotosocial", "unknown", false),
            ("akkoma", "3.15.2", true), ("pixelfed", "0.12.0", false),
        ])
    func schedulingServers(software: String, version: String, isTaken: Bool) {
        #expect(MastodonServer.takesSchedule(ServerMemory.Server(software: software, version: version)) == isTaken)
        #expect(!MastodonServer.takesSchedule(nil))
    }

    /// Publishes a post of the account and returns it.
    private func own(_ world: MastodonWorld) async throws -> SourceItem {
        world.publish(1)
        world.edit(0) { $0.author = "ann" }
        return try #require(try await world.first())
    }

    @Test("A boost can be for some people only")
    func audienceOfBoost() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            guard case .done = try await perform(.boostTo(.followers), on: item, world) else {
                Issue.record("not done")
                return
            }
            #expect(world.fake.present.boosts == [item.id] && world.fake.present.boostAudiences == ["private"])
        }
    }

    @Test(
        "The newest item that was read is told to the server, but never an older one than it knows",
        arguments: ["home", "notifications"])
    func readItems(timeline: String) async throws {
        try await MastodonWorld.with { world in
            let client = try #require(try world.supplier(timeline).account)
            for (item, known) in [("90010", "90010"), ("9005", "90010"), ("100001", "100001")] {
                try await client.share(TimelinePosition(supplier: "test:x", item: item), now: world.now)
                #expect(world.fake.present.markers[timeline] == known)
            }
        }
    }

    @Test("A post reaches the server with all that its draft says, and the answer is the post")
    func post() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let draft = PostDraft(
                "Lights out", visibility: .followers, contentWarning: "Race", isSensitive: true, language: "de",
                poll: PostDraft.Poll(options: ["Yes"], seconds: 3600, allowsSeveral: true),
                inReplyTo: PostDraft.Reference(post: "7"), quote: PostDraft.Reference(post: "8"))
            guard case .done(let item?) = try await post(draft, world) else {
                Issue.record("not done")
                return
            }
            #expect(item.body.text == .html("<p>Lights out</p>", base: item.body.link))
            #expect(item.body.author?.handle == "@ann@pit.example")
            #expect(
                world.fake.present.sent == [
                    [
                        "status": "Lights out", "visibility": "private", "spoiler_text": "Race", "sensitive": "true",
                        "language": "de", "in_reply_to_id": "7", "quoted_status_id": "8", "poll[options][]": "Yes",
                        "poll[expires_in]": "3600", "poll[multiple]": "true",
                    ]
                ])
        }
    }

    @Test("A post is repeated unasked only where the server is known to recognise it")
    func repetition() async throws {
        try await MastodonWorld.with { world in
            #expect(try client(world).accountActions[.post] == .unsafe)
            world.publish(1)
            _ = try await world.newest()
            #expect(try client(world).accountActions[.post] == .safe)
            world.fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            guard case .uncertain = try await post(PostDraft("Once"), world) else {
                Issue.record("not uncertain")
                return
            }
            // The server may still be at work and does not know the key yet.
            guard case .failed(let error) = try await post(PostDraft("Once"), after: .seconds(20), world) else {
                Issue.record("not failed")
                return
            }
            #expect(error.message.code == "postArriving")
            #expect(error.retryAt == world.now.advanced(by: .seconds(60)))
            guard case .done = try await post(PostDraft("Once"), after: .seconds(60), world) else {
                Issue.record("not done")
                return
            }
            #expect(world.fake.present.posts.filter { $0.text == "Once" }.count == 1)
        }
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(1)
            _ = try await world.newest()
            #expect(try client(world).accountActions[.post] == .unsafe)
            #expect(try world.supplier("home").traits.actions[.reply] == .unsafe)
            #expect(try world.supplier("home").traits.actions[.like] == .safe)
        }
    }

    @Test("An answer of the server that it failed is repeated like a lost one, but a refusal or no connection is not")
    func serverErrors() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            _ = try await world.newest()
            world.fake.change { $0.refusals["POST api/v1/statuses"] = (500, "Whoops") }
            guard case .uncertain = try await post(PostDraft("Once"), world) else {
                Issue.record("not uncertain")
                return
            }
            world.fake.change { $0.refusals["POST api/v1/statuses"] = (429, "Slow down") }
            guard case .failed = try await post(PostDraft("Once"), after: .seconds(90), world) else {
                Issue.record("not failed")
                return
            }
            world.fake.change { $0.refusals = [:] }
            guard case .done = try await post(PostDraft("Once"), after: .seconds(91), world) else {
                Issue.record("not done")
                return
            }
            #expect(world.fake.present.sent.count == 1)
        }
    }

    @Test("GoToSocial, which boosts anew with each request, is asked before a boost is repeated")
    func boostRepetition() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(1)
            let item = try #require(try await world.first())
            world.fake.change { $0.lostAnswers["POST api/v1/statuses/\(item.id)/reblog"] = 1 }
            guard case .uncertain = try await perform(.boost, on: item, world) else {
                Issue.record("not uncertain")
                return
            }
            guard case .done(let boosted?) = try await perform(.boost, on: item, world) else {
                Issue.record("not done")
                return
            }
            #expect(boosted.body.reactions.contains(.boost))
            #expect(world.fake.present.boosts == [item.id])
        }
    }

    @Test("After the time for which a server recognises a repetition, only the user repeats a post")
    func lateRepetition() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            _ = try await world.newest()
            world.fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            _ = try await post(PostDraft("Once"), world)
            guard case .unrepeatable(let error) = try await post(PostDraft("Once"), after: .seconds(3600), world) else {
                Issue.record("not unrepeatable")
                return
            }
            #expect(error.message.code == "postUnknown")
            #expect(world.fake.present.sent.count == 1)
            guard case .done = try await post(PostDraft("Once"), after: .seconds(3601), world) else {
                Issue.record("not done")
                return
            }
        }
    }

    @Test("After a restart, server and uploads are still known, and the limits hold while the server is away")
    func memory() async throws {
        try await MastodonWorld.with { world in
            let store = MemoryTrackStore()
            let directory = try TemporaryDirectory()
            let file = directory.path + "/a.png"
            try Data("PICTURE".utf8).write(to: URL(fileURLWithPath: file))
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(file))])
            /// The state of a new process.
            func restarted() async throws -> MastodonWorld {
                var dependencies = world.dependencies
                dependencies.accounts = AccountDirectory(world.dependencies.accounts.accounts)
                try await dependencies.accounts.remember(in: store)
                return MastodonWorld(fake: world.fake, dependencies: dependencies)
            }
            let first = try await restarted()
            #expect(try client(first).accountActions[.post] == .unsafe)
            try await first.dependencies.accounts.record(
                AccountServer(
                    origin: world.fake.address, handleHost: "pit.example", software: "mastodon", version: "4.6.4"),
                of: "ann@pit.example")
            #expect(try client(first).accountActions[.post] == .safe)
            #expect(try await client(first).rules(now: world.now).maximumLength == 500)
            world.fake.change { $0.processing = 1 }
            guard case .failed = try await post(draft, first) else {
                Issue.record("not failed")
                return
            }
            let second = try await restarted()
            #expect(try client(second).accountActions[.post] == .safe)
            world.fake.change { $0.isFailing = true }
            #expect(try await client(second).rules(now: world.now).maximumLength == 500)
            world.fake.change { $0.isFailing = false }
            guard case .done = try await post(draft, second) else {
                Issue.record("not done")
                return
            }
            #expect(world.fake.present.media.count == 1)
            // A medium that the server has forgotten is uploaded again.
            world.fake.change { $0.processing = 1 }
            _ = try await post(draft, id: "post-2", second)
            world.fake.change {
                $0.media = [:]
                $0.processing = 0
            }
            guard case .done = try await post(draft, id: "post-2", try await restarted()) else {
                Issue.record("not done again")
                return
            }
            #expect(world.fake.present.media.count == 1)
            // Nothing remains of what has ended.
            let kept = try #require(try await store.setting("account.memory/ann@pit.example"))
            #expect(kept.contains("\"sendings\":{}"), "\(kept)")
            #expect(!kept.contains("good-token"))
            try await second.dependencies.accounts.removeMemory(of: "ann@pit.example")
            #expect(try await store.setting("account.memory/ann@pit.example") == nil)
        }
    }

    @Test("Media are uploaded before the post, each once, and without their names")
    func media() async throws {
        try await MastodonWorld.with { world in
            let directory = try TemporaryDirectory()
            let file = directory.path + "/my secret name.png"
            try Data("PICTURE".utf8).write(to: URL(fileURLWithPath: file))
            world.fake.change { $0.processing = 2 }
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(file), alternativeText: "A pit wall")])
            for _ in 0..<2 {
                guard case .failed(let error) = try await post(draft, world) else {
                    Issue.record("not failed")
                    return
                }
                #expect(error.message.code == "mediumProcessed")
                #expect(error.retryAt.map { $0 > world.now } == true)
                #expect(world.fake.present.sent.isEmpty)
            }
            guard case .done = try await post(draft, world) else {
                Issue.record("not done")
                return
            }
            let media = world.fake.present.media
            #expect(media.count == 1)
            let form = String(decoding: try #require(media.first).value, as: UTF8.self)
            #expect(form.contains("PICTURE") && form.contains("A pit wall") && form.contains("Content-Type: image/png"))
            #expect(!form.contains("secret"))
            #expect(world.fake.present.sent.first?["media_ids[]"] == media.first?.key)
            let missing = PostDraft("See", media: [PostDraft.Medium(.file(directory.path + "/none.png"))])
            #expect(refusal(try await post(missing, id: "b", world))?.message.code == "mediumUnreadable")
        }
    }

    @Test("If an upload cannot be recorded, the post fails with the reason, and the next attempt does not upload again")
    func mediaOnFullDisk() async throws {
        try await MastodonWorld.with { world in
            let store = FullStore()
            try await world.dependencies.accounts.remember(in: store)
            let directory = try TemporaryDirectory()
            let file = try directory.write("PICTURE", to: "a.png")
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(file))])
            let error = try await post(draft, world).failure()
            #expect(error.message == FullStore.error.message)
            #expect(world.fake.present.sent.isEmpty)
            await store.makeRoom()
            _ = try await post(draft, world).done()
            #expect(world.fake.present.media.count == 1 && world.fake.present.sent.count == 1)
        }
    }

    @Test("A file that is too large for any server is refused with the limit, unread")
    func largeMedia() async throws {
        try await MastodonWorld.with { world in
            let directory = try TemporaryDirectory()
            let path = directory.path + "/film.mp4"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: path))
            // Without content on the disk.
            try file.truncate(atOffset: 201 << 20)
            try file.close()
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(path))])
            let error = try #require(refusal(try await post(draft, world)))
            #expect(
                error.message == Message("mediumTooLarge", ["file": .text(path), "limit": .bytes(200 << 20)]))
        }
    }

    @Test("An account has a home timeline and notifications only while sources of them are followed")
    func ownTimelines() async throws {
        try await MastodonWorld.with { world in
            func source(_ id: SupplierID, _ timeline: String) throws -> any Supplier {
                try SupplierRegistry(world.dependencies)
                    .supplier(for: SourceDescription(id: id, address: "mastodon:ann@pit.example/\(timeline)"))
            }
            let local = try source("local", "local")
            #expect(local.account?.home == nil)
            _ = try source("home", "home")
            _ = try source("news", "notifications")
            #expect(local.account?.home == "home" && local.account?.notifications == "news")
            world.dependencies.accounts.removeSupplier("home")
            #expect(local.account?.home == nil && local.account?.notifications == "news")
            // A source whose address was edited.
            _ = try source("news", "local")
            #expect(local.account?.notifications == nil)
        }
    }

    @Test("A refusal has the server's reason, a busy server the time of the next attempt")
    func failures() async throws {
        try await MastodonWorld.with { world in
            world.fake.change {
                $0.refusals["POST api/v1/statuses"] = (422, "Validation failed: Text character limit exceeded")
            }
            let refused = try #require(refusal(try await post(PostDraft("Long"), world)))
            #expect(refused.message.code == "serverRefusedAction")
            #expect(refused.message.arguments["reason"] == .text("Validation failed: Text character limit exceeded"))
            world.fake.change {
                $0.refusals = [:]
                $0.requestsLeft = 0
            }
            guard case .failed(let busy) = try await post(PostDraft("Later"), world) else {
                Issue.record("not failed")
                return
            }
            #expect(busy.retryAt == Timestamp(rfc3339: "2026-11-22T12:05:00Z"))
        }
    }

    @Test("A token for reading is refused with what to do")
    func scopes() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            world.fake.change { $0.readOnlyTokens = ["good-token"] }
            #expect(refusal(try await post(PostDraft("No"), world))?.message.code == "accountReadsOnly")
            #expect(refusal(try await perform(.like, on: item, world))?.message.code == "accountReadsOnly")
        }
    }

    @Test("People are found at the account's server or by it, and followed, muted and blocked")
    func people() async throws {
        try await MastodonWorld.with { world in
            let client = try client(world)
            let pat = try await client.person(named: "@pat", now: world.now)
            #expect(pat.handle == "@pat@pit.example")
            for action in PersonAction.allCases {
                let request = ActionRequest(id: ActionID("a"), action: action, now: world.now)
                guard case .done = await client.perform(request, on: pat) else {
                    Issue.record("\(action) not done")
                    continue
                }
            }
            #expect(world.fake.present.personActs == PersonAction.allCases.map { "\($0.rawValue) id-pat" })
            world.fake.change { $0.remotePeople = ["zoe@far.example"] }
            let zoe = try await client.person(named: "zoe@far.example", now: world.now)
            #expect(zoe.handle == "@zoe@far.example")
            await #expect(throws: SupplierError.self) {
                try await client.person(named: "@nobody@far.example", now: world.now)
            }
        }
    }

    @Test(
        "The actions that restore a relation leave the server as it was, whatever the relation was",
        arguments: PersonAction.allCases,
        [
            PersonRelation.Ties(), .init(.requested), .init(.following), .init(isMuted: true), .init(isBlocked: true),
            .init(.following, isMuted: true),
        ])
    func restored(action: PersonAction, ties: PersonRelation.Ties) async throws {
        // The server lets nobody follow somebody whom they block.
        guard !(action == .follow && ties.isBlocked) else { return }
        try await MastodonWorld.with { world in
            world.fake.change { state in
                state.followed = ties.following == .following ? ["id-kim"] : []
                state.requested = ties.following == .requested ? ["id-kim"] : []
                state.locked = state.requested
                state.muted = ties.isMuted ? ["id-kim"] : []
                state.blocked = ties.isBlocked ? ["id-kim"] : []
            }
            let client = try client(world)
            let kim = try await client.personWithRelation(named: "@kim@pit.example", now: world.now)
            #expect(kim.relation == .other(ties))
            let restoring = try #require(kim.relation.restoring(after: action))
            #expect(restoring.isEmpty == kim.relation.includes(action))
            for act in [action] + restoring {
                _ = await client.perform(
                    ActionRequest(id: ActionID("a"), action: act, now: world.now), on: kim.person)
            }
            #expect(try await client.relation(to: kim.person, now: world.now) == kim.relation)
        }
    }

    @Test("The account itself has no relation, and a server that does not tell one has an unknown one")
    func ownRelation() async throws {
        try await MastodonWorld.with { world in
            let client = try client(world)
            #expect(try await client.personWithRelation(named: "@ann@pit.example", now: world.now).relation == .own)
            world.fake.change { $0.refusals["GET api/v1/accounts/relationships"] = (403, "outside the scopes") }
            #expect(try await client.personWithRelation(named: "@kim@pit.example", now: world.now).relation == .unknown)
        }
    }

    @Test("The account's own posts are edited, pinned and deleted, and those of others are not")
    func ownPosts() async throws {
        try await MastodonWorld.with { world in
            let item = try await own(world)
            guard case .done(let edited?) = try await perform(.edit(PostDraft("Better")), on: item, world) else {
                Issue.record("not edited")
                return
            }
            #expect(edited.body.text == .html("<p>Better</p>", base: edited.body.link))
            #expect(edited.editTime != nil)
            _ = try await perform(.pin, on: item, world)
            #expect(world.fake.present.pinned == [item.id])
            _ = try await perform(.unpin, on: item, world)
            #expect(world.fake.present.pinned.isEmpty)
            for _ in 0..<2 {
                #expect(try await perform(.delete, on: item, world) == .done(nil))
            }
            #expect(world.fake.present.posts.isEmpty)
            world.publish(1)
            let other = try #require(try await world.first())
            for action in [TicketAction.edit(PostDraft("Worse")), .delete, .pin] {
                #expect(refusal(try await perform(action, on: other, world))?.message.code == "postOfAnother")
            }
            #expect(world.fake.present.posts.count == 1)
        }
    }

    @Test("An own post becomes a draft with all that an edit would take away, and an edit keeps it")
    func draft() async throws {
        try await MastodonWorld.with { world in
            _ = try await own(world)
            world.edit(0) { post in
                (post.text, post.spoiler, post.visibility, post.replyTo) = ("Box &amp; go", "Race", "private", "7")
                post.extra = """
                    {"media_attachments": [{"id": "m1", "type": "image", "description": "A car"}],
                    "poll": {"id": "9", "expired": false, "expires_at": "2026-11-21T13:00:00.000Z", "multiple": true,
                    "options": [{"title": "Soft", "votes_count": 2}, {"title": "Hard", "votes_count": 1}]}}
                    """
            }
            let supplier = try #require(try world.supplier("home") as? MastodonSupplier)
            let item = try #require(try await world.first())
            let ticket = Ticket(item, of: supplier.id, seen: world.now)
            let draft = try await supplier.draft(of: ticket, now: world.now)
            #expect(draft.text == "Box &amp; go" && draft.contentWarning == "Race" && draft.isSensitive)
            #expect(draft.visibility == .followers && draft.inReplyTo?.post == "7" && draft.language == "en")
            #expect(draft.media == [PostDraft.Medium(.uploaded("m1"), alternativeText: "A car")])
            #expect(draft.poll?.options == ["Soft", "Hard"] && draft.poll?.allowsSeveral == true)
            #expect((draft.poll?.seconds ?? 0) >= 300)
            guard case .done = try await perform(.edit(draft), on: item, world) else {
                Issue.record("not edited")
                return
            }
            let sent = try #require(world.fake.present.sent.last)
            #expect(sent["media_ids[]"] == "m1" && sent["poll[multiple]"] == "true" && sent["sensitive"] == "true")
            // The audience and the post above cannot be changed.
            #expect(sent["visibility"] == nil && sent["in_reply_to_id"] == nil)
            world.edit(0) { $0.extra = #"{"poll": {"id": "9", "expired": true, "options": [{"title": "Soft"}]}}"# }
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.draft(of: ticket, now: world.now)
            }
            #expect(error?.message.code == "pollEnded")
        }
    }

    @Test("A report names the person and the posts")
    func report() async throws {
        try await MastodonWorld.with { world in
            let report = PostReport(person: "id-pat", posts: ["7", "8"], comment: "Spam")
            let request = ActionRequest(id: ActionID("a"), action: AccountAction.report(report), now: world.now)
            let client = try client(world)
            #expect(await client.perform(request) == .done(nil))
            #expect(world.fake.present.reports == [["account_id": "id-pat", "status_ids[]": "8", "comment": "Spam"]])
            world.fake.change { $0.refusals["POST api/v1/reports"] = (422, "Validation failed: Account is yours") }
            #expect(
                refusal(await client.perform(request))?.message.arguments["reason"]
                    == .text("Validation failed: Account is yours"))
            #expect(client.accountActions[.report] == .unsafe)
        }
    }

    @Test("A vote counts once, also if its answer was lost")
    func vote() async throws {
        try await MastodonWorld.with { world in
            world.publish(2)
            world.fake.change { $0.polls[$0.posts[0].id] = (["A", "B"], []) }
            let items = try await world.newest().items
            let item = try #require(items.first)
            let path = "POST api/v1/polls/poll-\(item.id)/votes"
            world.fake.change { $0.lostAnswers[path] = 1 }
            guard case .uncertain = try await perform(.vote([0, 1]), on: item, world) else {
                Issue.record("not uncertain")
                return
            }
            guard case .done(let voted?) = try await perform(.vote([0, 1]), on: item, world) else {
                Issue.record("not done")
                return
            }
            #expect("\(voted.body.summary as Any)".contains("✓ A"))
            let again = refusal(try await perform(.vote([1]), on: item, world))
            #expect(
                again?.message.arguments["reason"] == .text("Validation failed: You have already voted on this poll"))
            let plain = try #require(items.last)
            #expect(refusal(try await perform(.vote([0]), on: plain, world))?.message.code == "pollNone")
        }
    }

    @Test("A quotation is published only by servers that know quotations")
    func quotes() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            guard case .done = try await perform(.quote(PostDraft("This")), on: item, world) else {
                Issue.record("not done")
                return
            }
            #expect(world.fake.present.sent.last?["quoted_status_id"] == item.id)
            world.fake.change { $0.software = .goToSocial }
            let refused = refusal(try await perform(.quote(PostDraft("That")), on: item, world))
            #expect(refused?.message.code == "quotesUnsupported")
            #expect(world.fake.present.sent.count == 1)
        }
    }

    @Test("A notification without a post cannot be liked")
    func notification() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.notifications = [("11", "follow", world.now.milliseconds, nil)] }
            let item = try #require(try await world.first("notifications"))
            let refused = refusal(try await perform(.like, on: item, world, timeline: "notifications"))
            #expect(refused?.message.code == "actionNeedsPost")
        }
    }
}
