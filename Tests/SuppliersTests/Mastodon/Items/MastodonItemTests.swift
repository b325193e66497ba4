import EngineConcepts
import FeedParsing
import Foundation
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Posts of the Mastodon API as items", .timeLimit(.minutes(30)))
struct MastodonItemTests {
    private let converter = MastodonItemConverter(host: "pit.example", filterContext: "home")

    /// Returns a post with these members, which count before the usual ones.
    private func status(_ members: String) throws -> MastodonStatus {
        let json = """
            {\(members.isEmpty ? "" : "\(members),")"id":"117020582250057003","created_at":"2026-08-01T13:53:00.548Z",
             "uri":"https://pit.example/s/1","url":"https://pit.example/@pat/1",
             "content":"<p>Box <a href=\\"https://pit.example/tags/f1\\">#F1</a></p>",
             "account":{"id":"1","username":"pat","acct":"pat","display_name":"Pat :flag:","url":"https://pit.example/@pat"}}
            """
        return try JSONDecoder().decode(MastodonStatus.self, fromForeign: Array(json.utf8))
    }

    private func item(_ members: String = "") throws -> SourceItem {
        try converter.item(from: status(members)).get()
    }

    private func shown(_ item: SourceItem) -> Presentation {
        PostPresenter().present(Ticket(item, of: "test:x", seen: Timestamp(seconds: 1_795_262_400)))
    }

    @Test("A post has its author, its canonical address, its counts and the account's reactions")
    func post() throws {
        let item = try item(
            """
            "replies_count":1,"reblogs_count":2,"favourites_count":3,"favourited":true,"bookmarked":true,
            "language":"en","visibility":"unlisted","application":{"name":"Pit Radio","website":null},
            "tags":[{"name":"f1","url":"https://pit.example/tags/f1"}],"in_reply_to_id":"9","edited_at":"2026-08-01T14:00:00Z"
            """)
        #expect(item.id == "117020582250057003")
        #expect(item.orderTime == Timestamp(milliseconds: 117_020_582_250_057_003 >> 16))
        #expect(item.shownTime?.milliseconds == 1_785_592_380_548)
        #expect(item.editTime != nil)
        #expect(item.body.author?.name == "Pat :flag:")
        #expect(item.body.author?.handle == "@pat@pit.example")
        #expect(item.body.link == "https://pit.example/@pat/1")
        #expect(item.body.uri == "https://pit.example/s/1")
        #expect(item.body.counts == Counts(replies: 1, boosts: 2, likes: 3))
        #expect(item.body.reactions == [.like, .bookmark])
        #expect(item.body.language == "en" && item.body.application == "Pit Radio" && item.body.tags == ["f1"])
        #expect(item.body.replyTo == "9")
        #expect(item.source.fields["visibility"] == "unlisted")
        #expect(shown(item).body.plainText == "Box #F1")
        #expect(
            shown(item).body.blocks.flatMap(\.entities) == [
                .init(.link, 4..<7, target: "https://pit.example/tags/f1"), .init(.hashtag, 4..<7, target: "F1"),
            ])
    }

    @Test("Members that are null, missing or of another type are left out")
    func nulls() throws {
        let item = try item(
            #""url":null,"edited_at":null,"spoiler_text":null,"language":null,"tags":null,"poll":7,"card":null,"#
                + #""media_attachments":[null,{"id":"1","type":"hologram","url":"https://x.example/y"}],"#
                + #""visibility":"local","filtered":null,"quote":null,"reblog":false,"application":null"#)
        #expect(item.body.media.map(\.kind) == [.file])
        #expect(item.body.contentWarning == nil)
        #expect(item.source.fields["visibility"] == "local")
        #expect(item.body.link == "https://pit.example/s/1")
    }

    @Test("A boost shows the boosted post with its own counts, and actions aim at it")
    func boost() throws {
        let boosted = """
            "favourites_count":0,"reblog":{"id":"117020582250000000","uri":"https://far.example/s/2","created_at":"2026-08-01T13:00:00Z",
             "content":"<p>Far</p>","favourites_count":8,"spoiler_text":"Food","url":"https://far.example/@kim/2",
             "account":{"id":"2","username":"kim","acct":"kim@far.example","display_name":null}}
            """
        let item = try item(boosted)
        #expect(item.body.boosted?.author?.handle == "@kim@far.example")
        #expect(item.body.boosted?.author?.name == "kim")
        #expect(item.body.counts.likes == 8)
        #expect(item.body.contentWarning == "Food")
        #expect(item.source.fields["post"] == "117020582250000000")
        #expect(item.body.uri == "https://pit.example/s/1")
        #expect(shown(item).context?.message == Message("postBoostedBy", ["name": .text("Pat :flag:")]))
        #expect(shown(item).body.plainText == "Far")
    }

    @Test("An accepted quote is shown without the link that stands for it, and a pending one is not shown")
    func quote() throws {
        let quoted = """
            {"id":"5","uri":"https://far.example/s/5","created_at":"2026-08-01T13:00:00Z","content":"<p>Quoted</p>",
             "account":{"id":"2","acct":"kim@far.example"}}
            """
        let text = #""content":"<p class=\"quote-inline\">RE: <a href=\"https://far.example/s/5\">x</a></p><p>See</p>""#
        let accepted = try item(#"\#(text),"quote":{"state":"accepted","quoted_status":\#(quoted)}"#)
        #expect(accepted.body.quoted?.text.source == "<p>Quoted</p>")
        #expect(accepted.body.text.source == "<p>See</p>")
        let pending = try item(#"\#(text),"quote":{"state":"pending","quoted_status":null}"#)
        #expect(pending.body.quoted == nil)
        #expect(pending.source.fields["quote"] == "pending")
        #expect(pending.body.text.source.contains("RE:"))
        #expect(shown(pending).notice == Message("quotePending", [:]) && shown(accepted).notice == nil)
        #expect(try item(#""quote":{"state":"shouted"}"#).source.fields["quote"] == "unknown")
        let pleroma = try item(#""quote":null,"pleroma":{"quote":\#(quoted)}"#)
        #expect(pleroma.body.quoted?.author?.handle == "@kim@far.example")
    }

    @Test("A quoted post with a content warning has the warning in place of its text")
    func warnedQuote() throws {
        let quoted = """
            {"id":"5","uri":"https://far.example/s/5","created_at":"2026-08-01T13:00:00Z","content":"<p>Secret</p>",
             "spoiler_text":"Race result","account":{"id":"2","acct":"kim@far.example"}}
            """
        let item = try item(#""quote":{"state":"accepted","quoted_status":\#(quoted)}"#)
        #expect(item.body.quoted?.text.source == "⚠ Race result")
    }

    @Test(
        "A post shows its audience, language and application, and the pages of its author that the server has verified")
    func origin() throws {
        let item = try item(
            #"""
            "visibility":"private","language":"en","application":{"name":"Pit Radio"},
            "account":{"id":"1","acct":"pat","avatar":"https://pit.example/a.png","fields":[
             {"name":"Site","value":"<a href=\"https://pat.example\">pat.example</a>","verified_at":"2026-08-01T13:00:00Z"},
             {"name":"Other","value":"<a href=\"https://other.example\">x</a>","verified_at":null}]}
            """#)
        let shown = shown(item)
        #expect(
            shown.origin == [
                Message("audienceFollowers", [:]), Message("postLanguage", ["language": "en"]),
                Message("postApplication", ["name": "Pit Radio"]),
            ])
        #expect(shown.verifiedLinks == ["https://pat.example"])
        #expect(shown.byline?.isVerified == true && shown.byline?.avatar == "https://pit.example/a.png")
    }

    @Test("A poll and a card follow the text")
    func attachments() throws {
        let item = try item(
            """
            "poll":{"id":"3","expires_at":"2026-08-02T13:00:00Z","expired":true,"multiple":false,"votes_count":4,"voters_count":4,
             "own_votes":[1],"options":[{"title":"Soft <b>","votes_count":1},{"title":"Hard","votes_count":3}]},
            "card":{"url":"https://news.example/a","title":"A & B","description":"Text","provider_name":"News"}
            """)
        let text = shown(item).body.plainText
        #expect(text.contains("Soft <b> ▰▱▱▱▱\u{a0}25\u{a0}%"))
        #expect(text.contains("✓ Hard ▰▰▰▰▱\u{a0}75\u{a0}%"))
        #expect(text.contains("A & B (News)"))
        #expect(item.source.fields["poll"] == "3")
        let hidden = try self.item(
            #""poll":{"id":"3","options":[{"title":"A","votes_count":null}],"votes_count":9223372036854775807}"#)
        #expect(shown(hidden).body.plainText.contains("A"))
    }

    @Test("Media have their size and their alternative text, and sensitive ones are covered")
    func media() throws {
        let item = try item(
            """
            "sensitive":true,"media_attachments":[
             {"id":"1","type":"image","url":"https://m.example/1.png","preview_url":null,"description":"A car",
              "meta":{"original":{"width":800,"height":600},"focus":{"x":0.1,"y":0.2}}},
             {"id":"2","type":"gifv","url":"https://m.example/2.mp4","meta":{"original":{"width":10,"height":-5,"duration":3.4}}},
             {"id":"3","type":"audio","url":null,"preview_url":null}]
            """)
        #expect(item.body.media.map(\.kind) == [.image, .video])
        #expect(item.body.media[0].width == 800 && item.body.media[0].alternativeText == "A car")
        #expect(item.body.media[1].height == nil && item.body.media[1].seconds == 3)
        #expect(shown(item).warning == Message("postSensitive", [:]))
    }

    @Test("A filter that hides takes the post out with its name, and one that warns covers it")
    func filters() throws {
        func filtered(_ action: String, context: String = "home") throws -> Result<SourceItem, FilteredAtSource> {
            converter.item(
                from: try status(
                    """
                    "spoiler_text":"Race","filtered":[{"filter":{"id":"1","title":"Results","context":["\(context)"],"filter_action":"\(action)"},
                     "keyword_matches":["podium"],"status_matches":null}]
                    """))
        }
        guard case .failure(let hidden) = try filtered("hide") else {
            Issue.record("not hidden")
            return
        }
        #expect(hidden == FilteredAtSource(item: "117020582250057003", rule: "Results"))
        #expect(try filtered("warn").get().body.contentWarning == "⚑ Results · Race")
        #expect(try filtered("hide", context: "public").get().body.contentWarning == "Race")
        #expect(try filtered("dance").get().body.contentWarning == "⚑ Results · Race")
    }

    @Test("Notifications name their reason")
    func notifications() throws {
        func item(_ json: String) throws -> SourceItem {
            try converter.item(from: JSONDecoder().decode(MastodonNotification.self, fromForeign: Array(json.utf8)))
                .get()
        }
        let account = #""account":{"id":"2","acct":"kim@far.example","display_name":"Kim"}"#
        let status = """
            "status":{"id":"5","uri":"https://far.example/s/5","content":"<p>Mine</p>","account":{"id":"1","acct":"ann"}}
            """
        let liked = try item(
            #"{"id":"1","type":"favourite","created_at":"2026-08-01T13:00:00Z",\#(account),\#(status)}"#)
        #expect(shown(liked).context?.message == Message("newsLike", [:]))
        #expect(shown(liked).byline?.name == "Kim")
        #expect(liked.body.quoted?.text.source == "<p>Mine</p>")
        let mention = try item(
            #"{"id":"2","type":"mention","created_at":"2026-08-01T13:00:00Z",\#(account),\#(status)}"#)
        #expect(shown(mention).body.plainText == "Mine")
        #expect(mention.body.uri == "https://far.example/s/5")
        let new = try item(#"{"id":"3","type":"telepathy","created_at":"2026-08-01T13:00:00Z"}"#)
        #expect(shown(new).context == nil)
    }

    @Test("A post that contains itself many times is read to a fixed depth")
    func deepNesting() throws {
        let account = #""account":{"id":"1","acct":"pat"}"#
        let depth = 100
        let json =
            String(repeating: #"{"id":"1",\#(account),"reblog":"#, count: depth) + "null"
            + String(repeating: "}", count: depth)
        let status = try JSONDecoder().decode(MastodonStatus.self, fromForeign: Array(json.utf8))
        #expect(status.boosted?.boosted != nil)
    }

    // MARK: Identities

    @Test(
        "The time of an identity is read, and the lowest and highest identities of a time enclose it",
        arguments: [
            ("117020582250057003", MastodonIDFormat.snowflake, 1_785_592_380_524),
            ("01ARZ3NDEKTSV4RRFFQ69G5FAV", .ulid, 1_469_922_850_259),
            ("AYiOEUzCsuVoAJuoQC", .flake, 1_693_000_000_000),
        ] as [(String, MastodonIDFormat, Int64)])
    func times(id: String, format: MastodonIDFormat, near: Int64) throws {
        #expect(MastodonIDFormat(of: id) == format)
        let time = try #require(MastodonIDFormat.time(of: id))
        #expect(abs(time.milliseconds - near) < 86_400_000 * 60)
        let lowest = try #require(format.lowest(at: time))
        let highest = try #require(format.highest(before: time))
        #expect(!format.isNewer(lowest, than: id) && format.isNewer(id, than: highest))
        #expect(MastodonIDFormat.time(of: lowest) == time)
        #expect(format.isNewer(lowest, than: highest))
    }

    @Test("Other identities carry no time", arguments: ["20", "", "-5", "99999999999999999999999", "not an id", "é"])
    func withoutTime(id: String) {
        #expect(MastodonIDFormat.time(of: id) == nil)
        #expect(MastodonIDFormat(of: id).lowest(at: Timestamp(seconds: 0)) == nil)
    }

    // MARK: Addresses

    private static let accounts = AccountDirectory([
        Account(id: "ann@pit.example", kind: .mastodon, server: "https://pit.example", handle: "@ann@pit.example"),
        Account(id: "ann@far.example", kind: .mastodon, server: "https://api.far.example", handle: "@ann@far.example"),
    ])

    @Test("Where two accounts are at one server, the names of their sources tell them apart")
    func names() async throws {
        try await MastodonWorld.with { world in
            let alone = try world.supplier("home")
            #expect(alone.name == "Home · pit.example")
            var dependencies = world.dependencies
            dependencies.accounts = AccountDirectory(
                ["ann", "bob"]
                    .map {
                        Account(
                            id: "\($0)@pit.example", kind: .mastodon, server: world.fake.address,
                            handle: "@\($0)@pit.example")
                    })
            let both = MastodonWorld(fake: world.fake, dependencies: dependencies)
            let names = try [both.supplier("home"), both.supplier("home", place: "bob@pit.example")].map(\.name)
            #expect(names == ["Home · ann@pit.example", "Home · bob@pit.example"])
        }
    }

    @Test(
        "Short forms of addresses are completed with their account",
        arguments: [
            ("home@ann@pit.example", "mastodon:ann@pit.example/home"),
            ("home@pit.example", "mastodon:ann@pit.example/home"),
            ("home@@ann@far.example", "mastodon:ann@far.example/home"),
            ("list:My@List@ann@pit.example", "mastodon:ann@pit.example/list:My@List"),
            ("tag:f1,#wec-spoiler@pit.example", "mastodon:ann@pit.example/tag:f1,wec-spoiler"),
            ("user:@kim@other.example@ann@pit.example", "mastodon:ann@pit.example/user:kim@other.example"),
            ("user:kim,no-boosts@ann@pit.example", "mastodon:ann@pit.example/user:kim,no-boosts"),
            ("user:kim@other.example:8443@ann@pit.example", "mastodon:ann@pit.example/user:kim@other.example:8443"),
            ("local@other.example", "mastodon:other.example/local"),
            ("tag:f1@Other.example", "mastodon:other.example/tag:f1"),
            ("mastodon:pit.example/local", "mastodon:pit.example/local"),
        ])
    func addresses(text: String, complete: String) throws {
        let address = try MastodonAddress.resolving(text, among: Self.accounts)
        #expect(address.text == complete)
        #expect(MastodonAddress(complete) == address)
    }

    @Test(
        "An address whose account is unknown or could be any of several is refused with advice",
        arguments: [
            ("home@", "accountAmbiguous"), ("home@nobody", "accountNotFound"),
            ("tag:@ann@pit.example", "timelineUnknown"),
            ("user:kim,no-fun@ann@pit.example", "timelineUnknown"), ("user:kim:1@ann@pit.example", "timelineUnknown"),
        ])
    func refused(text: String, key: String) {
        let error = #expect(throws: SupplierError.self) {
            try MastodonAddress.resolving(text, among: Self.accounts)
        }
        #expect(error?.message.key == key)
        let without = #expect(throws: SupplierError.self) {
            try MastodonAddress.resolving("home@", among: AccountDirectory())
        }
        #expect(without?.message.key == "accountNeeded")
    }

    @Test("Accounts of another network are neither offered nor used")
    func otherNetworks() throws {
        let bluesky = Account(id: "pit.example", kind: .bluesky, server: "https://pds.example", handle: "@pit.example")
        let without = #expect(throws: SupplierError.self) {
            try MastodonAddress.resolving("home@nobody", among: AccountDirectory([bluesky]))
        }
        #expect(without?.message.key == "accountNeeded")
        let both = AccountDirectory(Self.accounts.accounts + [bluesky])
        let unknown = #expect(throws: SupplierError.self) { try MastodonAddress.resolving("home@nobody", among: both) }
        #expect(unknown?.message.arguments["known"] == .list(Self.accounts.accounts.map { .text($0.id) }))
        #expect(both.account("pit.example", kind: .mastodon) == nil)
        #expect(both.account("pit.example", kind: .bluesky) == bluesky)
    }
}
