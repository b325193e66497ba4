import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("New sources")
struct SourceAddingTests {
    @Test("Sources can be added to a list that can be changed, and beside a fixed one where a first list can begin")
    func adding() {
        func canAdd(_ reason: Message?, canBegin: Bool) -> Bool {
            let fixture = Fixture(fixedReason: reason)
            let model = SourceManagerViewModel(
                sources: fixture.sources, canBegin: canBegin, track: fixture.services.track)
            return model.canAdd
        }
        #expect(canAdd(nil, canBegin: false))
        #expect(!canAdd(.verbatim("A sample."), canBegin: false))
        #expect(canAdd(.verbatim("A sample."), canBegin: true))
    }

    @Test("An invalid address is reported and adds nothing")
    func refusing() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("nonsense"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "nonsense is no address.")
        #expect(model.state.rows == [])
    }

    @Test("Undoing an addition says so, and not that a further undo would bring the source back")
    func undone() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Undone: the addition of New")
        #expect(model.state.rows == [])
    }

    @Test("Several addresses lead to one refresh, and none that adds a source to no refresh")
    func refreshedOnce() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        let added = [
            "https://a.example/feed https://b.example/feed", "https://c.example/feed", "https://several.example",
            "nonsense",
        ]
        for address in added {
            model.send(.add(address))
            await fixture.session.activity.idle()
        }
        #expect(model.state.rows?.count == 3)
        #expect(fixture.track.calls.count { if case .refresh = $0 { true } else { false } } == 2)
    }

    @Test("A failed address stays in the prompt to be corrected")
    func correcting() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.askForAddress)
        model.send(.submit("a.example/fed"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "a.example/fed")
        #expect(fixture.session.messages.toast?.text == "a.example/fed is no address.")
        model.send(.submit("https://a.example/feed"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt == nil)
        #expect(model.state.rows?.map(\.address) == ["https://a.example/feed"])
    }

    @Test("An address that fails late leaves the prompt that is open by then")
    func correctingLate() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.add("nonsense"))
        model.send(.askForName)
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "New")
        #expect(fixture.session.messages.toast?.text == "nonsense is no address.")
    }

    @Test("A question that is being answered is not replaced by the choice among several sources")
    func choiceDuringAnswer() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://several.example"))
        model.send(.askForAddress)
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.kind == .address)
        #expect(fixture.session.messages.toast?.text.contains("several.example") == true)
    }

    @Test("Choices are taken by their numbers only, however large a number is")
    func numbers() {
        let choices = ["a", "b"].map { SeveralSources.Choice(address: $0, title: $0) }
        #expect(SeveralSources.choices(numberedIn: "2, 1", of: choices)?.map(\.address) == ["b", "a"])
        for wrong in ["", "0", "3", "x", "1 x", String(Int.min), String(Int.max)] {
            #expect(SeveralSources.choices(numberedIn: wrong, of: choices) == nil)
        }
    }

    @Test("If a page offers several sources they are chosen by number, and a wrong number can be corrected")
    func choices() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://several.example"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.question == "Which? 1–2")
        #expect(model.state.prompt?.choices.map(\.title) == ["News", "Notes"])
        #expect(
            model.state.prompt?.spoken
                == "1 News (https://several.example/news), 2 Notes (https://elsewhere.example/notes), Which? 1–2")
        model.send(.submit("3"))
        await fixture.session.activity.idle()
        #expect(model.state.rows == [])
        #expect(fixture.session.messages.toast?.text == "Choose a number from 1 to 2.")
        #expect(model.state.prompt?.initial == "3" && model.state.prompt?.choices.count == 2)
        model.send(.submit("1, 2"))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 2)
        #expect(model.state.prompt == nil)
    }

    @Test("One message tells the results of all choices, and the prompt is closed even if one fails")
    func resultsOfChoices() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://several.example/news"))
        await fixture.session.activity.idle()
        model.send(.add("https://several.example"))
        await fixture.session.activity.idle()
        model.send(.submit("1,2"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt == nil)
        let message = try #require(fixture.session.messages.toast)
        #expect(message.text == "Added New · https://several.example/news is already a source.")
        #expect(message.kind == .failure)
        #expect(model.state.rows?.count == 2)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.address) == ["https://several.example/news"])
    }

    @Test("A list from another program adds its sources, and the messages have everything that was left out of it")
    func importing() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        let messages = fixture.session.messages
        model.send(.askForList)
        #expect(model.state.prompt?.kind == .path)
        model.send(.submit(" ~/feeds.opml "))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == ["feed:one", "feed:two"])
        #expect(messages.toast?.text == "2 sources added · 2 left out: :messages lists them")
        #expect(
            messages.history.suffix(3).dropLast().reversed().map(\.text)
                == ["Line 3: exec:ls runs a command.", "Line 4: x is no address."])
        model.send(.importList("~/known.opml"))
        await fixture.session.activity.idle()
        #expect(messages.toast?.text == "~/known.opml contains no new sources.")
    }

    @Test("Leaving the prompt for a list ends the wait for the files of a directory, which complete nothing")
    func leavingPath() async {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let programs = NoPrograms(names: {
            for await _ in gate { break }
            return ["feeds.opml"]
        })
        let fixture = Fixture(programs: programs)
        let model = await fixture.openSources()
        model.send(.askForList)
        var completed: String?
        #expect(model.complete("l/", by: 1) { completed = $0 })
        #expect(model.isCatchingUp)
        model.send(.cancelPrompt)
        #expect(!model.isCatchingUp)
        opening.yield()
        await fixture.session.activity.idle()
        #expect(completed == nil)
    }

    @Test("Undo removes the sources that a list has added, and only those")
    func undoneImport() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        let before = try await fixture.sources.sources()
        model.send(.importList("~/feeds.opml"))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 3)
        model.send(.importList("~/known.opml"))
        await fixture.session.activity.idle()
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources() == before && model.state.rows?.count == 1)
        #expect(fixture.session.messages.toast?.text == "Undone: the import of ~/feeds.opml")
    }

    @Test("Undo takes back the topics that a list without new sources has given to the others")
    func undoneTopics() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.importList("~/topics.opml"))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.topics) == ["Racing"])
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.topics) == [""])
    }

    @Test("The summary of a list counts the topics that its query feeds became, as fiber import does")
    func queryFeeds() throws {
        var library = Library()
        _ = library.add([Topic(name: "Fresh", query: try Query(parsing: "is:unread"))])
        let outcome = ListOutcome(LibraryAdditions(to: library, since: Library()))
        let summary = outcome.summary(ofListAt: "urls", .english)
        #expect(summary == "urls contains no new sources. · 1 query feed became a topic")
    }

    @Test("The path of a list that cannot be read is asked for again, and a fixed list takes none")
    func refusedImport() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.importList("~/notes.txt"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "~/notes.txt")
        #expect(fixture.session.messages.toast?.text == "~/notes.txt is no list.")
        let fixed = SourceManagerViewModel(
            sources: FakeSources(fixedReason: "This is a sample."), track: fixture.services.track)
        fixed.send(.askForList)
        fixed.send(.importList("~/feeds.opml"))
        #expect(fixed.state.prompt == nil)
        #expect(fixture.session.messages.toast?.text == "This is a sample.")
    }
}
