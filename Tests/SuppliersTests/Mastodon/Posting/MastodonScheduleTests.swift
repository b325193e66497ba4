import EngineConcepts
import FeedParsing
import Foundation
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Posts that Mastodon publishes later")
struct MastodonScheduleTests {
    @Test("A scheduled post is handed over once, listed with its time, and cancelled")
    func scheduled() async throws {
        try await MastodonWorld.with { world in
            let time = world.now.advanced(by: .seconds(7200))
            var draft = PostDraft("Later")
            draft.scheduled = time
            world.fake.change { $0.lostAnswers = ["POST api/v1/statuses": 1] }
            _ = try await world.post(draft).uncertainty()
            #expect(try await world.post(draft, after: .seconds(61)) == .done(nil))
            let client = try world.client()
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
            #expect(try await world.post(draft) == .done(nil))
            let listed = try await world.client().scheduledPosts(now: world.now)
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
            let error = try await world.post(draft).refusal()
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
        #expect(ServerMemory.Server(software: software, version: version).takesSchedule == isTaken)
    }
}
