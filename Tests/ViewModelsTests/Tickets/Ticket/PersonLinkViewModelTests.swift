import EngineConcepts
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Linking the authors that are one person")
struct PersonLinkViewModelTests {
    private static let source: SupplierID = "mastodon:home"
    private static let ann = Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")

    private static func post(_ number: Int, by author: Author?) -> Ticket {
        Ticket(
            SourceItem(
                id: String(number), orderTime: Fixture.now.advanced(by: .seconds(60 * number - 86_400)),
                body: TicketBody(text: .plain("Words."), author: author)),
            of: source, seen: Fixture.now)
    }

    private func fixture(_ notes: FakeNotes?) async -> Fixture {
        let fixture = Fixture(notes: notes)
        fixture.track.commit([Self.post(0, by: Self.ann), Self.post(1, by: nil)])
        await fixture.start()
        await fixture.send(.select(.ticket(TicketID(supplier: Self.source, item: "0"))))
        return fixture
    }

    private func prompt(_ fixture: Fixture, of item: String = "0") async -> PersonLinkViewModel {
        let prompt = PersonLinkViewModel(
            ticket: TicketID(supplier: Self.source, item: item), track: fixture.services.track, posting: FakePosting())
        prompt.start()
        await fixture.session.activity.idle()
        return prompt
    }

    private func people(_ fixture: Fixture) -> [String] {
        fixture.session.notes.people.all.map { "\($0.name): \($0.identities.map(\.text).joined(separator: " "))" }
    }

    @Test("A typed link makes a person of two authors, says so, and can be undone")
    func typed() async {
        let fixture = await fixture(FakeNotes())
        await fixture.send(.ticket(.link("@ann.example")))
        #expect(people(fixture) == ["Ann: @ann@pit.example @ann.example"])
        #expect(fixture.session.messages.toast?.text == "Ann is one person: @ann@pit.example, @ann.example")
        await fixture.send(.ticket(.link("@ann.example")))
        #expect(fixture.session.messages.toast?.text == "Ann is linked as before.")
        await fixture.send(.undo)
        #expect(people(fixture).isEmpty && fixture.session.messages.toast?.text == "The link is undone.")
    }

    @Test("The prompt lists the person's other authors, suggests handles, and takes the author out if it is empty")
    func prompted() async {
        let fixture = await fixture(FakeNotes())
        let first = await prompt(fixture)
        #expect(first.state.prompt == "Ann is the same person as:" && first.state.identities.isEmpty)
        first.send(.type("@bob"))
        await fixture.session.activity.idle()
        #expect(first.state.suggestions == ["@bob@kerb.example", "@bobby@pit.example"] && first.state.selected == nil)
        first.send(.suggest(-1))
        #expect(first.state.selected == 1)
        first.send(.suggest(1))
        #expect(first.state.selected == 0)
        var isClosed = false
        first.onOutput = { _ in isClosed = true }
        first.send(.submit("@ann.example"))
        await fixture.session.activity.idle()
        #expect(isClosed && people(fixture) == ["Ann: @ann@pit.example @ann.example"])
        let second = await prompt(fixture)
        #expect(second.state.identities == ["@ann.example"] && second.state.suggestions.isEmpty)
        second.send(.submit(" "))
        await fixture.session.activity.idle()
        #expect(people(fixture).isEmpty)
        #expect(fixture.session.messages.toast?.text == "Ann is not linked any more.")
    }

    @Test("A link to what is neither an author nor a person is refused, and its text stays to be corrected")
    func notUnderstood() async {
        let fixture = await fixture(FakeNotes())
        let prompt = await prompt(fixture)
        var isClosed = false
        prompt.onOutput = { _ in isClosed = true }
        prompt.send(.submit("Bob"))
        #expect(prompt.isCatchingUp)
        await fixture.session.activity.idle()
        #expect(!isClosed && !prompt.isCatchingUp && people(fixture).isEmpty)
        #expect(fixture.session.messages.toast?.text == "“Bob” is neither an author nor a person.")
        #expect(fixture.session.messages.toast?.kind == .failure)
        prompt.send(.submit("@bob@kerb.example"))
        await fixture.session.activity.idle()
        #expect(isClosed && people(fixture) == ["Ann: @ann@pit.example @bob@kerb.example"])
    }

    @Test("A ticket without an author has nobody to link, and without a file nobody is linked")
    func refused() async {
        let fixture = await fixture(FakeNotes())
        let prompt = await prompt(fixture, of: "1")
        #expect(fixture.session.messages.toast?.text == fixture.session.localizer(.noteNoAuthor))
        prompt.send(.submit("x"))
        await fixture.session.activity.idle()
        #expect(people(fixture).isEmpty)
        let without = await self.fixture(nil)
        await without.send(.ticket(.link("@ann.example")))
        #expect(without.session.messages.toast?.text == without.session.localizer(.notesUnavailable))
    }

    @Test("An open ticket names the person and the other authors")
    func ticket() async throws {
        let fixture = await fixture(FakeNotes())
        await fixture.send(.ticket(.link("@ann.example")))
        let ticket = Self.post(0, by: Self.ann)
        let person = try #require(PersonText(authorOf: ticket, in: fixture.session.notes.people))
        #expect(person.name == "Ann" && person.others == ["@ann.example"] && person.line == "Ann  @ann.example")
        #expect(PersonText(authorOf: Self.post(1, by: nil), in: fixture.session.notes.people) == nil)
    }
}
