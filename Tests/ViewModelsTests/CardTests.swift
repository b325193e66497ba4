import EngineConcepts
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The content of a card")
struct CardTests {
    private let builder = TicketBuilder(
        texts: TimeTexts(zone: FixedZone(secondsAhead: 3600), localizer: .english), localizer: .english)
    private let kinds = SourceKinds([
        SourceKind(
            id: "mastodon", name: "mastodon", glyph: SourceKind.Glyph("◆", ascii: "m"), colorRole: "kind-mastodon",
            namesAccounts: true)
    ])

    private func content(
        of kind: SupplierKind, link: String?, quote: Presentation.Quote? = nil, firstSeen: Timestamp? = nil
    ) -> TicketContent {
        var status = SupplierStatus(
            id: "a:1", name: "My boss (@me@home.example)", kind: kind, condition: .healthy, lastSuccess: nil,
            covered: TimeframeSet(), floor: nil)
        status.sourceName = kind == "mastodon" ? "Home of @me@home.example" : "Ann's pages"
        let item = SourceItem(id: "1", orderTime: Fixture.now, body: TicketBody(text: .plain("Text"), link: link))
        var presentation = Presentation(
            byline: Presentation.Byline(name: "Ann", avatar: "https://a.example/ann.png"),
            body: StyledText(blocks: [StyledText.Block(text: "Text")]), quote: quote, link: link)
        presentation.media = [
            Media(url: "https://a.example/1.png", kind: .image, type: "image/png", alternativeText: "A cat"),
            Media(url: "https://a.example/2.png", kind: .image, type: "image/png"),
        ]
        let card = TicketBuilder.CardContext(
            suppliers: ["a:1": status], kinds: kinds, firstSeen: firstSeen, pictureUse: .ticket)
        return builder.card(
            for: TrackEntry(
                ticket: Ticket(item, of: "a:1", seen: Fixture.now), marks: Marks(isRead: true, isStarred: true)),
            shownAs: presentation, in: card, at: Fixture.now.advanced(by: .seconds(86_400)))
    }

    @Test("A card names the site of a post, not the reader's account, and a feed by the name it gives itself")
    func source() {
        #expect(content(of: "mastodon", link: "https://social.example/@ann/1").source == "social.example")
        #expect(content(of: "mastodon", link: nil).source == "mastodon")
        #expect(content(of: "feed", link: "https://ann.example/1").source == "Ann's pages")
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

    @Test("A card has the author's picture, and none of the reader's marks")
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
}
