import EngineConcepts
import TestSupport
import Testing
import WebText

@testable import Queries

@Suite("Which tickets belong to one story")
struct StoryTraitsTests {
    static let long = """
        The stewards have confirmed that the car was released unsafely during the second round of stops, and the team \
        accepts a penalty of five seconds that moves it behind both of its rivals in the final order of the race.
        """

    static func traits(
        _ title: String?, _ text: String = "", from supplier: SupplierID = "feed:a", link: String? = nil,
        item: String = "1", hours: Int64 = 0, replyTo: String? = nil
    ) -> StoryTraits {
        let time = Timestamp(seconds: 1_795_000_000 - hours * 3600)
        let ticket = Ticket(
            key: OrderKey(time: time, nativeOrder: 0, id: TicketID(supplier: supplier, item: item)), shownTime: time,
            body: TicketBody(title: title, text: .plain(text), link: link, replyTo: replyTo))
        return StoryTraits(ticket, by: StoryTraitReader())
    }

    /// Compares in both directions; tickets of one story must share a key, or they would never be compared.
    private func areSame(_ one: StoryTraits, _ other: StoryTraits) -> Bool {
        let verdict = one.isSameStory(as: other)
        #expect(verdict == other.isSameStory(as: one))
        if verdict {
            // The second to arrive finds the first.
            for (kept, sought) in [(one, other), (other, one)] {
                #expect(!Set(kept.keys.map(\.own)).isDisjoint(with: sought.keys.flatMap(\.others)))
            }
        }
        return verdict
    }

    @Test("News about a post, such as a like, is no copy of it, and news that is a post is one")
    func news() {
        func news(_ type: String, uri: String?) -> StoryTraits {
            let time = Timestamp(seconds: 1_795_000_000)
            var body = TicketBody(text: .plain(""), link: "https://pit.example/@ann/1")
            body.uri = uri
            let item = SourceItem(
                id: "9", orderTime: time, body: body,
                source: SourceLayer(fields: [SourceLayer.PostField.notification: type]))
            return StoryTraits(Ticket(item, of: "mastodon:news", seen: time), by: StoryTraitReader())
        }
        let post = Self.traits(nil, "Lights out.", from: "mastodon:home", link: "https://pit.example/@ann/1")
        #expect(!areSame(news("favourite", uri: nil), post))
        #expect(areSame(news("mention", uri: "https://pit.example/s/1"), post))
    }

    @Test(
        "Addresses that lead to one page are one",
        arguments: [
            "https://example.org/race/2026", "http://www.example.org/race/2026/", "HTTPS://Example.ORG:443/race/2026",
            "https://example.org/race/2026?utm_source=rss&utm_medium=feed&fbclid=x",
            "https://example.org/r%61ce/2026#top",
            "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Frace%2F2026&sa=D",
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Frace%2F2026%3Ffbclid%3D1&h=2",
            "https://web.archive.org/web/20261101/https://example.org/race/2026",
            "https://example-org.cdn.ampproject.org/c/s/example.org/race/2026/amp",
            "https://m.example.org/race/2026?ref=rss",
        ])
    func addresses(_ address: String) {
        #expect(CanonicalAddress.of(address) == "example.org/race/2026")
    }

    @Test("Canonical addresses keep what distinguishes pages, and reject non-pages")
    func otherAddresses() {
        #expect(CanonicalAddress.of("https://example.org/a?b=2&a=1&utm_id=3") == "example.org/a?a=1&b=2")
        #expect(CanonicalAddress.of("https://example.org/a?ref=main") == "example.org/a?ref=main")
        #expect(CanonicalAddress.of("https://example.org/a#comment-12") == "example.org/a#comment-12")
        #expect(CanonicalAddress.of("https://example.org:8080/a") == "example.org:8080/a")
        #expect(
            CanonicalAddress.of("https://youtu.be/abc?si=1")
                == CanonicalAddress.of("https://www.youtube.com/watch?v=abc"))
        for none in [
            "https://example.org/", "https://example.org", "mailto:a@b.c", "gemini://a/b", "https://u@a.b/c", "",
        ] {
            #expect(CanonicalAddress.of(none) == nil)
        }
        // A wrapper without a target is a page of its own, and a recursive one terminates.
        #expect(CanonicalAddress.of("https://www.google.com/url?sa=D") == "google.com/url?sa=D")
        var deep = "https://example.org/a"
        for _ in 0..<9 {
            deep = "https://out.reddit.com/x?url=" + deep.replacing("%", with: "%25").replacing("&", with: "%26")
        }
        #expect(CanonicalAddress.of(deep) == nil)
    }

    @Test("A page in a feed, in a link list and in a post is one story")
    func samePage() {
        let article = Self.traits(
            "Unsafe release costs the win", Self.long, link: "https://a.example/win?utm_source=rss")
        let story = Self.traits(
            "Unsafe release costs the win", from: "hn:top", link: "https://www.a.example/win", hours: -5)
        let edited = Self.traits("A release too early", from: "hn:top", link: "https://a.example/win", hours: -5)
        let post = Self.traits(
            nil, "Unsafe release costs the win https://a.example/win #race", from: "mastodon:x", hours: -20)
        let opinion = Self.traits(nil, "This is why I stopped watching. https://a.example/win", from: "mastodon:x")
        #expect(areSame(article, story) && areSame(article, post) && areSame(story, post) && areSame(article, edited))
        #expect(!areSame(article, opinion))
    }

    @Test("One post with the same identifier at two sources is one story")
    func sameName() {
        let name = "https://social.example/users/ann/statuses/114"
        let one = Self.traits(nil, "Box, box", from: "mastodon:a", item: name)
        let two = Self.traits(nil, "Box, box", from: "mastodon:b", item: name)
        #expect(areSame(one, two))
        #expect(
            areSame(
                Self.traits("A", item: "tag:x.example,2026:77-abc"),
                Self.traits("A", from: "b", item: "tag:x.example,2026:77-abc")))
        #expect(!areSame(Self.traits("A", item: "12"), Self.traits("A", from: "b", item: "12")))
    }

    @Test("Similar texts at two sites are one story unless their numbers differ")
    func nearText() {
        let one = Self.traits("Penalty confirmed", Self.long, link: "https://a.example/1")
        let copy = Self.traits(
            "Penalty confirmed", Self.long.replacing("both of its rivals", with: "both rivals"), from: "feed:b",
            link: "https://b.example/2", hours: 9)
        #expect(areSame(one, copy))
        let report = Self.long + " Lap 17."
        #expect(!areSame(Self.traits(nil, report), Self.traits(nil, Self.long + " Lap 18.", from: "feed:b")))
        #expect(!areSame(one, Self.traits("Penalty confirmed", Self.long, from: "feed:b", hours: 100)))
        let pattern = Self.traits("Penalty confirmed", Self.long, from: "feed:c", link: "https://a.example/2")
        #expect(!areSame(one, pattern), "two pages of one site are two stories")
    }

    @Test("Members of a story share a key even across the bounds of a period")
    func keysAcrossTime() {
        let title = "Stewards confirm the penalty after the race in Bahrain"
        for start in stride(from: Int64(0), to: 2400, by: 37) {
            let one = Self.traits(title, link: "https://a.example/1", hours: start)
            #expect(areSame(one, Self.traits(title, from: "b", link: "https://b.example/1", hours: start + 72)))
            #expect(areSame(one, Self.traits("x", from: "b", link: "https://a.example/1", hours: start + 60 * 24)))
        }
    }

    @Test("Equal long titles are one story unless the texts differ, equal short ones never")
    func titles() {
        let title = "Stewards confirm the penalty after the race in Bahrain"
        let one = Self.traits(title, Self.long, link: "https://a.example/1")
        #expect(areSame(one, Self.traits(title, from: "hn:top", link: "https://b.example/1", hours: 3)))
        let other = String(Self.long.split(separator: " ").reversed().joined(separator: " "))
        #expect(!areSame(one, Self.traits(title, other, from: "feed:b", link: "https://b.example/1")))
        #expect(!areSame(Self.traits("Race week"), Self.traits("Race week", from: "feed:b")))
    }

    private static let people: People = {
        func person(_ name: String, _ texts: String...) -> LinkedPerson {
            let identities = texts.compactMap { text in
                AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) }
                    .map { LinkedPerson.Identity(text: text, key: $0) }
            }
            return LinkedPerson(name: name, identities: identities)
        }
        return People([
            person("Ann", "@ann@pit.example", "did:plc:ann"), person("Pat", "@pat@pit.example", "@racer.example"),
        ])
    }()

    /// A post by Ann at Mastodon, or else at Bluesky.
    private static func post(
        _ text: String, isMastodon: Bool, hours: Int64 = 0, listed: Int64? = nil, replyTo: String? = nil,
        people: People = people
    ) -> StoryTraits {
        let written = Timestamp(seconds: 1_795_000_000 - hours * 3600)
        let time = Timestamp(seconds: 1_795_000_000 - (listed ?? hours) * 3600)
        let author =
            isMastodon
            ? Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
            : Author(id: "did:plc:ann", name: "ann", handle: "@ann.example")
        let id = TicketID(supplier: isMastodon ? "mastodon:home" : "bluesky:home", item: text)
        let ticket = Ticket(
            key: OrderKey(time: time, nativeOrder: 0, id: id), shownTime: written,
            body: TicketBody(text: .plain(text), author: author, replyTo: replyTo))
        return StoryTraits(ticket, by: StoryTraitReader(people: people))
    }

    @Test(
        "A crosspost is told by the times of writing, not by the place in a ranked list, which is the time first seen")
    func rankedCrossposts() {
        let text = "The lap record fell again at the old circuit"
        let one = Self.post(text, isMastodon: true)
        #expect(!areSame(one, Self.post(text, isMastodon: false, hours: 21, listed: 0)))
        #expect(
            areSame(
                Self.post(text, isMastodon: true, hours: 200), Self.post(text, isMastodon: false, hours: 201, listed: 0)
            ))
    }

    @Test(
        "What one person posts at two networks is one story, also if it is short, cut or names people differently",
        arguments: [
            ("Box, box.", "Box, box!"), ("Lights out", "Lights out"), ("Go", "go"),
            ("Great lap by @car14@pit.example today in the rain", "Great lap by @car14.pit.example today in the rain"),
            (
                "A long post about tyres, which goes on and on because there is room for it here, and ends late.",
                "A long post about tyres, which goes on and on because there…"
            ),
        ])
    func crossposts(mastodon: String, bluesky: String) {
        let one = Self.post(mastodon, isMastodon: true)
        #expect(areSame(one, Self.post(bluesky, isMastodon: false)))
        let isShort = mastodon.split(separator: " ").count < 8
        #expect(areSame(one, Self.post(bluesky, isMastodon: false, hours: isShort ? 1 : 12)))
        #expect(!areSame(one, Self.post(bluesky, isMastodon: false, hours: isShort ? 2 : 80)))
        #expect(!areSame(one, Self.post(bluesky, isMastodon: false, people: .none)) || mastodon.count > 60)
        #expect(!areSame(one, Self.post(bluesky, isMastodon: false, replyTo: "x")))
    }

    @Test(
        "Hashtags and links at the end, the form of mentions, white space and quotation marks do not keep a crosspost apart",
        arguments: [
            ("Box, box. #WEC #Monza", "Box, box."), ("Box, box. #WEC #Monza", "Box, box. #WEC"),
            ("Box, box.\n\n#WEC — #Monza 🏁", "Box, box. 🏁"), ("Love #Monza today", "Love Monza today #wec"),
            ("New lap times https://pit.example/times", "New lap times"),
            ("New lap times\nhttps://pit.example/times?utm_source=x #WEC", "New lap times pit.example/ti…"),
            ("New lap times", "New lap times https://pit.example/@ann/1"),
            ("Thanks @pat@pit.example for the tyres", "Thanks @racer.example for the tyres"),
            ("Thanks @kim for the tyres", "Thanks @kim.sky.example for the tyres"),
            ("Thanks @kim@pit.example for the tyres", "Thanks kim@pit.example for the tyres"),
            ("Thanks @kim@pit.example!", "Thanks @kimberly.example!"),
            ("“Don’t  stop”,\nhe said – ‘now’", "\"Don't stop\", he said - 'now'"),
            ("Straße frei: naïve Idee", "strasse frei : naive idee"),
            (
                "A long post about tyres, which goes on and on because there is room for it here, and ends late.",
                "A long post about tyres, which goes on and on because th… https://pit.example/@ann/2"
            ),
        ])
    func tolerated(mastodon: String, bluesky: String) {
        #expect(areSame(Self.post(mastodon, isMastodon: true), Self.post(bluesky, isMastodon: false)))
        #expect(areSame(Self.post(bluesky, isMastodon: true), Self.post(mastodon, isMastodon: false)))
    }

    @Test(
        "Posts that differ in a word, a number, a person, a hashtag or a link are two, however alike they are",
        arguments: [
            ("Lap 12: still leading, tyres fine and no rain yet", "Lap 13: still leading, tyres fine and no rain yet"),
            (
                "We do think that it will rain here in the afternoon",
                "We do not think that it will rain here in the afternoon"
            ),
            (
                "Sainz wins the race in Monaco after a great start",
                "Leclerc wins the race in Monaco after a great start"
            ),
            ("Great lap by @car14@pit.example today", "Great lap by @car15.pit.example today"),
            ("Thanks @pat@pit.example for the tyres", "Thanks @kim.sky.example for the tyres"),
            ("Lap times #FP1 #Monza", "Lap times #FP2 #Monza"), ("Lap times #FP1", "Lap times #FP2"),
            ("New lap times https://pit.example/1", "New lap times https://pit.example/2"),
            ("Box", "Box, box"), ("Box, box and out", "Box, box and…"), ("#Monza", "#Monza"), ("@pat", "@pat"),
            ("🏁", "🏁"),
            ("Good morning from the pit wall at Monza, dear all", "Good morning from the pit wall"),
        ])
    func apart(mastodon: String, bluesky: String) {
        #expect(!areSame(Self.post(mastodon, isMastodon: true), Self.post(bluesky, isMastodon: false)))
        #expect(!areSame(Self.post(bluesky, isMastodon: true), Self.post(mastodon, isMastodon: false)))
    }

    @Test("Whatever a network adds at the end or changes in form, a crosspost is found; with another word it is none")
    func decorated() {
        let vocabulary = ["box", "tyres", "rain", "lap", "wing", "fuel", "gap", "stint", "flag", "grid"]
        var random = SeededGenerator(seed: 75)
        for _ in 0..<300 {
            var words = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in vocabulary.randomElement(using: &random) ?? "box" }
            let plain = words.joined(separator: " ")
            let separator = [" ", "\n", "  ", ", "].randomElement(using: &random) ?? " "
            let ending = ["", " #wec", "\n#wec #monza", " https://pit.example/1", " #wec https://pit.example/1", " 🏁"]
                .randomElement(using: &random)
            let other = words.joined(separator: separator).uppercased() + (ending ?? "")
            let one = Self.post(plain, isMastodon: true)
            #expect(areSame(one, Self.post(other, isMastodon: false)), "\(plain) / \(other)")
            words[Int.random(in: words.indices, using: &random)] = "safety"
            let changed = words.joined(separator: separator) + (ending ?? "")
            #expect(!areSame(one, Self.post(changed, isMastodon: false)), "\(plain) / \(changed)")
        }
    }

    @Test("Different posts of one person, and posts without words, are no crossposts")
    func otherPosts() {
        #expect(!areSame(Self.post("Box, box.", isMastodon: true), Self.post("Lights out", isMastodon: false)))
        #expect(!areSame(Self.post("", isMastodon: true), Self.post("", isMastodon: false)))
        #expect(
            !areSame(
                Self.post("Good morning from the pit wall", isMastodon: true),
                Self.post("Good night from the hotel", isMastodon: false)))
    }

    @Test("Neither two tickets of one source nor a reply are one story")
    func never() {
        let link = "https://a.example/changes"
        #expect(!areSame(Self.traits("Changes", link: link), Self.traits("Changes", link: link, item: "2")))
        #expect(
            !areSame(Self.traits("Changes", link: link), Self.traits("Changes", from: "b", link: link, replyTo: "1")))
        #expect(
            !areSame(
                Self.traits("New engine for next year", link: link),
                Self.traits("Forty tyres were lost", from: "b", link: link)))
        #expect(Self.traits("Race week", link: "https://a.example/").keys.isEmpty)
    }
}
