import EngineConcepts
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Unsent actions that concern no ticket")
struct UnsentActionTests {
    private let fixture = Fixture()
    private let error = SupplierError(.timedOut, "No answer.")

    private func action(
        _ id: String, _ state: ActionState,
        _ request: RequestedAction = .account(.post(PostDraft("Lights\nout")), FakePosting.ann.id)
    ) -> PendingAction {
        PendingAction(
            id: ActionID(id), request: request, requestedAt: Fixture.now, repetition: .unsafe, attempts: 1, state: state
        )
    }

    /// Opens the list with these actions in the outbox.
    private func list(_ actions: PendingAction...) async -> DraftsViewModel {
        fixture.track.setPending(actions)
        let model = DraftsViewModel(track: fixture.services.track, posting: FakePosting())
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    /// Reports a change of an action whose outbox then has these actions.
    private func report(_ action: PendingAction, _ outbox: [PendingAction]) async {
        fixture.track.setPending(outbox)
        fixture.services.track.actions.update(action)
        await fixture.services.track.actions.flush()
        await fixture.session.activity.idle()
    }

    @Test("Unsent actions stand above the drafts, the last one first, with the reason why each is not sent")
    func rows() async throws {
        try fixture.session.drafts.keep(PostDraft("Draft"), of: .new, by: [FakePosting.ann.id])
        var reply = PostDraft("Yes.")
        reply.inReplyTo = PostDraft.Reference(post: "7")
        let account = FakePosting.ann.id
        let bob = Person(account: account, id: "2", handle: "@bob@pit.example")
        let model = await list(
            action("1", .uncertain(error)),
            action("2", .waiting, .account(.post(reply), account)),
            action("3", .retrying(at: Fixture.now.advanced(by: .seconds(360)), error), .person(.follow, bob)),
            action("4", .expired(error), .account(.report(PostReport(person: "2", posts: [])), account)),
            action("5", .uncertain(error), .ticket(.like, ticket(1).id)))
        let rows = model.state.rows ?? []
        #expect(
            rows.map(\.kind)
                == ["Report to the moderators", "Follow @bob@pit.example", "Reply", "New post", "New post"])
        #expect(rows.map(\.text) == ["", "@bob@pit.example", "Yes.", "Lights out", "Draft"])
        #expect(
            rows.map(\.reason) == [
                "not sent any more: No answer.", "tried again at 12:00: No answer.", "waits to be sent",
                "uncertain, perhaps sent: No answer.", nil,
            ])
        #expect(rows.map(\.account) == Array(repeating: FakePosting.ann.handle, count: 5))
    }

    @Test("An uncertain post is sent again by its own key only, and a waiting one is not asked for twice")
    func sendAgain() async {
        let model = await list(action("1", .waiting), action("2", .uncertain(error)), action("3", .expired(error)))
        // The last action comes first.
        model.send(.open)
        model.send(.move(1))
        model.send(.open)
        await fixture.session.activity.idle()
        #expect(fixture.track.calls == [.retry("3")], "it may have been published already")
        #expect(fixture.session.messages.toast?.text.contains("look at your posts first") == true)
        model.send(.sendAgain)
        model.send(.move(1))
        model.send(.open)
        await fixture.session.activity.idle()
        #expect(fixture.track.calls == [.retry("3"), .retry("2")])
        #expect(
            fixture.session.messages.toast?.text == "This has not been sent yet, so it cannot be sent again.")
    }

    @Test("A cancelled post is a draft as soon as the outbox no longer has it, and not before")
    func cancel() async throws {
        let post = action("1", .uncertain(error))
        let model = await list(post)
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(fixture.track.calls == [.drop("1")])
        #expect(try await fixture.session.drafts.all().isEmpty)
        await report(post.becoming(.dropped), [])
        let drafts = try await fixture.session.drafts.all()
        #expect(drafts.map(\.post.text) == ["Lights\nout"])
        #expect(model.state.rows?.map(\.id) == drafts.map { .draft($0.id) })
        #expect(fixture.session.messages.toast?.text == "Cancelled. The text is a draft.")
    }

    @Test("A post that is being sent is neither sent again nor cancelled")
    func running() async {
        let model = await list(action("1", .running))
        model.send(.sendAgain)
        model.send(.remove)
        #expect(fixture.track.calls.isEmpty)
        #expect(fixture.session.messages.toast?.text == "It is being sent just now.")
    }

    @Test("The open list follows the outbox, and its cursor stays on its row")
    func following() async throws {
        let draft = try fixture.session.drafts.keep(PostDraft("Draft"), of: .new, by: [FakePosting.ann.id])
        let post = action("1", .running)
        let model = await list(post)
        model.send(.move(1))
        await report(post.becoming(.uncertain(error)), [post.becoming(.uncertain(error)), action("2", .waiting)])
        #expect(model.state.rows?.map(\.id) == [.unsent("2"), .unsent("1"), .draft(draft)])
        #expect(model.state.cursor == 2)
        #expect(
            fixture.session.messages.toast?.text
                == "Not confirmed: No answer. :drafts lists it, to be resent or discarded.")
        await report(post.becoming(.done), [])
        #expect(model.state.rows?.map(\.id) == [.draft(draft)])
        #expect(model.state.cursor == 0)
    }

    @Test("The keys for a ticket's pending actions show the unsent ones if the ticket has none")
    func keysOnTicket() async {
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        var shown = 0
        fixture.services.track.actions.onShowUnsent = { shown += 1 }
        fixture.track.setPending([action("1", .uncertain(error))])
        await fixture.send(.ticket(.sendAgain))
        await fixture.send(.ticket(.dropAction))
        #expect(shown == 2 && fixture.track.calls.isEmpty)
        fixture.track.setPending([
            action("1", .uncertain(error)), action("2", .uncertain(error), .ticket(.like, ticket(2).id)),
        ])
        await fixture.send(.ticket(.sendAgain))
        #expect(shown == 2 && fixture.track.calls == [.retry("2")])
        fixture.track.setPending([])
        await fixture.send(.ticket(.sendAgain))
        #expect(shown == 2)
        #expect(fixture.session.messages.toast?.text == "This item has no pending actions.")
    }

    @Test("One message counts those that wait for a decision, and there is none if the others are sent unasked")
    func reminder() async {
        let actions = fixture.services.track.actions
        fixture.track.setPending([action("1", .waiting), action("2", .retrying(at: Fixture.now, error))])
        actions.remindOfUnsent()
        await actions.flush()
        #expect(fixture.session.messages.history.isEmpty)
        fixture.track.setPending([
            action("1", .uncertain(error)), action("2", .expired(error)), action("3", .waiting),
            action("4", .uncertain(error), .ticket(.like, ticket(1).id)),
        ])
        actions.remindOfUnsent()
        await actions.flush()
        #expect(
            fixture.session.messages.history.map(\.text)
                == ["2 posts or other actions may not have been sent. :drafts lists them."])
    }
}
