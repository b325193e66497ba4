import EngineConcepts
import Suppliers
import Testing

@Suite("Presenters")
struct PresenterTests {
    @Test("Presenters print what they present")
    func presented() {
        let html = TicketText.html("<p>One <img src=https://h.example/i.png alt=two></p><p>three</p>", base: nil)
        let texts: [TicketText] = [html, .plain("a #tag\n\nb"), .plain(""), .styled(StyledText(plain: "styled"))]
        let presenters: [any Presenter] = [
            ArticlePresenter(publisher: "A"), SubmissionPresenter(), PostPresenter(), LinePresenter(source: "A"),
        ]
        for text in texts {
            for summary in [nil, TicketText.plain("summary")] {
                for boosted in [nil, EmbeddedTicket(id: "b", title: "Boosted", text: html)] {
                    var body = TicketBody(title: "Title", text: text, summary: summary, link: "https://h.example/1")
                    body.boosted = boosted
                    body.media = [Media(url: "https://h.example/m.png", kind: .image)]
                    let item = SourceItem(
                        id: "i", orderTime: Timestamp(seconds: 1), body: body,
                        source: SourceLayer(fields: [
                            "comments": "https://h.example/c", "discussion": "https://h.example/1",
                        ]))
                    let ticket = Ticket(item, of: "feed:a", seen: Timestamp(seconds: 2))
                    for presenter in presenters {
                        let presentation = PrintedTicket(presenter.present(ticket))
                        let printed = presenter.printed(ticket, withText: true)
                        #expect(printed.text == presentation.text)
                        #expect(printed.title == presentation.title)
                        #expect(printed.media == presentation.media)
                        #expect(printed.discussion == presentation.discussion)
                        let brief = presenter.printed(ticket, withText: false)
                        #expect(brief.text == nil)
                        #expect(brief.title == presentation.title)
                        #expect(brief.discussion == presentation.discussion)
                    }
                }
            }
        }
    }

    @Test(
        "Articles and stories show the page of the discussion, whichever field of the source has it",
        arguments: [PresentationStyle.articles, .stories])
    func discussion(style: PresentationStyle) {
        let presenter = style.presenter(ofSource: "A")
        func discussion(_ fields: [String: String]) -> String? {
            let item = SourceItem(
                id: "i", orderTime: Timestamp(seconds: 1),
                body: TicketBody(title: "Title", link: "https://h.example/1"),
                source: SourceLayer(fields: fields))
            return presenter.present(Ticket(item, of: "feed:a", seen: Timestamp(seconds: 2))).discussion
        }
        #expect(discussion([SourceLayer.commentsField: "https://h.example/c"]) == "https://h.example/c")
        #expect(discussion([SourceLayer.discussionField: "https://h.example/d"]) == "https://h.example/d")
        #expect(discussion([SourceLayer.discussionField: "https://h.example/1"]) == nil)
        #expect(discussion([:]) == nil)
    }
}
