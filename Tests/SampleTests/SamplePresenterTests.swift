import EngineConcepts
import Testing

@testable import FeedParsing
@testable import Suppliers

@Suite("The shared presenters")
struct SamplePresenterTests {
    private let author = Author(id: "a", name: "Ann", handle: "@ann", isVerified: true)
    private let booster = Author(id: "b", name: "Bo")

    private func ticket(_ body: TicketBody, fields: [String: String] = [:]) -> Ticket {
        Ticket(
            SourceItem(id: "1", orderTime: sampleStart, body: body, source: SourceLayer(fields: fields)),
            of: "sample:x", seen: sampleStart)
    }

    @Test("A boost shows the post and its author, and above it who boosted it")
    func boost() {
        let original = EmbeddedTicket(id: "0", author: author, text: .plain("Box, box. #Rain"))
        let shown = PostPresenter()
            .present(ticket(TicketBody(author: booster, counts: Counts(replies: 0, boosts: 3), boosted: original)))
        #expect(shown.context?.message == Message("postBoostedBy", ["name": .text("Bo")]))
        #expect(shown.byline == Presentation.Byline(name: "Ann", handle: "@ann", isVerified: true))
        #expect(shown.body.plainText == "Box, box. #Rain")
        #expect(shown.facts == [.count(.boosts, 3)])
    }

    @Test("A post shows its content warning, its quote and its pictures")
    func post() {
        let picture = Media(url: "https://x.example/1.jpg", kind: .image, alternativeText: "A kerb")
        let shown = PostPresenter()
            .present(
                ticket(
                    TicketBody(
                        text: .html("<p>So.</p>", base: nil), author: author, media: [picture],
                        quoted: EmbeddedTicket(id: "q", author: booster, title: "Then", text: .plain("And so?")),
                        contentWarning: "race result")))
        #expect(shown.warning == .verbatim("race result"))
        #expect(shown.body.plainText == "So.")
        #expect(shown.quote?.byline?.name == "Bo")
        #expect(shown.quote?.body.plainText == "Then\nAnd so?")
        #expect(shown.media == [picture] && shown.facts == [.count(.media, 1)])
    }

    @Test("A story shows points, comments, and where else it was posted")
    func story() {
        let shown = SubmissionPresenter()
            .present(
                ticket(
                    TicketBody(title: "A gap", link: "https://x.example", counts: Counts(replies: 4, points: 9)),
                    fields: [SourceLayer.noteField: "also on Shellfish"]))
        #expect(shown.title == "A gap")
        #expect(shown.facts == [.count(.points, 9), .count(.replies, 4), .note(.verbatim("also on Shellfish"))])
    }

    @Test("An article without an author shows its publisher, and one without text its summary")
    func article() {
        let presenter = ArticlePresenter(publisher: "Kerb Notes")
        let shown = presenter.present(ticket(TicketBody(title: "T", summary: .plain("In short: kerbs."))))
        #expect(shown.byline?.name == "Kerb Notes")
        #expect(shown.body.plainText == "In short: kerbs.")
        #expect(shown.facts.isEmpty)
        let long = presenter.present(
            ticket(TicketBody(title: "T", text: .plain(String(repeating: "kerbs ", count: 660)))))
        #expect(long.facts == [.note(Message("readingTime", ["0": .number(3)]))])
    }

    @Test("A log line keeps its spaces")
    func line() {
        let shown = LinePresenter(source: "build.log").present(ticket(TicketBody(text: .plain("  a   b"))))
        #expect(shown.body.blocks == [StyledText.Block(kind: .preformatted, text: "  a   b")])
        #expect(shown.byline?.name == "build.log")
    }

    @Test(
        "Plain text shows hashtags, mentions and addresses",
        arguments: [
            ("Box #now, says @pit@x.example.", ["#now", "@pit@x.example"]),
            ("C# is no topic, nor is #1 or a#b; #a1 is", ["#a1"]),
            (
                "(see https://x.example/a_(b)) or https://x.example/?q=1&r=2.",
                ["https://x.example/a_(b)", "https://x.example/?q=1&r=2"]
            ),
            ("mail me@x.example, not @ or # or https://", []),
            ("日本 #東京 and #Würze!", ["#東京", "#Würze"]),
        ] as [(String, [String])])
    func entities(text: String, expected: [String]) {
        let found = PlainText.entities(in: text)
            .map { entity in
                String(decoding: Array(text.utf8)[entity.range], as: UTF8.self)
            }
        #expect(found == expected)
    }

    @Test("Every line of a plain text is a block")
    func blocks() {
        #expect(PlainText.styled("one\n\ntwo #x\r\nthree", marksEntities: false).plainText == "one\ntwo #x\nthree")
    }
}
