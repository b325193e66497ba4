import EngineConcepts
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Writing posts")
struct ComposeViewModelTests {
    /// A post of Bob, to a few people.
    private static let post = Ticket(
        key: OrderKey(time: Fixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "post")),
        shownTime: Fixture.now,
        body: TicketBody(
            text: .plain("Box, box."), author: Author(id: "b", name: "Bob", handle: "@bob@pit.example"),
            contentWarning: "race"),
        source: SourceLayer(fields: [SourceLayer.PostField.target: "77", SourceLayer.PostField.visibility: "unlisted"]))

    private func fixture() async -> Fixture {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy), actions: [.reply])
        ])
        fixture.track.commit([Self.post])
        return fixture
    }

    private func compose(
        _ origin: PostOrigin = .new, _ fixture: Fixture, _ posting: FakePosting = FakePosting(), draft: Int? = nil
    ) async -> (model: ComposeViewModel, closings: Closings) {
        let model = ComposeViewModel(origin, draft: draft, track: fixture.services.track, posting: posting)
        let closings = Closings()
        model.onOutput = { _ in closings.count += 1 }
        model.start()
        await fixture.session.activity.idle()
        return (model, closings)
    }

    private final class Closings {
        var count = 0
    }

    private final class Asked {
        var accounts: [AccountID] = []
    }

    @Test("A server that is being asked for its rules is not asked again")
    func rulesOnce() async {
        let fixture = await fixture()
        let asked = Asked()
        let posting = FakePosting([FakePosting.ann, FakePosting.desk], onRules: { asked.accounts.append($0) })
        let (model, _) = await compose(.new, fixture, posting)
        for _ in 1...3 { model.send(.toggleAccountList) }
        await fixture.session.activity.idle()
        #expect(asked.accounts == [FakePosting.ann.id, FakePosting.desk.id])
    }

    private func type(_ text: String, _ model: ComposeViewModel, _ fixture: Fixture) async {
        model.send(.type(text, cursor: text.count))
        await fixture.session.activity.idle()
    }

    private func requests(_ fixture: Fixture) -> [RequestedAction] {
        fixture.track.calls.compactMap { if case .request(_, let request) = $0 { request } else { nil } }
    }

    @Test("A reply begins with the author's name and has the audience and the warning of its post")
    func reply() async throws {
        let fixture = await fixture()
        let (model, closings) = await compose(.reply(Self.post.id), fixture)
        #expect(model.state.title == "Reply to Bob")
        #expect(model.state.referencedPost == ComposeState.ReferencedPost(author: "Bob", text: "content warning: race"))
        #expect(model.state.text == "@bob@pit.example ")
        #expect(model.state.visibility == "unlisted" && model.state.warning == "race")
        await type("@bob@pit.example Copy.", model, fixture)
        model.send(.send)
        await fixture.session.activity.idle()
        guard case .account(.post(let draft), let account) = requests(fixture).first else {
            Issue.record("requested was \(requests(fixture))")
            return
        }
        #expect(account == FakePosting.ann.id && draft.text == "@bob@pit.example Copy.")
        #expect(draft.inReplyTo == PostDraft.Reference(post: "77", ticket: Self.post.id))
        #expect(closings.count == 1)
        #expect(try await fixture.session.drafts.all(of: .reply(Self.post.id)).isEmpty)
    }

    @Test("A source without an account gets the text of the reply as an action on the ticket")
    func replyAtSource() async {
        let fixture = await fixture()
        let (model, _) = await compose(.reply(Self.post.id), fixture, FakePosting([], reading: nil))
        await type("Copy.", model, fixture)
        model.send(.send)
        await fixture.session.activity.idle()
        guard case .perform(_, .reply("Copy."), Self.post.id) = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
    }

    @Test("A quotation through no account closes the screen and says why")
    func quoteAtSource() async {
        let fixture = await fixture()
        let (_, closings) = await compose(.quote(Self.post.id), fixture, FakePosting([], reading: nil))
        #expect(closings.count == 1)
        #expect(fixture.session.messages.toast?.text == "Kerb Notes does not take posts from here.")
    }

    @Test("Without an account, a new post closes the screen and says how to sign in")
    func noAccount() async {
        let fixture = await fixture()
        let (_, closings) = await compose(.new, fixture, FakePosting([]))
        #expect(closings.count == 1)
        #expect(fixture.session.messages.toast?.text.contains("fiber account add") == true)
    }

    @Test("What was written is stored while it is typed, and is there when the screen opens again, even after a crash")
    func draft() async throws {
        let fixture = await fixture()
        let (model, closings) = await compose(.new, fixture)
        await type("Half a thou", model, fixture)
        await fixture.session.preferences.flush()
        // Another run over the same store.
        let other = Fixture(track: fixture.track)
        let (second, _) = await compose(.new, other)
        #expect(second.state.text == "Half a thou" && second.state.notice != nil)
        model.send(.close)
        #expect(closings.count == 1)
        #expect(fixture.session.messages.toast?.text == "Draft kept")
        #expect(try await fixture.session.drafts.all(of: .reply(Self.post.id)).isEmpty)
    }

    @Test("The list of drafts opens from the post, which is kept in it")
    func drafts() async throws {
        let fixture = await fixture()
        let (model, closings) = await compose(.new, fixture)
        var outputs: [ComposeViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        await type("Half a thou", model, fixture)
        model.send(.drafts)
        #expect(outputs == [.drafts] && closings.count == 0)
        #expect(try await fixture.session.drafts.all().map(\.post.text) == ["Half a thou"])
        let (blank, _) = await compose(.reply(Self.post.id), fixture)
        blank.send(.drafts)
        #expect(try await fixture.session.drafts.all().count == 1)
    }

    @Test("A draft that replies to a post of no ticket says that it is a reply, and is sent as one")
    func replyWithoutTicket() async throws {
        let fixture = await fixture()
        var post = PostDraft("Copy.")
        post.inReplyTo = PostDraft.Reference(post: "77")
        try fixture.session.drafts.keep(post, of: .new, by: [FakePosting.ann.id])
        let (model, _) = await compose(.new, fixture, FakePosting([FakePosting.desk, FakePosting.ann]))
        #expect(model.state.title == "Reply" && model.state.account == FakePosting.ann.handle)
        model.send(.send)
        await fixture.session.activity.idle()
        #expect(requests(fixture) == [.account(.post(post), FakePosting.ann.id)])
    }

    @Test("A screen whose post cannot be read closes with the error, since keys would wait for ever")
    func unreadable() async {
        let fixture = await fixture()
        fixture.track.fail(with: SupplierError(.unreachable, "The disk is gone."))
        let (model, closings) = await compose(.reply(Self.post.id), fixture)
        #expect(model.isCatchingUp && closings.count == 1)
        #expect(fixture.session.messages.toast?.text.contains("The disk is gone.") == true)
    }

    @Test("A discarded draft is gone, and undo brings it back")
    func discard() async throws {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        await type("Never mind", model, fixture)
        model.send(.discard)
        await fixture.session.activity.idle()
        #expect(try await fixture.session.drafts.all(of: .new).isEmpty)
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(try await fixture.session.drafts.all(of: .new).last?.post.text == "Never mind")
    }

    @Test("The editor's text replaces that of the post, but is no draft if the post is sent before the editor opens")
    func edited() async throws {
        let fixture = Fixture(programs: NoPrograms(edited: "Lights out.\n"))
        let (model, _) = await compose(.new, fixture)
        model.send(.edit)
        await fixture.session.activity.idle()
        #expect(model.state.text == "Lights out.")
        await type("Box.", model, fixture)
        model.send(.edit)
        model.send(.send)
        await fixture.session.activity.idle()
        await fixture.session.preferences.flush()
        #expect(requests(fixture) == [.account(.post(PostDraft("Box.")), FakePosting.ann.id)])
        #expect(try await Fixture(track: fixture.track).session.drafts.all().isEmpty)
    }

    @Test("A file that is read when the post is discarded does not make it a draft again")
    func attachedLate() async throws {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        await type("Never mind", model, fixture)
        model.send(.open(.file))
        model.send(.set("/a.png"))
        model.send(.discard)
        await fixture.session.activity.idle()
        #expect(try await fixture.session.drafts.all().isEmpty)
        #expect(fixture.session.messages.toast?.text.hasPrefix("The file was not attached") == true)
    }

    @Test(
        "A post that its server refuses is a draft again, and the message gives the reason as a sentence",
        arguments: ["Too many links.", "Too many links"])
    func refused(reason: String) async throws {
        let fixture = await fixture()
        let request = RequestedAction.account(.post(PostDraft("Copy.")), FakePosting.ann.id)
        let error = SupplierError(.refused, .verbatim(reason))
        fixture.services.track.actions.update(
            PendingAction(
                id: ActionID("9"), request: request, requestedAt: Fixture.now, repetition: .safe, attempts: 1,
                state: .refused(error)))
        await fixture.services.track.actions.flush()
        #expect(
            fixture.session.messages.toast?.text == "Not posted: Too many links. The text is kept as a draft.")
        #expect(try await fixture.session.drafts.all(of: .new).last?.post.text == "Copy.")
    }

    @Test(
        "A post that came back from a server is offered on the screen of a new one, and never begins it",
        arguments: [ActionState.refused(SupplierError(.refused, "Closed.")), .dropped])
    func returned(state: ActionState) async throws {
        let fixture = await fixture()
        let request = RequestedAction.account(.post(PostDraft("Refused")), FakePosting.ann.id)
        let action = PendingAction(
            id: ActionID("9"), request: request, requestedAt: Fixture.now, repetition: .safe, state: state)
        let kept = try #require(StoredDraft(keeping: action, at: Fixture.now))
        // A command in another process has stored it.
        try await fixture.track.setSetting(kept.name, to: try kept.setting.value)
        let (model, _) = await compose(.new, fixture)
        #expect(model.state.text == "" && model.state.notice == "1 draft is kept: :drafts lists it")
        await type("Hello", model, fixture)
        model.send(.close)
        let (second, _) = await compose(.new, fixture)
        #expect(second.state.text == "Hello", "What was left on this screen is continued.")
        second.send(.send)
        await fixture.session.activity.idle()
        #expect(requests(fixture) == [.account(.post(PostDraft("Hello")), FakePosting.ann.id)])
        let (chosen, _) = await compose(.new, fixture, draft: kept.id)
        #expect(chosen.state.text == "Refused")
        await type("Refused no more", chosen, fixture)
        let (third, _) = await compose(.new, fixture)
        #expect(third.state.text == "Refused no more")
    }

    @Test("A chosen draft that was sent elsewhere meanwhile does not open another one")
    func chosenGone() async throws {
        let fixture = await fixture()
        let gone = try fixture.session.drafts.keep(PostDraft("One"), of: .new, by: [FakePosting.ann.id])
        try fixture.session.drafts.keep(PostDraft("Two"), of: .new, by: [FakePosting.ann.id])
        fixture.session.drafts.remove(gone)
        let (model, _) = await compose(.new, fixture, draft: gone)
        #expect(model.state.text == "" && model.state.notice == "1 draft is kept: :drafts lists it")
    }

    @Test("A text beyond the server's maximum that cannot be cut is not sent")
    func tooLong() async {
        let fixture = await fixture()
        let (model, closings) = await compose(.new, fixture, FakePosting(limit: 5))
        await type("#abcdefg", model, fixture)
        #expect(model.state.gauge == ComposeState.Gauge(length: 8, maximumLength: 5))
        model.send(.send)
        #expect(fixture.session.messages.toast?.text == "Too long by 3.")
        #expect(requests(fixture).isEmpty && closings.count == 0)
    }

    @Test("Nothing is sent while nothing is written, not even the name that a reply begins with")
    func empty() async {
        let fixture = await fixture()
        let (model, _) = await compose(.reply(Self.post.id), fixture)
        model.send(.send)
        #expect(requests(fixture).isEmpty)
        #expect(fixture.session.messages.toast?.text == "Nothing is written yet.")
    }

    @Test("Tab puts the names that begin with the typed word into the text, one after another")
    func completions() async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        await type("Thanks @bo", model, fixture)
        #expect(model.state.completions?.words == ["@bob@kerb.example", "@bobby@pit.example"])
        model.send(.complete(1))
        #expect(model.state.text == "Thanks @bob@kerb.example")
        model.send(.complete(1))
        #expect(model.state.text == "Thanks @bobby@pit.example")
        model.send(.complete(1))
        #expect(model.state.text == "Thanks @bob@kerb.example")
        await type("Thanks @bob@kerb.example!", model, fixture)
        #expect(model.state.completions == nil)
    }

    @Test("Typing on while completions are looked up is no error")
    func cancelledCompletions() async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        for text in ["@b", "@bo", "@bob"] { model.send(.type(text, cursor: text.count)) }
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.history.isEmpty)
        #expect(model.state.completions?.words == ["@bob@kerb.example", "@bobby@pit.example"])
    }

    @Test("The second account posts when it is chosen")
    func accounts() async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture, FakePosting([FakePosting.ann, FakePosting.desk]))
        await type("Copy.", model, fixture)
        model.send(.nextAccount)
        await fixture.session.activity.idle()
        #expect(model.state.account == "@desk@kerb.example")
        model.send(.send)
        await fixture.session.activity.idle()
        #expect(requests(fixture) == [.account(.post(PostDraft("Copy.")), FakePosting.desk.id)])
    }

    @Test("An attached file asks for a description, and a post with an undescribed one is sent at the second attempt")
    func media() async {
        let fixture = await fixture()
        let (model, closings) = await compose(.new, fixture)
        await type("Look.", model, fixture)
        for (path, description) in [("/a.png", "The apex"), ("/b.png", "")] {
            model.send(.open(.file))
            model.send(.set(path))
            await fixture.session.activity.idle()
            #expect(model.state.line?.prompt == "Description of \(path.dropFirst()):")
            model.send(.set(description))
        }
        #expect(model.state.media.map(\.description) == ["The apex", nil])
        model.send(.open(.file))
        #expect(model.state.line == nil, "The server takes two files at most.")
        model.send(.send)
        #expect(closings.count == 0)
        model.send(.send)
        await fixture.session.activity.idle()
        #expect(closings.count == 1)
        guard case .account(.post(let draft), _) = requests(fixture).first else {
            Issue.record("requested was \(requests(fixture))")
            return
        }
        #expect(draft.media.map(\.content) == [.file("/a.png"), .file("/b.png")])
    }

    @Test("A file that cannot be read is named in a message, and nothing is attached")
    func unreadableMedium() async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        model.send(.open(.file))
        model.send(.set("missing.png"))
        await fixture.session.activity.idle()
        let words = fixture.session.messages.toast?.text ?? ""
        #expect(words.contains("missing.png") && !words.contains("store"))
        #expect(model.state.media.isEmpty)
    }

    @Test("The error of a file goes once a file is attached, and later messages stay")
    func correctedMedium() async {
        for isFollowed in [false, true] {
            let fixture = await fixture()
            let (model, _) = await compose(.new, fixture)
            model.send(.open(.file))
            model.send(.set("missing.png"))
            await fixture.session.activity.idle()
            #expect(fixture.session.messages.toast?.kind == .failure)
            if isFollowed { fixture.session.messages.failure("Kerb Notes does not answer.") }
            model.send(.set("/a.png"))
            await fixture.session.activity.idle()
            #expect(model.state.media.map(\.name) == ["a.png"])
            #expect((fixture.session.messages.toast == nil) == !isFollowed)
        }
    }

    @Test("An announcement that is on the screen while a file is not attached stays when one is")
    func announcedMeanwhile() async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        model.send(.open(.file))
        fixture.session.messages.announce("Fiber ended without warning.")
        model.send(.set("missing.png"))
        await fixture.session.activity.idle()
        model.send(.set("/a.png"))
        await fixture.session.activity.idle()
        #expect(model.state.media.map(\.name) == ["a.png"])
        #expect(fixture.session.messages.toast?.text == "Fiber ended without warning.")
    }

    @Test("A text that a line does not take stays in the line to be corrected")
    func correctedLines() async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        let texts: [(field: ComposeField, text: String)] = [
            (.file, "missing.png"), (.language, "no language"), (.schedule, "soonish"),
        ]
        for (field, text) in texts {
            model.send(.open(field))
            model.send(.set(text))
            await fixture.session.activity.idle()
            #expect(model.state.line?.field == field && model.state.line?.text == text)
            model.send(.closeLine)
        }
        #expect(model.state.line == nil)
    }

    @Test("The audience goes round, and ends at that of the account", arguments: [1, 5])
    func visibility(presses: Int) async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        for _ in 0..<presses { model.send(.nextVisibility) }
        #expect(model.state.visibility == (presses == 1 ? "public" : "audience as set on the server"))
    }

    @Test(
        "Only what looks like a language tag is taken as the language",
        arguments: [("pt-BR", "pt-BR"), ("x", "usual language"), ("en us", "usual language")])
    func language(typed: String, shown: String) async {
        let fixture = await fixture()
        let (model, _) = await compose(.new, fixture)
        model.send(.open(.language))
        model.send(.set(typed))
        #expect(model.state.language == shown)
    }
}
