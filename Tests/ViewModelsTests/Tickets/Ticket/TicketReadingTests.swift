import EngineConcepts
import EngineTestSupport
import Queries
import Testing

@testable import ViewModels

@Suite("Reading an open ticket")
struct TicketReadingTests {
    /// A layout of ten lines per block, whose third line has all links.
    private final class TenLinesPerBlock: TicketMeasuring {
        func lines(of content: TicketContent, width: Int, raw: Bool) -> Int { content.text.blocks.count * 10 }
        func line(of place: TextPosition, in content: TicketContent, width: Int) -> Int { place.block * 10 }
        func position(at line: Int, of content: TicketContent, width: Int) -> TextPosition? {
            TextPosition(block: line / 10, offset: 0)
        }
        func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16] {
            content.linkNumbers.values.sorted()
        }
        func code(of content: TicketContent, width: Int) -> [CodeArea] {
            content.text.blocks.enumerated().filter { $0.element.kind == .preformatted }
                .map { CodeArea(block: $0.offset, lines: $0.offset * 10..<$0.offset * 10 + 10, overflow: 12) }
        }
    }

    private func article() -> Ticket {
        var blocks = [
            StyledText.Block(
                text: "Word1 and a link",
                entities: [.init(.jump, 4..<5, target: "note"), .init(.link, 12..<16, target: "https://a.example/")]),
            StyledText.Block(kind: .preformatted, text: "long"),
        ]
        blocks += (0..<8).map { StyledText.Block(text: "Filler number \($0)") }
        blocks.append(StyledText.Block(text: "Crème note", entities: [.init(.anchor, 0..<0, target: "note")]))
        return Ticket(
            SourceItem(
                id: "article", orderTime: Fixture.now, body: TicketBody(text: .styled(StyledText(blocks: blocks)))),
            of: "feed:a", seen: Fixture.now)
    }

    private func open(
        _ id: TicketID, in fixture: Fixture, view: TrackView = .all, search: Query? = nil
    ) async -> TicketViewModel {
        let model = TicketViewModel(
            ticket: id, view: view, search: search, track: fixture.services.track,
            measure: TenLinesPerBlock())
        model.send(.resize(width: 80, height: 20))
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    private func openArticle(in fixture: Fixture) async -> TicketViewModel {
        let ticket = article()
        fixture.track.commit([ticket])
        return await open(ticket.id, in: fixture)
    }

    @Test("The letters of a link open it, and those of a footnote jump to it and back")
    func hints() async throws {
        let fixture = Fixture()
        let model = await openArticle(in: fixture)
        model.send(.showHints)
        #expect(model.state.linkHints?.labels.values.sorted() == ["a", "s"])
        model.send(.typeHint("a"))
        await fixture.session.activity.idle()
        #expect(await fixture.browser.urls == ["https://a.example/"])
        #expect(model.state.linkHints == nil)
        model.send(.showHints)
        model.send(.typeHint("s"))
        #expect(model.state.scroll.offset == 90)
        model.send(.jumpBack)
        #expect(model.state.scroll.offset == 0)
        model.send(.jumpBack)
        #expect(fixture.session.messages.toast?.text == "There is no place to go back to.")
    }

    @Test("More links than letters have two letters each, and an unknown letter ends the choice")
    func manyHints() {
        var hints = LinkHints(Array(1...60))
        #expect(hints.labels.values.allSatisfy { $0.count == 2 })
        #expect(Set(hints.labels.values).count == 60)
        #expect(hints.type("S") == .waiting)
        #expect(hints.type("a") == .open(27))
        var few = LinkHints([1])
        #expect(few.type("x") == .unknown)
    }

    @Test("A search finds words without case and accents, goes around, and leaves the text as it was")
    func find() async throws {
        let fixture = Fixture()
        let model = await openArticle(in: fixture)
        let text = model.state.content?.text
        model.send(.find("filler"))
        #expect(model.state.find?.matches.count == 8)
        model.send(.seekMatch(.newer))
        #expect(model.state.find?.index == 7)
        #expect(model.state.scroll.offset == 84)
        model.send(.seekMatch(.older))
        #expect(model.state.find?.index == 0)
        model.send(.find("CREME N"))
        #expect(model.state.find?.matches == [TextPosition(block: 10, offset: 0)])
        #expect(
            model.state.content?.text.blocks[10].entities.contains { $0.kind == .mark && $0.range == 0..<8 } == true)
        model.send(.find("nowhere"))
        #expect(model.state.find?.matches.isEmpty == true)
        model.send(.find(""))
        #expect(model.state.find == nil)
        #expect(model.state.content?.text == text)
    }

    @Test("An item opened from a search shows its text at the first match, and the results follow each other")
    func results() async throws {
        let fixture = Fixture()
        let article = article()
        fixture.track.commit([article] + tickets(0..<3))
        let model = await open(article.id, in: fixture, search: try Query(parsing: "title:1 OR note"))
        func seek(_ direction: ReadDirection) async {
            model.send(.seekResult(direction))
            await fixture.session.activity.idle()
        }
        let marked = model.state.content?.text.blocks[10].entities.contains { $0.kind == .mark && $0.range == 7..<11 }
        #expect(marked == true && model.state.scroll.offset == 90)
        #expect(model.state.find?.typedWords == nil)
        await seek(.older)
        #expect(model.state.content?.title == "Ticket 1")
        #expect(model.state.find == nil, "the match is in the title")
        await seek(.older)
        #expect(model.state.content?.title == "Ticket 1")
        #expect(fixture.session.messages.toast?.text == "No more matches in this direction.")
        await seek(.newer)
        #expect(model.state.content?.id == article.id && model.state.scroll.offset == 90)
    }

    @Test("Long code is wrapped until it scrolls sideways, as far as its longest line")
    func code() async throws {
        let fixture = Fixture()
        let model = await openArticle(in: fixture)
        model.send(.toggleWrap)
        #expect(model.state.content?.reading.sideways == [1: 0])
        model.send(.scrollSideways(8))
        model.send(.scrollSideways(8))
        #expect(model.state.content?.reading.sideways == [1: 12])
        model.send(.toggleWrap)
        #expect(model.state.content?.reading.sideways == [:])
        model.send(.scroll(.bottom))
        model.send(.toggleWrap)
        #expect(fixture.session.messages.toast?.text == "No code on the screen has long lines.")
    }

    @Test("The full width holds for the tickets opened next")
    func fullWidth() async throws {
        let fixture = Fixture()
        let model = await openArticle(in: fixture)
        model.send(.toggleWidth)
        #expect(model.state.content?.reading.isFullWidth == true)
        #expect(await openArticle(in: fixture).state.content?.reading.isFullWidth == true)
    }

    @Test("Space scrolls, and at the end goes on to the next unread ticket; the position is shown")
    func readingOn() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<4))
        fixture.services.track.marks.set([ticket(2).id], MarkChange(read: true))
        await fixture.session.activity.idle()
        let model = await open(ticket(3).id, in: fixture)
        #expect(model.state.position == "1 of 4")
        model.send(.readOn(1))
        await fixture.session.activity.idle()
        #expect(model.state.content?.title == "Ticket 1")
        #expect(model.state.position == "3 of 4")
        model.send(.unread(.newer))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "No more unread items in this direction.")
        model.send(.unread(.older))
        await fixture.session.activity.idle()
        #expect(model.state.position == "4 of 4")
    }

    @Test("Superscripts and subscripts are visible")
    func scripts() {
        func shown(_ text: String, _ kind: StyledText.EntityKind, _ range: Range<Int>) -> String {
            ScriptText.visible(in: StyledText(blocks: [.init(text: text, entities: [.init(kind, range)])])).plainText
        }
        #expect(shown("x2", .superscript, 1..<2) == "x²")
        #expect(shown("H2O", .subscript, 1..<2) == "H₂O")
        #expect(shown("ea+b", .superscript, 1..<4) == "e^(a+b)")
        #expect(shown("xlong exponent", .superscript, 1..<14) == "x^(long exponent)")
        #expect(shown("Tmax", .subscript, 1..<4) == "T_(max)")
        #expect(shown("1st", .superscript, 1..<3) == "1st")
        #expect(shown("ACMETM", .superscript, 4..<6) == "ACMETM")
        #expect(shown("word[1]", .superscript, 4..<7) == "word[1]")
    }
}
