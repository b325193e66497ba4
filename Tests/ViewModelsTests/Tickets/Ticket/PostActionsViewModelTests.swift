import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The list of actions on a post")
struct PostActionsViewModelTests {
    private func post(
        by handle: String, poll: PostPoll? = nil, replyTo: String? = nil, id: String = "1", warning: String? = nil
    ) -> Ticket {
        var fields = [SourceLayer.PostField.target: id]
        fields[SourceLayer.PostField.pollState] = poll?.field
        let body = TicketBody(
            text: .plain("Which tyre?"), author: Author(id: handle, name: "Somebody", handle: handle), replyTo: replyTo,
            contentWarning: warning)
        return Ticket(
            SourceItem(id: id, orderTime: Fixture.now, body: body, source: SourceLayer(fields: fields)), of: "feed:a",
            seen: Fixture.now)
    }

    private func started(
        _ fixture: Fixture, _ ticket: Ticket, initialAction: PostAction? = nil,
        actions: [TicketAction.Kind] = TicketAction.Kind.allCases, account: PostingAccount = FakePosting.ann,
        others: [PostingAccount] = [], relations: [String: PersonRelation] = [:]
    ) async -> (PostActionsViewModel, () -> [PostActionsViewModel.Output]) {
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "feed:a", name: "Home", kind: "mastodon", requests: RequestHistory(.healthy), actions: Set(actions))
        ])
        fixture.track.commit([ticket])
        let model = PostActionsViewModel(
            ticket: ticket.id, initialAction: initialAction, track: fixture.services.track,
            posting: FakePosting([account] + others, relations: relations))
        final class Box { var outputs: [PostActionsViewModel.Output] = [] }
        let box = Box()
        model.onOutput = { box.outputs.append($0) }
        model.start()
        await fixture.session.activity.idle()
        return (model, { box.outputs })
    }

    private func actions(_ model: PostActionsViewModel) -> [PostAction] {
        (model.state.rows ?? []).compactMap { if case .action(let action, _) = $0 { action } else { nil } }
    }

    private func performed(_ fixture: Fixture) -> [TicketAction] {
        fixture.track.calls.compactMap { if case .perform(_, let action, _) = $0 { action } else { nil } }
    }

    private func requested(_ fixture: Fixture) -> [RequestedAction] {
        fixture.track.calls.compactMap { if case .request(_, let request) = $0 { request } else { nil } }
    }

    @Test("An own post can be pinned, edited and deleted, another's author followed, muted, blocked and reported")
    func offers() async {
        let fixture = Fixture()
        let own = await started(fixture, post(by: FakePosting.ann.handle)).0
        #expect(actions(own) == [.pin, .edit, .redraft, .delete])
        let other = await started(fixture, post(by: "@bob@pit.example")).0
        #expect(
            actions(other) == [
                .boostToFollowers, .boostUnlisted, .person(.follow), .person(.mute), .person(.block), .report,
            ])
    }

    @Test("Of actions that undo each other, only the one that changes something is offered, or both if that is unknown")
    func relations() async {
        let fixture = Fixture()
        let bob = post(by: "@bob@pit.example")
        func offered(_ relation: PersonRelation) async -> [PostAction] {
            actions(await started(fixture, bob, actions: [], relations: ["@bob@pit.example": relation]).0)
        }
        #expect(
            await offered(.other(.init(.requested, isMuted: true)))
                == [.person(.unfollow), .person(.unmute), .person(.block), .report])
        #expect(await offered(.other(.init(isBlocked: true))).contains(.person(.unblock)))
        #expect(await offered(.unknown) == PersonAction.allCases.map(PostAction.person) + [.report])
    }

    @Test("A server that does not tell the relation in time does not hold the list, which then offers both")
    func lateRelation() async {
        let fixture = Fixture()
        let ticket = post(by: "@bob@pit.example")
        fixture.track.commit([ticket])
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let model = PostActionsViewModel(
            ticket: ticket.id, track: fixture.services.track,
            posting: FakePosting(whileAsking: { for await _ in gate { break } }))
        model.start()
        while model.state.rows == nil {
            fixture.time.advance(by: .milliseconds(500))
            await Task.yield()
        }
        #expect(actions(model) == PersonAction.allCases.map(PostAction.person) + [.report])
        open.finish()
        await fixture.session.activity.idle()
        model.stop()
    }

    @Test("A content warning is above the list in place of the text that it covers")
    func warned() async {
        let fixture = Fixture()
        let model = await started(fixture, post(by: "@bob@pit.example", warning: "Race result")).0
        #expect(model.state.excerpt.contains("Race result") && !model.state.excerpt.contains("tyre"))
    }

    @Test("A list without actions, as of a feed's item, calls the item no post")
    func feedItem() async {
        let fixture = Fixture()
        let ticket = post(by: "@bob@pit.example")
        fixture.track.commit([ticket])
        let model = PostActionsViewModel(ticket: ticket.id, track: fixture.services.track, posting: nil)
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.rows == [] && model.state.title == "Actions")
        let other = await started(Fixture(), ticket).0
        #expect(other.state.title.hasPrefix("Actions on a post of "))
    }

    @Test("Only what the source and the account can do is offered")
    func limits() async {
        let fixture = Fixture()
        var plain = FakePosting.ann
        plain.personActions = [.follow, .unfollow]
        plain.actions = [.post]
        let other = await started(fixture, post(by: "@bob@pit.example"), actions: [.like, .boost], account: plain).0
        #expect(actions(other) == [.person(.follow)])
        let own = await started(fixture, post(by: plain.handle), actions: [.delete], account: plain).0
        #expect(actions(own) == [.delete])
    }

    @Test("A vote sends the chosen answers; one that allows several has several")
    func vote() async {
        let fixture = Fixture()
        let poll = PostPoll([.init("Soft", votes: 3), .init("Hard", votes: 1)], voters: 4)
        let (model, _) = await started(fixture, post(by: "@bob@pit.example", poll: poll))
        #expect(
            model.state.rows?.first == .option(.init(title: "Soft", share: 75, isChosen: false, canBeChosen: true)))
        model.send(.open)
        model.send(.move(1))
        model.send(.open)
        model.send(.move(1))
        model.send(.open)
        #expect(performed(fixture) == [.vote([1])])
        let closed = PostPoll([.init("Soft"), .init("Hard")], own: [0], allowsSeveral: true)
        let voted = await started(fixture, post(by: "@bob@pit.example", poll: closed)).0
        voted.send(.move(-9))
        voted.send(.open)
        #expect(fixture.session.messages.toast?.text == "You have voted, or the poll has ended.")
        #expect(!actions(voted).contains(.vote))
    }

    @Test("Deleting asks first, and anything but a yes cancels")
    func delete() async {
        let fixture = Fixture()
        let (model, outputs) = await started(fixture, post(by: FakePosting.ann.handle), initialAction: .delete)
        #expect(model.state.question == "Delete? y confirms, any other key cancels")
        model.send(.confirm(false))
        #expect(performed(fixture).isEmpty && outputs().isEmpty)
        model.send(.move(9))
        model.send(.open)
        model.send(.confirm(true))
        #expect(performed(fixture) == [.delete])
        #expect(outputs() == [.close])
    }

    @Test("Deleting to write anew keeps the text as a draft first")
    func redraft() async throws {
        let fixture = Fixture()
        let (model, outputs) = await started(
            fixture, post(by: FakePosting.ann.handle, replyTo: "0"), initialAction: .redraft)
        model.send(.confirm(true))
        await fixture.session.activity.idle()
        #expect(performed(fixture) == [.delete])
        #expect(outputs() == [.compose(.new)])
        let draft = try await fixture.session.drafts.all(of: .new, like: PostDraft(""), by: FakePosting.ann.id).last
        #expect(draft?.post.text == "Which tyre?")
        #expect(draft?.post.inReplyTo?.post == "0")
    }

    @Test("Leaving the list while the text is stored deletes nothing and leaves no draft")
    func cancelledRedraft() async throws {
        let fixture = Fixture()
        let (model, outputs) = await started(fixture, post(by: FakePosting.ann.handle), initialAction: .redraft)
        let (isStoring, isOpen) = (WaitableState(false), WaitableState(false))
        fixture.track.whileStoringSettings {
            isStoring.withLock { $0 = true }
            await isOpen.wait { $0 }
        }
        model.send(.confirm(true))
        await isStoring.wait { $0 }
        model.stop()
        isOpen.withLock { $0 = true }
        await fixture.session.activity.idle()
        #expect(performed(fixture).isEmpty && outputs().isEmpty)
        #expect(try await fixture.session.drafts.all().isEmpty)
    }

    @Test("A follow is aimed at the person whom the account's server knows and named once, and undo takes it back")
    func follow() async {
        let fixture = Fixture()
        let (model, outputs) = await started(fixture, post(by: "@bob@pit.example"))
        model.send(.move(2))
        model.send(.open)
        await fixture.session.activity.idle()
        let bob = Person(account: FakePosting.ann.id, id: "id-@bob@pit.example")
        #expect(requested(fixture) == [.person(.follow, bob)])
        #expect(outputs() == [.close])
        let words = "Follow @bob@pit.example as @ann@kerb.example"
        #expect(fixture.session.messages.toast?.text == words)
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(requested(fixture).last == .person(.unfollow, bob))
        #expect(fixture.session.messages.toast?.text == "Undone: \(words)")
    }

    @Test("An action that would change nothing is not sent, is said, and leaves nothing to undo")
    func unchanged() async {
        let cases: [(PersonAction, PersonRelation.Ties, String)] = [
            (.follow, .init(.following), "already followed by"), (.follow, .init(.requested), "already requested by"),
            (.unfollow, .init(), "not followed by"), (.mute, .init(isMuted: true), "already muted by"),
            (.unmute, .init(), "not muted by"), (.unblock, .init(), "not blocked by"),
        ]
        for (action, ties, words) in cases {
            let fixture = Fixture()
            _ = await started(
                fixture, post(by: "@bob@pit.example"), initialAction: .person(action),
                relations: ["@bob@pit.example": .other(ties)])
            #expect(requested(fixture).isEmpty && fixture.session.undo.isEmpty)
            #expect(fixture.session.messages.toast?.text.hasSuffix("\(words) @ann@kerb.example") == true)
        }
    }

    @Test("Undo of a block follows again whom the block made the account leave, and nobody else")
    func block() async {
        for (ties, restoring) in [
            (PersonRelation.Ties(.following), [PersonAction.unblock, .follow]), (.init(), [.unblock]),
        ] {
            let fixture = Fixture()
            let model = await started(
                fixture, post(by: "@bob@pit.example"), initialAction: .person(.block),
                relations: ["@bob@pit.example": .other(ties)]
            )
            .0
            model.send(.confirm(true))
            await fixture.session.activity.idle()
            fixture.services.track.undoLast()
            await fixture.session.activity.idle()
            let bob = Person(account: FakePosting.ann.id, id: "id-@bob@pit.example")
            #expect(requested(fixture) == ([.block] + restoring).map { .person($0, bob) })
        }
    }

    @Test("An action is not performed if its list is closed before it is loaded")
    func closedWhileLoading() async {
        let fixture = Fixture()
        let ticket = post(by: "@bob@pit.example")
        fixture.track.commit([ticket])
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let model = PostActionsViewModel(
            ticket: ticket.id, initialAction: .person(.follow), track: fixture.services.track,
            posting: FakePosting(whileListing: { for await _ in gate { break } }))
        model.start()
        model.stop()
        open.yield()
        await fixture.session.activity.idle()
        #expect(requested(fixture).isEmpty)
    }

    @Test("The list of a post that is gone has no rows, so that no key waits for it")
    func gone() async {
        let fixture = Fixture()
        let model = PostActionsViewModel(
            ticket: post(by: "@bob@pit.example").id, track: fixture.services.track, posting: FakePosting())
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.rows?.isEmpty == true)
    }

    @Test("Undo before the servers have answered takes the action back")
    func undoneAtOnce() async {
        let fixture = Fixture()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let posting = FakePosting(whileAsking: { for await _ in gate { break } })
        let sender = PersonActionSender(
            engine: fixture.services.track.engine, people: posting, session: fixture.session)
        let author = AuthorAccounts(name: "@bob@pit.example", accounts: [FakePosting.ann])
        let place = fixture.session.undo.reserve()
        let work = Task { await sender.perform(.follow, on: [author], called: "Follow Bob", undoneAt: place) }
        fixture.services.track.undoLast()
        while fixture.session.messages.toast?.text != "Follow Bob: is undone as soon as the servers have answered." {
            await Task.yield()
        }
        open.yield()
        await work.value
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Undone: Follow Bob as @ann@kerb.example")
        let bob = Person(account: FakePosting.ann.id, id: "id-@bob@pit.example")
        #expect(requested(fixture) == [.person(.follow, bob), .person(.unfollow, bob)])
    }

    @Test("Where the server does not tell the relation, the action is sent, and the message says that undo cannot help")
    func unknown() async {
        let fixture = Fixture()
        _ = await started(
            fixture, post(by: "@bob@pit.example"), initialAction: .person(.mute),
            relations: ["@bob@pit.example": .unknown])
        #expect(requested(fixture).count == 1 && fixture.session.undo.isEmpty)
        #expect(fixture.session.messages.toast?.text.contains("without undo") == true)
    }

    @Test("Everywhere acts only where something changes, as an account that is not the author, and undoes only that")
    func mixed() async throws {
        let fixture = Fixture(notes: FakeNotes())
        let ticket = post(by: "@bob@pit.example")
        fixture.track.commit([ticket])
        await fixture.start()
        for other in [FakePosting.ann.handle, FakePosting.desk.handle, "@bobby@kerb.example", "did:plc:bob"] {
            await fixture.send(.select(.ticket(ticket.id)), .ticket(.link(other)))
        }
        _ = await started(
            fixture, ticket, initialAction: .everywhere(.follow), others: [FakePosting.desk],
            relations: ["@bob@pit.example": .other(.init(.following)), "@desk@kerb.example": .other(.init(.requested))])
        let (ann, desk) = (FakePosting.ann, FakePosting.desk)
        let people = [
            Person(account: desk.id, id: "id-\(ann.handle)"), Person(account: ann.id, id: "id-@bobby@kerb.example"),
        ]
        #expect(requested(fixture) == people.map { .person(.follow, $0) })
        #expect(
            fixture.session.messages.toast?.text
                == "Follow Somebody everywhere: @ann@kerb.example as @desk@kerb.example; "
                + "@bobby@kerb.example as @ann@kerb.example; did:plc:bob: no account at its network; "
                + "already followed by @ann@kerb.example (@bob@pit.example); "
                + "already requested by @ann@kerb.example (@desk@kerb.example)")
        await fixture.send(.undo)
        #expect(requested(fixture).suffix(2) == people.map { .person(.unfollow, $0) })
        #expect(requested(fixture).count == 4)
    }

    @Test("Alone, the account that is the author is named as you, and nothing is sent")
    func ownEverywhere() async throws {
        let fixture = Fixture(notes: FakeNotes())
        let ticket = post(by: "@bob@pit.example")
        fixture.track.commit([ticket])
        await fixture.start()
        await fixture.send(.select(.ticket(ticket.id)), .ticket(.link(FakePosting.ann.handle)))
        _ = await started(
            fixture, ticket, initialAction: .everywhere(.mute),
            relations: ["@bob@pit.example": .other(.init(isMuted: true))])
        #expect(requested(fixture).isEmpty && fixture.session.messages.toast?.text.contains("is you") == true)
    }

    @Test("A report names the person and the post, with a comment, and can be cancelled")
    func report() async {
        let fixture = Fixture()
        let (model, outputs) = await started(fixture, post(by: "@bob@pit.example"), initialAction: .report)
        #expect(model.state.prompt != nil)
        model.send(.cancelPrompt)
        #expect(model.state.prompt == nil && outputs().isEmpty)
        var report = PostReport(person: "id-@bob@pit.example", posts: ["1"])
        for comment in ["Spam again", " "] {
            model.send(.move(9))
            model.send(.open)
            model.send(.submit(comment))
            await fixture.session.activity.idle()
            report.comment = comment == " " ? nil : comment
            #expect(requested(fixture).last == .account(.report(report), FakePosting.ann.id))
        }
        #expect(outputs() == [.close, .close] && requested(fixture).count == 2)
    }

    @Test("What a post does not offer is said")
    func unsupported() async {
        let fixture = Fixture()
        let (model, outputs) = await started(fixture, post(by: "@bob@pit.example"), initialAction: .delete)
        #expect(model.state.question == nil && outputs().isEmpty)
        #expect(fixture.session.messages.toast?.text == "That is not possible with this post.")
    }

    @Test("A linked author is followed and muted everywhere, each result is reported, and all of it is undone at once")
    func everywhere() async throws {
        let fixture = Fixture(notes: FakeNotes())
        let ticket = post(by: "@bob@pit.example")
        fixture.track.commit([ticket])
        await fixture.start()
        await fixture.send(.select(.ticket(ticket.id)), .ticket(.link("@bobby@kerb.example")))
        let alone = await started(fixture, ticket).0
        #expect(actions(alone).suffix(3) == [.report, .everywhere(.follow), .everywhere(.mute)])
        let followed = PersonRelation.other(.init(.following))
        let both = await started(fixture, ticket, relations: ["@bob@pit.example": followed]).0
        #expect(actions(both).suffix(3) == [.everywhere(.follow), .everywhere(.unfollow), .everywhere(.mute)])
        let (_, outputs) = await started(fixture, ticket, initialAction: .everywhere(.follow))
        let people = ["@bob@pit.example", "@bobby@kerb.example"]
            .map { (handle: String) in Person(account: FakePosting.ann.id, id: "id-\(handle)", handle: handle) }
        #expect(Array(requested(fixture).suffix(2)) == people.map { RequestedAction.person(.follow, $0) })
        #expect(outputs() == [.close])
        #expect(
            fixture.session.messages.toast?.text
                == "Follow Somebody everywhere: @bob@pit.example as @ann@kerb.example; "
                + "@bobby@kerb.example as @ann@kerb.example")
        await fixture.send(.undo)
        #expect(Array(requested(fixture).suffix(2)) == people.map { RequestedAction.person(.unfollow, $0) })
        let stranger = await started(fixture, post(by: "@else@pit.example", id: "2")).0
        #expect(!actions(stranger).contains(.everywhere(.follow)))
    }

    @Test("A poll survives its field")
    func field() {
        let poll = PostPoll(
            [.init("A\tb", votes: 2), .init("c"), .init("")], voters: 7, votes: 9, own: [0, 2], allowsSeveral: true,
            closes: Timestamp(seconds: 1_795_262_400), isClosed: true)
        #expect(PostPoll(field: poll.field) == poll)
        let earlier = PostPoll(field: "7\t0\t\t\n2\tYes")
        #expect(earlier == PostPoll([.init("Yes", votes: 2)], voters: 7, own: [0]))
        #expect(PostPoll(field: nil) == nil && PostPoll(field: "x") == nil)
    }
}
