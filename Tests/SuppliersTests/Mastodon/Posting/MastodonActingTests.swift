import EngineConcepts
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Acting at Mastodon")
struct MastodonActingTests {
    @Test("Reactions reach the server, and the answer is the post as it is now")
    func reactions() async throws {
        try await MastodonWorld.with { world in
            world.publish(2)
            let item = try #require(try await world.first())
            let liked = try await world.perform(.like, on: item).done()
            #expect(liked?.body.reactions == [.like])
            #expect(world.fake.present.favourites == [item.id])
            for action in [TicketAction.boost, .bookmark, .unlike, .unboost, .unbookmark] {
                let changed = try await world.perform(action, on: item).done()
                #expect(changed?.id == item.id)
            }
            #expect(world.fake.present.favourites.isEmpty && world.fake.present.bookmarks.isEmpty)
        }
    }

    @Test("A reaction to a boost goes to the boosted post")
    func reactionToBoost() async throws {
        try await MastodonWorld.with { world in
            world.publish(2)
            let boosted = world.fake.present.posts[1].id
            world.edit(0) { $0.boostOf = boosted }
            let item = try #require(try await world.first())
            let changed = try await world.perform(.like, on: item).done()
            #expect(changed == nil)
            #expect(world.fake.present.favourites == [boosted])
        }
    }

    @Test("A reply names its author and is delivered once, however often it is sent")
    func reply() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            world.edit(0) {
                $0.visibility = "unlisted"
                $0.spoiler = "Race result"
            }
            let item = try #require(try await world.first())
            for _ in 0..<2 {
                _ = try await world.perform(.reply("Well said"), on: item).done()
            }
            let posts = world.fake.present.posts
            #expect(posts.count == 2)
            #expect(posts[0].text == "@pat@pit.example Well said")
            #expect(posts[0].replyTo == item.id)
            #expect(posts[0].visibility == "unlisted")
            #expect(posts[0].spoiler == "Race result")
        }
    }

    @Test("A refused action is refused for good, and one without an answer or a sign-in is not")
    func failedActions() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            var gone = item
            gone.id = "1"
            gone.source.fields["post"] = "1"
            _ = try await world.perform(.like, on: gone).refusal()
            world.fake.change { $0.isFailing = true }
            _ = try await world.perform(.like, on: item).uncertainty()
            world.fake.change {
                $0.isFailing = false
                $0.tokens = []
            }
            _ = try await world.perform(.like, on: item).failure()
        }
    }

    @Test("A boost can be for some people only")
    func audienceOfBoost() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            _ = try await world.perform(.boostTo(.followers), on: item).done()
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
            let item = try #require(try await world.post(draft).done())
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
            let refused = try await world.post(PostDraft("Long")).refusal()
            #expect(refused.message.code == "serverRefusedAction")
            #expect(refused.message.arguments["reason"] == .text("Validation failed: Text character limit exceeded"))
            world.fake.change {
                $0.refusals = [:]
                $0.requestsLeft = 0
            }
            let busy = try await world.post(PostDraft("Later")).failure()
            #expect(busy.retryAt == Timestamp(rfc3339: "2026-11-22T12:05:00Z"))
        }
    }

    @Test("A token for reading is refused with what to do")
    func scopes() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            world.fake.change { $0.readOnlyTokens = ["good-token"] }
            #expect(try await world.post(PostDraft("No")).refusal().message.code == "accountReadsOnly")
            #expect(try await world.perform(.like, on: item).refusal().message.code == "accountReadsOnly")
        }
    }

    @Test("The account's own posts are edited, pinned and deleted, and those of others are not")
    func ownPosts() async throws {
        try await MastodonWorld.with { world in
            let item = try await world.own()
            let edited = try #require(try await world.perform(.edit(PostDraft("Better")), on: item).done())
            #expect(edited.body.text == .html("<p>Better</p>", base: edited.body.link))
            #expect(edited.editTime != nil)
            _ = try await world.perform(.pin, on: item)
            #expect(world.fake.present.pinned == [item.id])
            _ = try await world.perform(.unpin, on: item)
            #expect(world.fake.present.pinned.isEmpty)
            for _ in 0..<2 {
                #expect(try await world.perform(.delete, on: item) == .done(nil))
            }
            #expect(world.fake.present.posts.isEmpty)
            world.publish(1)
            let other = try #require(try await world.first())
            for action in [TicketAction.edit(PostDraft("Worse")), .delete, .pin] {
                #expect(try await world.perform(action, on: other).refusal().message.code == "postOfAnother")
            }
            #expect(world.fake.present.posts.count == 1)
        }
    }

    @Test("An own post becomes a draft with all that an edit would take away, and an edit keeps it")
    func draft() async throws {
        try await MastodonWorld.with { world in
            _ = try await world.own()
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
            _ = try await world.perform(.edit(draft), on: item).done()
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

    @Test("A vote counts once, also if its answer was lost")
    func vote() async throws {
        try await MastodonWorld.with { world in
            world.publish(2)
            world.fake.change { $0.polls[$0.posts[0].id] = (["A", "B"], []) }
            let items = try await world.newest().items
            let item = try #require(items.first)
            let path = "POST api/v1/polls/poll-\(item.id)/votes"
            world.fake.change { $0.lostAnswers[path] = 1 }
            _ = try await world.perform(.vote([0, 1]), on: item).uncertainty()
            let voted = try #require(try await world.perform(.vote([0, 1]), on: item).done())
            #expect("\(voted.body.summary as Any)".contains("✓ A"))
            let again = try await world.perform(.vote([1]), on: item).refusal()
            #expect(
                again.message.arguments["reason"] == .text("Validation failed: You have already voted on this poll"))
            let plain = try #require(items.last)
            #expect(try await world.perform(.vote([0]), on: plain).refusal().message.code == "pollNone")
        }
    }

    @Test("A quotation is published only by servers that know quotations")
    func quotes() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            let item = try #require(try await world.first())
            _ = try await world.perform(.quote(PostDraft("This")), on: item).done()
            #expect(world.fake.present.sent.last?["quoted_status_id"] == item.id)
            world.fake.change { $0.software = .goToSocial }
            let refused = try await world.perform(.quote(PostDraft("That")), on: item).refusal()
            #expect(refused.message.code == "quotesUnsupported")
            #expect(world.fake.present.sent.count == 1)
        }
    }

    @Test("A notification without a post cannot be liked")
    func notification() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.notifications = [("11", "follow", world.now.milliseconds, nil)] }
            let item = try #require(try await world.first("notifications"))
            let refused = try await world.perform(.like, on: item, timeline: "notifications").refusal()
            #expect(refused.message.code == "actionNeedsPost")
        }
    }
}
