import EngineConcepts
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The content of a card")
struct CardTests {
    private let builder = TicketBuilder(texts: TimeTexts(zone: FixedZone(secondsAhead: 3600), localizer: .english))
    private let kinds = SourceKinds([
        SourceKind(
            id: "mastodon", name: "mastodon", glyph: SourceKind.Glyph("◆", ascii: "m"), colorRole: "kind-mastodon")
    ])

    private func content(
        of kind: SupplierKind, link: String?, quote: Presentation.Quote? = nil, firstSeen: Timestamp? = nil,
        sourceName: String? = "Ann's pages"
    ) -> TicketContent {
        let (entry, presentation, card, now) = shared(kind, link, quote, firstSeen, sourceName)
        return builder.card(for: entry, shownAs: presentation, in: card, at: now)
    }

    private func shared(
        _ kind: SupplierKind, _ link: String?, _ quote: Presentation.Quote?, _ firstSeen: Timestamp?,
        _ sourceName: String?, boosted: EmbeddedTicket? = nil
    ) -> (TrackEntry, Presentation, TicketBuilder.CardFacts, Timestamp) {
        var status = SupplierStatus(
            id: "a:1", name: "My boss (@me@home.example)", kind: kind, requests: RequestHistory(.healthy))
        status.sourceName = kind == "mastodon" ? "Home of @me@home.example" : sourceName
        let item = SourceItem(
            id: "1", orderTime: Fixture.now, body: TicketBody(text: .plain("Text"), link: link, boosted: boosted))
        var presentation = Presentation(
            byline: Presentation.Byline(
                name: "Ann", handle: kind == "feed" ? nil : "@ann@social.example", avatar: "https://a.example/ann.png"),
            body: StyledText(blocks: [StyledText.Block(text: "Text")]), quote: quote, link: link)
        presentation.media = [
            Media(url: "https://a.example/1.png", kind: .image, type: "image/png", alternativeText: "A cat"),
            Media(url: "https://a.example/2.png", kind: .image, type: "image/png"),
        ]
        let card = TicketBuilder.CardFacts(
            suppliers: ["a:1": status], kinds: kinds, firstSeen: firstSeen, pictureUse: .ticket)
        return (
            TrackEntry(ticket: Ticket(item, of: "a:1", seen: Fixture.now), marks: Marks(isRead: true, isStarred: true)),
            presentation, card, Fixture.now.advanced(by: .seconds(86_400))
        )
    }

    private func document(
        of entry: TrackEntry, _ presentation: Presentation, _ card: TicketBuilder.CardFacts, _ now: Timestamp
    ) -> ItemDocument {
        builder.document(
            of: entry.ticket, shownAs: presentation,
            with: builder.card(for: entry, shownAs: presentation, in: card, at: now))
    }

    @Test("A picture without a description has none, and a text shows the word of its language for it")
    func undescribedPicture() {
        let texts = TimeTexts(zone: FixedZone(secondsAhead: 3600), localizer: .spanish)
        let spanish = TicketBuilder(texts: texts)
        let (entry, described, card, now) = shared("feed", nil, nil, nil, nil)
        var presentation = described
        presentation.media = []
        presentation.body = StyledText(blocks: [
            StyledText.Block(
                text: "See image and y",
                entities: [
                    .init(.link, 4..<9, target: "https://a.example/x"),
                    .init(.image, 4..<9, target: "https://a.example/p.png"),
                ])
        ])
        #expect(TicketPicture.all(of: presentation).map(\.alternativeText) == [nil])
        let screen = spanish.content(for: entry, shownAs: presentation, in: RowBuilder.Context(now: now))
        #expect(screen.text.plainText == "See imagen[1][2] and y")
        #expect(screen.links.map(\.text).prefix(2) == ["imagen", "imagen"])
        let drawn = spanish.card(for: entry, shownAs: presentation, in: card, at: now)
        #expect(drawn.text.plainText == "See imagen and y")
    }

    @Test("A card names the site of a post, not the user's account, and a feed by the name it gives itself")
    func source() {
        #expect(content(of: "mastodon", link: "https://social.example/@ann/1").source == "social.example")
        #expect(content(of: "mastodon", link: nil).source == "mastodon")
        #expect(content(of: "feed", link: "https://ann.example/1").source == "Ann's pages")
        #expect(content(of: "file", link: "https://ann.example/1", sourceName: nil).source == "ann.example")
        #expect(content(of: "file", link: nil, sourceName: nil).source == "a")
    }

    @Test("A card has complete times, because it is looked at later: first seen, and that of a quoted post")
    func times() {
        let quote = Presentation.Quote(
            byline: nil, time: Fixture.now, body: StyledText(blocks: [StyledText.Block(text: "Quoted")]))
        let card = content(of: "feed", link: nil, quote: quote, firstSeen: Fixture.now)
        #expect(card.firstSeen == "first seen Fri 20 Nov 2026, 12:54")
        #expect(card.quote?.time == "Fri 20 Nov 2026, 12:54")
        #expect(content(of: "feed", link: nil).firstSeen == nil)
    }

    @Test("A card has the author's picture, and none of the user's marks")
    func reader() {
        let card = content(of: "feed", link: nil)
        #expect(card.avatar == "https://a.example/ann.png")
        #expect(card.marks == Marks() && card.tags.isEmpty && card.links.isEmpty)
    }

    @Test("A picture that is drawn has its description as caption, one that is not has a line about its file")
    func captions() {
        var card = content(of: "feed", link: nil)
        card.draw(card.pictures.filter { $0.address == "https://a.example/1.png" })
        #expect(card.pictures.map(\.address) == ["https://a.example/1.png"])
        #expect(card.media.map(\.isCaption) == [true, false])
        #expect(card.media.first?.description == "A cat")
    }

    @Test("A shared boost has the author and the time of the post, not those of the booster")
    func boost() {
        let written = Fixture.now.advanced(by: .seconds(-3_600))
        let boosted = EmbeddedTicket(id: "2", author: Author(id: "2", name: "Ann"), time: written)
        let (entry, presentation, card, now) = shared(
            "mastodon", "https://social.example/@ann/1", nil, nil, nil, boosted: boosted)
        #expect(
            builder.card(for: entry, shownAs: presentation, in: card, at: now).dates.first
                == "Fri 20 Nov 2026, 11:54")
        #expect(
            document(of: entry, presentation, card, now).byline
                == "Ann @ann@social.example · social.example · Fri 20 Nov 2026, 11:54")
    }

    @Test("An open boost has the time of the post below its author, and that of the boost beside the booster")
    func openBoost() {
        let written = Fixture.now.advanced(by: .seconds(-3_600))
        let boosted = EmbeddedTicket(id: "2", author: Author(id: "2", name: "Ann"), time: written)
        var (entry, presentation, _, now) = shared(
            "mastodon", "https://social.example/@ann/1", nil, nil, nil, boosted: boosted)
        presentation.context = Presentation.Context(.verbatim("boosted by Bob"), .boost)
        let content = builder.content(for: entry, shownAs: presentation, in: RowBuilder.Context(now: now))
        #expect(content.dates.first == "Fri 20 Nov 2026, 11:54")
        #expect(content.context?.text == "boosted by Bob · Fri 20 Nov, 12:54")
    }

    @Test("A shared document has the quoted post, the counts and the time first seen")
    func document() {
        let quote = Presentation.Quote(
            byline: Presentation.Byline(name: "Bob", handle: "@bob@b.example"), time: Fixture.now,
            body: StyledText(blocks: [StyledText.Block(text: "Quoted")]))
        var (entry, presentation, card, now) = shared("mastodon", nil, quote, Fixture.now, nil)
        presentation.facts = [.count(.likes, 3)]
        let document = document(of: entry, presentation, card, now)
        #expect(
            document.plainText.hasSuffix(
                """
                > Bob @bob@b.example · Fri 20 Nov 2026, 12:54

                > Quoted

                A cat
                https://a.example/1.png

                https://a.example/2.png

                3 likes · first seen Fri 20 Nov 2026, 12:54

                """), "\(document.plainText)")
        #expect(document.markdown.contains("> Quoted") && document.markdown.contains("3 likes"))
        let page = ItemDocument.html(of: [document, document])
        #expect(page.ranges(of: "<html").count == 1 && page.ranges(of: "<article").count == 2)
        #expect(page.contains("<blockquote><p>Quoted</p></blockquote>") && page.contains("first seen"))
    }
}
