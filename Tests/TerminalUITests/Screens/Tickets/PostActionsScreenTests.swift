import EngineConcepts
import EngineTestSupport
import TerminalDriver
import TerminalDriverTestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("The actions on a post, on the screen")
struct PostActionsScreenTests {
    /// Returns the program with one post, whose source can do everything.
    private func fixture(
        by handle: String, poll: PostPoll? = nil, posting: FakePosting = FakePosting(), outlines: FakeOutlines? = nil
    ) async throws -> AppFixture {
        let fixture = try AppFixture(width: 80, height: 24, posting: posting, outlines: outlines)
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "mastodon:home", name: "home", kind: "mastodon", requests: RequestHistory(.healthy),
                actions: Set(TicketAction.Kind.allCases))
        ])
        var fields = [SourceLayer.PostField.target: "1"]
        fields[SourceLayer.PostField.pollState] = poll?.field
        let item = SourceItem(
            id: "1", orderTime: Scene.at(4),
            body: TicketBody(text: .plain("Which tyre?"), author: Author(id: "x", name: "Somebody", handle: handle)),
            source: SourceLayer(fields: fields))
        fixture.track.commit([Ticket(item, of: "mastodon:home", seen: AppFixture.now)])
        await fixture.start()
        return fixture
    }

    private func performedActions(_ fixture: AppFixture) -> [TicketAction] {
        fixture.track.calls.compactMap { if case .perform(_, let action, _) = $0 { action } else { nil } }
    }

    @Test("An own post is deleted from the list after a yes, and kept after any other key")
    func delete() async throws {
        let fixture = try await fixture(by: FakePosting.ann.handle)
        try await fixture.press("+ G enter")
        #expect(fixture.terminal.text.contains("Delete? y confirms"))
        try await fixture.press("n")
        #expect(performedActions(fixture).isEmpty)
        try await fixture.press("enter y")
        #expect(performedActions(fixture) == [.delete])
        #expect(!fixture.terminal.text.contains("Actions on a post"))
        try await fixture.end()
    }

    @Test("Keys typed right after the one that lists the actions choose from the list")
    func typedAhead() async throws {
        let fixture = try await fixture(by: FakePosting.ann.handle)
        await fixture.type("+G\ny")
        #expect(performedActions(fixture) == [.delete], "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Esc closes the list while it still loads, with what was typed for it")
    func earlyEscape() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let fixture = try await fixture(
            by: FakePosting.ann.handle, posting: FakePosting(whileListing: { for await _ in gate { break } }))
        fixture.terminal.type("+G\ny")
        await fixture.frame { _ in fixture.app.stack.top is PostActionsController }
        try fixture.terminal.press("escape")
        await fixture.frame { _ in fixture.app.stack.top is TimelineController }
        open.yield()
        await fixture.app.idle()
        #expect(performedActions(fixture).isEmpty && fixture.terminal.isStarted)
        try await fixture.end()
    }

    @Test("An own post is edited from the list: the text as it was written, then what is sent")
    func edit() async throws {
        let fixture = try await fixture(by: FakePosting.ann.handle)
        try await fixture.press("+ j enter")
        #expect(fixture.terminal.text.contains("Which tyre?"))
        try await fixture.press("! ctrl-s")
        guard case .edit(let draft)? = performedActions(fixture).last else {
            Issue.record("nothing was edited")
            return try await fixture.end()
        }
        #expect(draft.text == "Which tyre?!")
        try await fixture.end()
    }

    @Test("A post is deleted to be written anew: its text is on the compose screen and among the drafts")
    func redraft() async throws {
        let fixture = try await fixture(by: FakePosting.ann.handle)
        try await fixture.press("+ j j enter y")
        #expect(performedActions(fixture) == [.delete])
        #expect(fixture.terminal.text.contains("Which tyre?"))
        try await fixture.press("escape alt-p")
        #expect(fixture.terminal.text.contains("Drafts   1"))
        try await fixture.press("D")
        #expect(!fixture.terminal.text.contains("Which tyre?"))
        try await fixture.press("U enter")
        #expect(fixture.terminal.text.contains("Which tyre?"))
        try await fixture.end()
    }

    /// Types until the text of an own post, which is to be written anew, is requested.
    private func redrafting(during gate: AsyncStream<Void>) async throws -> AppFixture {
        let fixture = try await fixture(
            by: FakePosting.ann.handle, posting: FakePosting(whileDrafting: { for await _ in gate { break } }))
        fixture.terminal.type("+jj\ny")
        await fixture.frame { _ in
            (fixture.app.stack.top as? PostActionsController)
                .map { $0.model.state.rows != nil && $0.isCatchingUp } ?? false
        }
        return fixture
    }

    @Test("Keys typed right after the yes to writing a post anew are for its text")
    func redraftTypedAhead() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let fixture = try await redrafting(during: gate)
        fixture.terminal.type("!q")
        open.yield()
        await fixture.app.idle()
        #expect(performedActions(fixture) == [.delete])
        #expect(fixture.terminal.text.contains("Which tyre?!q"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Esc while the text of a post is requested keeps the post")
    func redraftCancelled() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let fixture = try await redrafting(during: gate)
        try fixture.terminal.press("escape")
        await fixture.frame { _ in fixture.app.stack.top is TimelineController }
        open.yield()
        await fixture.app.idle()
        #expect(performedActions(fixture).isEmpty, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A vote sends the answer that was chosen")
    func vote() async throws {
        let poll = PostPoll([.init("Soft", votes: 3), .init("Hard", votes: 1)], voters: 4)
        let fixture = try await fixture(by: "@bob@pit.example", poll: poll)
        try await fixture.press("+")
        #expect(fixture.terminal.lines.contains { $0.contains("Soft") && $0.contains("75 %") })
        try await fixture.press("j enter j enter")
        #expect(performedActions(fixture) == [.vote([1])])
        try await fixture.end()
    }

    @Test("A report is sent with its comment, and Escape sends none")
    func report() async throws {
        let fixture = try await fixture(by: "@bob@pit.example")
        try await fixture.press("+ G enter")
        #expect(fixture.terminal.text.contains("Comment for the moderators:"))
        try await fixture.press("escape enter")
        await fixture.type("Spam q")
        try await fixture.press("enter")
        let reports = fixture.track.calls.compactMap { call -> PostReport? in
            guard case .request(_, .account(.report(let report), FakePosting.ann.id)) = call else { return nil }
            return report
        }
        #expect(reports == [PostReport(person: "id-@bob@pit.example", posts: ["1"], comment: "Spam q")])
        try await fixture.end()
    }

    @Test("A gap in a thread is filled where it is")
    func gap() async throws {
        let posts = FakePosts(of: "mastodon:home")
        func post(_ id: String, to parent: String?, _ text: String) -> SourceItem {
            SourceItem(
                id: id, orderTime: Scene.at(3),
                body: TicketBody(text: .plain(text), author: Author(id: id, name: "Ann"), replyTo: parent))
        }
        let opened = post("1", to: nil, "Which tyre?")
        posts.set(
            around: opened, OutlinePart(items: [opened], gaps: [OutlineGap(.replies(to: "1"), count: 1)]),
            then: [OutlinePart(items: [post("2", to: "1", "The hard one.")])])
        let fixture = try await fixture(by: "@bob@pit.example", outlines: FakeOutlines(posts, opensAll: true))
        try await fixture.press("T G")
        #expect(fixture.terminal.text.contains("1 reply not loaded"))
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("The hard one."))
        #expect(!fixture.terminal.text.contains("not loaded"))
        // Marks made here are in the store.
        try await fixture.press("G f")
        #expect(fixture.track.marks(of: TicketID(supplier: "mastodon:home", item: "2")).isStarred)
        try await fixture.end()
    }
}
