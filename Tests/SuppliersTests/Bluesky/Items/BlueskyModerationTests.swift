import EngineConcepts
import FeedParsing
import Foundation
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Labels and rules of Bluesky", .timeLimit(.minutes(30)))
struct BlueskyModerationTests {
    private static let picture = """
        {"$type": "app.bsky.embed.images#view", "images": [{"thumb": "https://cdn.example/t", \
        "fullsize": "https://cdn.example/f.jpg", "alt": "A car", "aspectRatio": {"width": 1600, "height": 900}}]}
        """
    private let standard = BlueskyModeration.standardLabeler

    @Test("Labels cover media, hide posts or inform, as the account has set them")
    func labels() async throws {
        try await BlueskyWorld.with { world in
            world.publish(8)
            for index in 0..<8 { world.edit(index) { $0.embed = Self.picture } }
            world.edit(0) { $0.labels = [(standard, "graphic-media")] }
            world.edit(1) { $0.labels = [(standard, "porn")] }
            world.edit(2) { $0.labels = [(standard, "!hide")] }
            world.edit(3) { $0.labels = [("did:plc:stranger", "!hide")] }
            world.edit(4) { $0.labels = [("did:plc:pat", "!hide"), ("did:plc:pat", "nudity")] }
            world.edit(5) { $0.labels = [("did:plc:labeler", "spoiler")] }
            world.edit(6) { $0.labels = [("did:plc:labeler", "bot")] }
            world.edit(7) { $0.labels = [("did:plc:labeler", "unknown-one")] }
            world.fake.change {
                $0.preferences = """
                    [{"$type": "app.bsky.actor.defs#labelersPref", "labelers": [{"did": "did:plc:labeler"}]},
                     {"$type": "app.bsky.actor.defs#contentLabelPref", "label": "graphic-media", "visibility": "warn"},
                     {"$type": "app.bsky.actor.defs#adultContentPref", "enabled": true},
                     {"$type": "something.new#pref", "x": 1}, 7]
                    """
                $0.labelers = """
                    [{"creator": {"did": "did:plc:labeler", "handle": "labeler.test"}, "policies": {"labelValueDefinitions": [
                      {"identifier": "spoiler", "severity": "alert", "blurs": "content", "defaultSetting": "warn",
                       "locales": [{"lang": "es", "name": "Destripe"}, {"lang": "en", "name": "Spoilers"}]},
                      {"identifier": "bot", "severity": "inform", "blurs": "none", "defaultSetting": "warn",
                       "locales": [{"lang": "en", "name": "Bot"}]}]}}]
                    """
            }
            let answer = try await world.newest()
            #expect(answer.filtered.map(\.rule) == ["label “porn”", "label “!hide”"])
            let byText = Dictionary(uniqueKeysWithValues: answer.items.map { ($0.body.text.source, $0) })
            #expect(byText["Text 0."]?.body.contentWarning == "⚑ graphic-media")
            #expect(byText["Text 0."]?.source.fields["sensitive"] == "true")
            for text in ["Text 3.", "Text 4."] { #expect(byText[text]?.body.contentWarning == nil) }
            #expect(byText["Text 5."]?.body.contentWarning == "⚑ Spoilers")
            #expect(
                byText["Text 6."]?.body.contentWarning == nil && byText["Text 6."]?.source.fields["note"] == "⚑ Bot")
            #expect(byText["Text 7."]?.source.fields["note"] == "⚑ unknown-one")
            #expect(byText["Text 0."]?.body.media.first?.alternativeText == "A car")
            let labelers = world.fake.present.calls.last { $0.method == "app.bsky.feed.getTimeline" }?.labelers
            #expect(labelers == "\(standard), did:plc:labeler")
        }
    }

    @Test(
        "Muted words, muted people and hidden posts are filtered by a named rule, but not where the user chose them")
    func muting() async throws {
        try await BlueskyWorld.with { world in
            world.publish(5)
            world.edit(0) { $0.text = "The final LAP begins" }
            world.edit(1) { $0.tags = ["spoiler"] }
            world.edit(2) { $0.author = "kim" }
            world.edit(4) { $0.text = "Overlapping is not a lap time" }
            let hidden = world.fake.present.posts[3].uri
            world.fake.change {
                $0.muted = ["did:plc:kim"]
                $0.preferences = """
                    [{"$type": "app.bsky.actor.defs#mutedWordsPref", "items": [
                       {"value": "final lap", "targets": ["content", "tag"]}, {"value": "spoiler", "targets": ["tag"]},
                       {"value": "over", "targets": ["content"]},
                       {"value": "time", "targets": ["content"], "expiresAt": "2026-01-01T00:00:00.000Z"}]},
                     {"$type": "app.bsky.actor.defs#hiddenPostsPref", "items": ["\(hidden)"]}]
                    """
            }
            let answer = try await world.newest()
            #expect(
                answer.filtered.map(\.rule) == [
                    "muted “final lap”", "muted “spoiler”", "muted @kim.test", "hidden post",
                ])
            #expect(answer.items.map(\.body.text.source) == ["Overlapping is not a lap time"])
            #expect(!answer.claims.isEmpty)
            #expect(try await world.newest("user:pat.test").items.count == 4)
            let home = try #require(try world.supplier("home") as? BlueskySupplier)
            let opened = try await home.posts(
                by: Author(id: "kim.test", name: "Kim"), OutlineRequest(now: BlueskyWorld.now))
            #expect(opened.items.map(\.id).count == 1, "the posts of a muted person who was opened: \(opened)")
        }
    }

    @Test("Embedded posts, cards and media are kept; a quotation that a rule hides is left out")
    func embeds() async throws {
        try await BlueskyWorld.with { world in
            world.publish(5)
            let quoted = """
                {"$type": "app.bsky.embed.record#viewRecord", "uri": "at://did:plc:kim/app.bsky.feed.post/3k", "cid": "c",
                 "author": {"did": "did:plc:kim", "handle": "kim.test", "viewer": {"muted": %}},
                 "value": {"$type": "app.bsky.feed.post", "text": "Quoted", "createdAt": "2026-11-20T10:00:00.000Z"},
                 "indexedAt": "2026-11-20T10:00:00.000Z"}
                """
            let video =
                #"{"$type": "app.bsky.embed.video#view", "cid": "c", "playlist": "https://v.example/p.m3u8", "alt": "V"}"#
            world.edit(0) {
                $0.embed = """
                    {"$type": "app.bsky.embed.recordWithMedia#view", "media": \(video),
                     "record": {"record": \(quoted.replacing("%", with: "false"))}}
                    """
            }
            world.edit(1) {
                $0.embed =
                    #"{"$type": "app.bsky.embed.record#view", "record": \#(quoted.replacing("%", with: "true"))}"#
            }
            world.edit(2) {
                $0.embed = """
                    {"$type": "app.bsky.embed.external#view", "external": {"uri": "https://a.example/x", "title": "A title",
                     "description": "About it"}}
                    """
            }
            world.edit(3) {
                $0.embed = """
                    {"$type": "app.bsky.embed.record#view", "record": {"$type": "app.bsky.embed.record#viewDetached",
                     "uri": "at://did:plc:kim/app.bsky.feed.post/3k", "detached": true}}
                    """
            }
            world.edit(4) { $0.isGated = true }
            let items = try await world.newest().items
            #expect(
                items[0].body.quoted?.text == .plain("Quoted") && items[0].body.quoted?.author?.handle == "@kim.test")
            #expect(items[0].body.media.map(\.kind) == [.video])
            #expect(items[1].body.quoted == nil && items[1].source.fields["quote"] == "filtered")
            #expect(items[2].body.summary?.source == "A title (a.example)\nAbout it")
            #expect(items[3].source.fields["quote"] == "detached")
            #expect(items[4].source.fields["replies"] == "closed")
            let presented = PostPresenter().present(Ticket(items[4], of: "test:x", seen: BlueskyWorld.now))
            #expect(presented.context?.message.key == "postRepliesLimited")
        }
    }

    @Test("Any value of any type in a view is read or left out, and never traps")
    func hostileViews() throws {
        let values = [
            "null", "-1", "1e400", "99999999999999999999", "\"\"", "\"x\"", "[]", "{}", "true", "[[[[]]]]",
            "{\"$type\": 7}", "{\"index\": {\"byteStart\": -9223372036854775808, \"byteEnd\": 9223372036854775807}}",
        ]
        let names = [
            "embed", "labels", "viewer", "threadgate", "indexedAt", "likeCount", "replyCount", "author", "record",
            "cid",
        ]
        let converter = BlueskyItemConverter(account: "public", moderation: BlueskyModeration(), now: BlueskyWorld.now)
        var read = 0
        for name in names {
            for value in values {
                let json = """
                    {"post": {"uri": "at://did:plc:pat/app.bsky.feed.post/3k", "cid": "c",
                     "author": {"did": "did:plc:pat", "handle": "pat.test"},
                     "record": {"text": "x", "createdAt": \(value), "facets": [\(value)], "reply": \(value), "langs": \(value)},
                     "indexedAt": "2026-11-20T10:00:00.000Z", "\(name)": \(value)}, "reason": \(value)}
                    """
                guard let entry = try? JSONDecoder().decode(BlueskyFeedEntry.self, fromForeign: Array(json.utf8)) else {
                    continue
                }
                read += 1
                if case .success(let item) = converter.item(from: entry) { #expect(item.id.hasPrefix("at://")) }
            }
        }
        #expect(read > 50)
    }

    @Test("A thread that is nested without end is cut, and nothing traps")
    func deepThread() throws {
        func post(_ number: Int) -> String {
            """
            {"uri": "at://did:plc:pat/app.bsky.feed.post/\(number)", "cid": "c", "author": {"did": "did:plc:pat"},
             "record": {"text": "x", "createdAt": "2026-11-20T10:00:00.000Z"}, "replyCount": 1}
            """
        }
        var json = "{\"post\": \(post(0))}"
        for number in 1..<200 { json = "{\"post\": \(post(number)), \"replies\": [\(json)]}" }
        let thread = try JSONDecoder().decode(BlueskyThread.self, fromForeign: Array(json.utf8))
        let posts = BlueskySupplier.posts(in: thread)
        #expect(posts.count > 30 && posts.count < 200)
    }
}
