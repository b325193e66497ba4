import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Notes on authors beside their names")
struct NoteTests {
    private static let ann = Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
    private static let bob = Author(id: "https://pit.example/bob", name: "Bob", handle: "@bob@pit.example")
    private static let source: SupplierID = "mastodon:home"

    private static func post(_ number: Int, by author: Author?, boosting boosted: Author? = nil) -> Ticket {
        Ticket(
            SourceItem(
                id: String(number), orderTime: Fixture.now.advanced(by: .seconds(60 * number - 86_400)),
                body: TicketBody(
                    text: .plain("Words."), author: author,
                    boosted: boosted.map { EmbeddedTicket(id: "b\(number)", author: $0, text: .plain("Words.")) })),
            of: source, seen: Fixture.now)
    }

    /// Posts 0 by Ann, 1 by Bob, 2 by Ann boosting Bob, and 3 by nobody.
    private func fixture(_ notes: FakeNotes?) async -> Fixture {
        let fixture = Fixture(notes: notes)
        fixture.track.commit([
            Self.post(0, by: Self.ann), Self.post(1, by: Self.bob), Self.post(2, by: Self.ann, boosting: Self.bob),
            Self.post(3, by: nil),
        ])
        await fixture.start()
        return fixture
    }

    private func notes(_ fixture: Fixture) -> [String: [String]] {
        (fixture.content?.rows ?? [])
            .reduce(into: [:]) { notes, row in
                if let row = row.ticket, !row.notes.isEmpty { notes[row.id.item] = row.notes.map(\.line) }
            }
    }

    private func go(to item: String, _ fixture: Fixture) async {
        await fixture.send(.select(.ticket(TicketID(supplier: Self.source, item: item))))
    }

    @Test("A typed note is shown beside its author in every row, also as the boosted author, and can be undone")
    func written() async {
        let fixture = await fixture(FakeNotes())
        await go(to: "1", fixture)
        await fixture.send(.ticket(.note("knows tyres #press")))
        #expect(notes(fixture) == ["1": ["knows tyres"], "2": ["knows tyres"]])
        #expect(fixture.session.messages.toast?.text == "Note on Bob written.")
        #expect(fixture.content?.rows.compactMap(\.ticket).first { $0.id.item == "1" }?.notes.first?.label == "press")
        await fixture.send(.ticket(.note("knows all")))
        #expect(notes(fixture)["1"] == ["knows all"])
        await fixture.send(.undo)
        #expect(notes(fixture)["1"] == ["knows tyres"])
        await fixture.send(.undo)
        #expect(notes(fixture).isEmpty)
        #expect(fixture.session.messages.toast?.text == "Note on Bob removed.")
    }

    @Test("The same note again changes nothing, and an empty one removes it")
    func unchanged() async {
        let fixture = await fixture(FakeNotes())
        await go(to: "0", fixture)
        await fixture.send(.ticket(.note("fast")))
        await fixture.send(.ticket(.note("fast")))
        #expect(fixture.session.messages.toast?.text == "The note on Ann is the same as before.")
        await fixture.send(.ticket(.note("  ")))
        #expect(notes(fixture).isEmpty && fixture.session.messages.toast?.text == "Note on Ann removed.")
        await fixture.send(.undo)
        #expect(notes(fixture) == ["0": ["fast"]])
    }

    @Test("A ticket without an author has nobody to write about, and without a file there are no notes")
    func refused() async {
        let fixture = await fixture(FakeNotes())
        await go(to: "3", fixture)
        await fixture.send(.ticket(.note("who?")))
        #expect(fixture.session.messages.toast?.text == "This item has no author.")
        let other = await self.fixture(nil)
        await go(to: "0", other)
        await other.send(.ticket(.note("fast")), .ticket(.show(.note)))
        #expect(other.session.messages.toast?.text == "Notes cannot be written here." && other.outputs.isEmpty)
    }

    @Test("The prompt has the present note, and lists the notes of others")
    func prompt() async {
        let fake = FakeNotes()
        fake.set(AuthorNote(text: "ex-driver", label: "driver"), of: "drivers", on: Self.ann, in: Self.source)
        let fixture = await fixture(fake)
        await go(to: "0", fixture)
        await fixture.send(.ticket(.note("fast #press")))
        let model = NoteViewModel(ticket: TicketID(supplier: Self.source, item: "0"), track: fixture.services.track)
        var outputs: [NoteViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        #expect(model.isCatchingUp)
        model.send(.submit("too early"))
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.prompt == "Note on Ann:" && model.state.text == "fast #press" && !model.isCatchingUp)
        #expect(model.state.others.map(\.line) == ["drivers: ex-driver"])
        model.send(.submit("slow"))
        await fixture.session.activity.idle()
        #expect(notes(fixture)["0"] == ["slow", "drivers: ex-driver"] && outputs == [.close])
    }

    @Test("The opened ticket has all notes, and follows their changes at its place")
    func ticketScreen() async {
        let fake = FakeNotes()
        fake.set(AuthorNote(text: "", label: "driver"), of: "drivers", on: Self.ann, in: Self.source)
        let fixture = await fixture(fake)
        let model = TicketViewModel(
            ticket: TicketID(supplier: Self.source, item: "0"), view: .all, track: fixture.services.track,
            measure: FixedTicketMeasure())
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.content?.notes.map(\.line) == ["drivers: #driver"])
        model.send(.ticket(.note("fast")))
        await fixture.session.activity.idle()
        #expect(model.state.content?.notes.map(\.line) == ["fast", "drivers: #driver"])
    }

    @Test("A changed list changes the rows, and a failing one is reported once")
    func changedList() async {
        let fake = FakeNotes()
        let fixture = await fixture(fake)
        fake.set(AuthorNote(text: "ex-driver"), of: "drivers", on: Self.bob, in: Self.source)
        await fixture.changed { !notes(fixture).isEmpty }
        #expect(notes(fixture)["1"] == ["drivers: ex-driver"])
        let failure = Message("commentaryFailed", ["name": "drivers", "reason": .message(.verbatim("It is away."))])
        fake.fail([failure])
        let words = "The list of notes “drivers” could not be updated and keeps its last content: It is away."
        while fixture.session.messages.toast?.text != words { await Task.yield() }
        fake.set(AuthorNote(text: "pundit"), of: "drivers", on: Self.bob, in: Self.source)
        await fixture.changed { notes(fixture)["1"] == ["drivers: pundit"] }
        #expect(fixture.session.messages.history.filter { $0.text == words }.count == 1)
    }

    @Test("The search knows notes and labels")
    func searched() async throws {
        let fixture = await fixture(FakeNotes())
        await go(to: "1", fixture)
        await fixture.send(.ticket(.note("knows tyres #press")))
        let context = await fixture.services.track.queryContext
        #expect(context.authorNotes.labels == ["press"])
    }
}
